/** The HTTP load generator of the service benchmark. */
import { connect, type Socket } from 'node:net';

export interface LoadResult {
  perSecond: number;
  /** Milliseconds that each request took. */
  times: number[];
}

/**
 * Sends prepared requests over a few keep-alive connections, one at a time on each. The client does almost nothing, so the
 * server's cost dominates. Rejects on any status other than 200 or 201.
 */
export async function generateLoad(url: string, requests: Buffer[], connections = 16): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(hostname, Number(port))));
  const times: number[] = [];
  let nextIndex = 0;
  const start = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      while (nextIndex < requests.length) {
        const sentAt = performance.now();
        await sendRequest(socket, requests[nextIndex++]!);
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return { perSecond: requests.length / seconds, times };
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function sendRequest(socket: Socket, request: Buffer): Promise<void> {
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
      if (/^HTTP\/1\.1 20[01]/.test(response)) resolve();
      else reject(new Error(`The response is neither 200 nor 201: ${response.slice(0, 500)}`));
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.write(request);
  });
}
