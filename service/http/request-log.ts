/** Logs and counts requests, without their path, query, headers or body. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Exchange, Metrics } from '../metrics/metrics.ts';

/** Returns the request's entry, which the caller completes; it is recorded when the response is sent or the connection closes. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: { log: Logger; metrics: Metrics | null },
): Exchange {
  const exchange: Exchange = { id: randomUUID().slice(-12), route: null, bodyBytes: 0, code: null };
  const isLogged = log.isLevelEnabled('debug');
  if (!metrics && !isLogged) return exchange;
  const start = performance.now();
  metrics?.requestStarted();
  response.once('close', () => {
    const elapsedMs = performance.now() - start;
    const status = response.headersSent ? response.statusCode : null;
    metrics?.requestEnded(exchange, status, elapsedMs / 1000);
    if (!isLogged) return;
    const { id, route, bodyBytes, code } = exchange;
    const milliseconds = Math.round(elapsedMs * 1000) / 1000;
    log.debug(
      { request: id, method: request.method, route, status, code, body_bytes: bodyBytes, ms: milliseconds },
      'answered',
    );
  });
  return exchange;
}
