/** A way to a community that keeps every byte of both directions. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface RecordedRequest {
  method: string;
  target: string;
  /** Names in lower case. */
  headers: { [name: string]: string };
  body: Buffer;
}

export interface Recorder {
  url: string;
  /** Everything that was sent, to the community and back. */
  bytes(): Buffer;
  requests(): RecordedRequest[];
  close(): void;
}

export async function recordWay(to: string): Promise<Recorder> {
  const { hostname, port } = new URL(to);
  const sent: Buffer[][] = [];
  const returned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const connection: Buffer[] = [];
    sent.push(connection);
    near.on('data', (chunk) => connection.push(chunk));
    far.on('data', (chunk) => returned.push(chunk));
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat([...sent.flat(), ...returned]),
    requests: () => sent.flatMap((connection) => requestsIn(Buffer.concat(connection))),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The requests of one connection; each body has a length, as those of Parlor's client do. */
function requestsIn(bytes: Buffer): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const [first = '', ...lines] = bytes.subarray(at, end).toString().split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const [method = '', target = ''] = first.split(' ');
    const length = Number(headers['content-length'] ?? 0);
    requests.push({ method, target, headers, body: bytes.subarray(end + 4, end + 4 + length) });
    at = end + 4 + length;
  }
  return requests;
}
