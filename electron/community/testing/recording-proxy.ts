/** A proxy that records every byte in both directions. */
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
  /** Everything that was sent, in both directions. */
  bytes(): Buffer;
  requests(): RecordedRequest[];
  close(): void;
}

export async function recordingProxy(upstreamUrl: string): Promise<Recorder> {
  const { hostname, port } = new URL(upstreamUrl);
  const sent: Buffer[][] = [];
  const returned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((downstream) => {
    const upstream = connect(Number(port), hostname);
    const connection: Buffer[] = [];
    sent.push(connection);
    downstream.on('data', (chunk) => connection.push(chunk));
    upstream.on('data', (chunk) => returned.push(chunk));
    downstream.pipe(upstream).pipe(downstream);
    for (const socket of [downstream, upstream]) {
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

/** Parses the requests of one connection. The client sends no chunked bodies, so `content-length` suffices. */
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
