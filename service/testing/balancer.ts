/** A plain load balancer: each connection goes to the next of several services, byte for byte. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function balance(urls: readonly string[]): Promise<{ url: string; close: () => void }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    const service = connect(ports[next++ % ports.length]!, '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.once('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
