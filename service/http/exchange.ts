/** What the log and the metrics hear of one request: never its path, query, headers or body. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Metrics } from '../metrics.ts';

export interface Exchange {
  /** The service's own name for the request, 12 hex digits; the caller's X-Request-Id is part of what it signed. */
  readonly id: string;
  route: CommunityRoute | null;
  bodyBytes: number;
  /** Why it was refused. */
  code: ErrorCode | null;
}

/** Follows a request until its answer left or its connection is gone. */
export function follow(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: { log: Logger; metrics: Metrics | null },
): Exchange {
  const exchange: Exchange = { id: randomUUID().slice(-12), route: null, bodyBytes: 0, code: null };
  const logs = log.isLevelEnabled('debug');
  if (!metrics && !logs) return exchange;
  const start = performance.now();
  metrics?.began();
  response.once('close', () => {
    const milliseconds = performance.now() - start;
    const status = response.headersSent ? response.statusCode : null;
    metrics?.ended(exchange, status, milliseconds / 1000);
    if (!logs) return;
    const { id, route, bodyBytes, code } = exchange;
    const time = Math.round(milliseconds * 1000) / 1000;
    log.debug(
      { request: id, method: request.method, route, status, code, body_bytes: bodyBytes, ms: time },
      'answered',
    );
  });
  return exchange;
}
