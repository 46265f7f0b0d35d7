/**
 * A stub that an endpoint selects as its relay and names in its ticket: it answers the latency probe but relays no data. Uses plain
 * HTTP, which the endpoint accepts but the setting doesn't.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRelay {
  /** In the form that tickets use. */
  readonly url: string;
  /** Number of requests so far. */
  readonly requests: number;
  dispose(): void;
}

export async function startStubRelay(): Promise<StubRelay> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  server.on('upgrade', (_, socket) => {
    requests += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get requests() {
      return requests;
    },
    dispose() {
      server.close();
      server.closeAllConnections();
    },
  };
}
