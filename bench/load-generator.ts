/** The HTTP load generator of the service benchmark. */
import { connect, type Socket } from 'node:net';

export interface Load {
  perSecond: number;
  /** Milliseconds that each request took. */
  times: number[];
}

/**
 * Sends prepared requests over a few keep-alive connections, one at a time on each. The client does almost nothing, so the
 * server's cost dominates. Rejects on any status other than 200.
 */
export async function load(url: string, requests: Buffer[], connections = 16): Promise<Load> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < requests.length) {
        const sent = performance.now();
        await exchange(socket, requests[next++]!);
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return { perSecond: requests.length / seconds, times };
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let response = '';
    const onClose = () => reject(new Error(`The server closed the connection: ${response.slice(0, 500)}`));
    const onData = (bytes: Buffer) => {
      response += bytes.toString('latin1');
      const head = response.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(response.slice(0, head))?.[1]);
      if (response.length < head + 4 + length) return;
      socket.off('data', onData);
      socket.off('close', onClose);
      if (response.startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(`The response is not 200: ${response.slice(0, 500)}`));
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.write(request);
  });
}
