/** A round-robin TCP load balancer over several services. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export class Balancer {
  readonly #server = createServer((client) => this.#forward(client));
  /** Sockets to clients and services, by the service's URL. */
  readonly #openSockets = new Map<string, Set<Socket>>();
  readonly #idleCallbacks = new Map<string, () => void>();
  #urls: string[] = [];
  #nextIndex = 0;

  static async start(urls: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer();
    for (const url of urls) balancer.add(url);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(url: string): void {
    this.#urls.push(url);
    this.#openSockets.set(url, new Set());
  }

  /** Routes no new connections to this service. Resolves once its last connection has closed. */
  remove(url: string): Promise<void> {
    this.#urls = this.#urls.filter((other) => other !== url);
    return new Promise((resolve) => {
      this.#idleCallbacks.set(url, resolve);
      this.#checkIdle(url);
    });
  }

  close(): void {
    this.#server.close();
    for (const sockets of this.#openSockets.values()) for (const socket of sockets) socket.destroy();
  }

  #forward(client: Socket): void {
    const url = this.#urls[this.#nextIndex++ % this.#urls.length]!;
    const service = connect(Number(new URL(url).port), '127.0.0.1');
    const sockets = this.#openSockets.get(url)!;
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.once('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
        this.#checkIdle(url);
      });
    }
  }

  #checkIdle(url: string): void {
    if (this.#openSockets.get(url)!.size === 0) this.#idleCallbacks.get(url)?.();
  }
}
