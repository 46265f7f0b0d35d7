/**
 * Runs first for every request and upgrade. Rejects requests made by other pages in the user's browser (CSRF) or through rebound host
 * names (DNS rebinding). Ignores forwarding headers, and compares names exactly.
 */
import type { IncomingMessage } from 'node:http';
import { type ErrorCode, ParlorError } from '../../../shared/errors.ts';

/** An error with its HTTP status; `allowedMethods` lists methods for 405. */
export class RequestError extends ParlorError {
  readonly status: number;
  readonly allowedMethods: string | null;

  constructor(status: number, code: ErrorCode, message: string, allowedMethods: string | null = null) {
    super(code, message);
    this.status = status;
    this.allowedMethods = allowedMethods;
  }
}

/** All values of a header; Node itself would join or drop repeated ones. */
function headerValues(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  const values: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) values.push(raw[i + 1] ?? '');
  return values;
}

/** The value of a header that may occur at most once. */
export function singleHeader(request: IncomingMessage, name: string): string | null {
  const values = headerValues(request, name);
  if (values.length > 1) throw new RequestError(400, 'malformed_request', `The header ${name} occurs more than once.`);
  return values[0] ?? null;
}

/** The Host of the request. Throws a RequestError unless `isServed` accepts it. */
export function checkHost(request: IncomingMessage, isServed: (host: string) => boolean): string {
  const [host, ...otherHosts] = headerValues(request, 'host');
  if (host === undefined || otherHosts.length > 0 || !isServed(host.toLowerCase())) {
    throw new RequestError(421, 'misdirected_request', 'This server has no such host name.');
  }
  return host.toLowerCase();
}

/** The request target in origin form (RFC 9112 section 3.2.1). */
export function checkTarget(request: IncomingMessage): string {
  const target = request.url ?? '';
  if (!target.startsWith('/')) throw new RequestError(400, 'malformed_request', 'The request target is not a path.');
  return target;
}

/** A request that passed the guard. */
export interface CheckedRequest {
  host: string;
  path: string;
}

const forbidden = (message: string) => new RequestError(403, 'forbidden', message);

/** Throws a RequestError, or returns the checked host and path. */
export function checkRequest(request: IncomingMessage, port: number, kind: 'request' | 'upgrade'): CheckedRequest {
  const host = checkHost(request, (name) => name === `127.0.0.1:${port}` || name === `localhost:${port}`);
  const path = checkTarget(request);
  const method = request.method ?? '';
  if (method === 'OPTIONS') throw forbidden('No other origin may call Parlor.');
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && method !== 'POST') {
    throw new RequestError(405, 'method_not_allowed', 'Only GET, HEAD and POST are allowed.', 'GET, HEAD, POST');
  }

  const origin = singleHeader(request, 'origin');
  const needsOrigin = !isRead || kind === 'upgrade';
  if (needsOrigin ? origin !== `http://${host}` : origin !== null && origin !== `http://${host}`) {
    throw forbidden('The request comes from another origin.');
  }

  const fetchSite = singleHeader(request, 'sec-fetch-site');
  if (fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none') {
    // Links may open the page, as the launch file does from file://: without a code or token it has no data, and other origins can
    // neither frame nor script it.
    const isPageLoad =
      kind === 'request' &&
      method === 'GET' &&
      path === '/' &&
      singleHeader(request, 'sec-fetch-mode') === 'navigate' &&
      singleHeader(request, 'sec-fetch-dest') === 'document';
    if (!isPageLoad) throw forbidden('The request was made by another site.');
  }
  return { host, path };
}
