/** Serves /metrics on a separate port, on loopback only. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inBackground } from '../../shared/background.ts';
import type { Metrics } from './metrics.ts';

export const metricsHost = '127.0.0.1';

/** `port`: 0 lets the system choose. Rejects with node:net's error. */
export async function startMetricsServer(
  metrics: Metrics,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    if (request.url !== '/metrics') response.writeHead(404).end();
    else if (request.method !== 'GET') response.writeHead(405, { Allow: 'GET' }).end();
    else {
      const answer = metrics.text().then(
        (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
      inBackground('metrics', answer);
    }
  });
  server.listen(port, metricsHost);
  await once(server, 'listening');
  return {
    url: `http://${metricsHost}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
