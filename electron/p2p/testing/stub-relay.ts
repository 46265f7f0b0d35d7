/**
 * A stub that an endpoint selects as its relay and names in its ticket: it answers the latency probe but relays no data. Uses plain
 * HTTP, which the endpoint accepts but the setting doesn't.
 */
import { startHttpServer } from '../../../shared/testing/http-server.ts';

export interface StubRelay {
  /** In the form that tickets use. */
  readonly url: string;
  /** Number of requests so far. */
  readonly requests: number;
  dispose(): void;
}

export async function startStubRelay(): Promise<StubRelay> {
  let requests = 0;
  const { server, url, close } = await startHttpServer((_, response) => {
    requests += 1;
    response.end();
  });
  server.on('upgrade', (_, socket) => {
    requests += 1;
    socket.destroy();
  });
  return {
    url: `${url}/`,
    get requests() {
      return requests;
    },
    dispose: close,
  };
}
