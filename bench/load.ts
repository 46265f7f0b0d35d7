import { connect, type Socket } from 'node:net';

/**
 * Sends ready-made requests over a few keep-alive connections, one at a time on each, and answers with the requests per
 * second. The client does next to nothing, so that what it measures is the server. Rejects on any answer but 200.
 */
export async function requestsPerSecond(url: string, requests: Buffer[], connections = 16): Promise<number> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  let next = 0;
  const start = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < requests.length) await exchange(socket, requests[next++]!);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return requests.length / seconds;
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
    let answer = '';
    const ended = () => reject(new Error(`The server hung up: ${answer.slice(0, 500)}`));
    const take = (bytes: Buffer) => {
      answer += bytes.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1]);
      if (answer.length < head + 4 + length) return;
      socket.off('data', take);
      socket.off('close', ended);
      if (answer.startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(`Expected 200: ${answer.slice(0, 500)}`));
    };
    socket.on('data', take);
    socket.once('close', ended);
    socket.write(request);
  });
}
