/**
 * What runs before anything else, for requests and upgrades alike: another page in the user's browser, a name that was
 * pointed at this machine, or a program that guesses, gets no further than here. Nothing is inferred from forwarding
 * headers, and names are compared whole.
 */
import type { IncomingMessage } from 'node:http';
import { type ErrorCode, ParlorError } from '../../../shared/errors.ts';

/** A refusal with the status it is answered with; `allow` lists methods on 405. */
export class Refusal extends ParlorError {
  readonly status: number;
  readonly allow: string | null;

  constructor(status: number, code: ErrorCode, message: string, allow: string | null = null) {
    super(code, message);
    this.status = status;
    this.allow = allow;
  }
}

/** The values of a header as they came, also where Node would fold or drop repeats. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  const values: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) values.push(raw[i + 1] ?? '');
  return values;
}

/** The one value of a header that may come at most once. */
export function single(request: IncomingMessage, name: string): string | null {
  const values = valuesOf(request, name);
  if (values.length > 1) throw new Refusal(400, 'malformed_request', `The header ${name} came more than once.`);
  return values[0] ?? null;
}

/** The Host that was asked for, if `served` takes it. */
export function checkHost(request: IncomingMessage, served: (host: string) => boolean): string {
  const [host, ...more] = valuesOf(request, 'host');
  if (host === undefined || more.length > 0 || !served(host.toLowerCase())) {
    throw new Refusal(421, 'misdirected_request', 'This address is not served here.');
  }
  return host.toLowerCase();
}

/** The request target in origin form (RFC 9112 section 3.2.1), as it came. */
export function checkTarget(request: IncomingMessage): string {
  const target = request.url ?? '';
  if (!target.startsWith('/')) throw new Refusal(400, 'malformed_request', 'The request target is not a path.');
  return target;
}

/** What the guard found out about a request it let through. */
export interface Passed {
  host: string;
  path: string;
}

const forbidden = (words: string) => new Refusal(403, 'forbidden', words);

/** Throws a Refusal, or returns the checked host and path. */
export function checkRequest(request: IncomingMessage, port: number, kind: 'request' | 'upgrade'): Passed {
  const host = checkHost(request, (name) => name === `127.0.0.1:${port}` || name === `localhost:${port}`);
  const path = checkTarget(request);
  const method = request.method ?? '';
  if (method === 'OPTIONS') throw forbidden('No other origin may call Parlor.');
  const reads = method === 'GET' || method === 'HEAD';
  if (!reads && method !== 'POST') {
    throw new Refusal(405, 'method_not_allowed', 'Only GET, HEAD and POST are served.', 'GET, HEAD, POST');
  }

  const origin = single(request, 'origin');
  const originNeeded = !reads || kind === 'upgrade';
  if (originNeeded ? origin !== `http://${host}` : origin !== null && origin !== `http://${host}`) {
    throw forbidden('The request comes from another origin.');
  }

  const site = single(request, 'sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    // A link may open the page, as the launch file does from file://: it holds nothing without a code or a token, and
    // neither frames nor scripts of other origins can reach into it.
    const opensThePage =
      kind === 'request' &&
      method === 'GET' &&
      path === '/' &&
      single(request, 'sec-fetch-mode') === 'navigate' &&
      single(request, 'sec-fetch-dest') === 'document';
    if (!opensThePage) throw forbidden('The request was made by another site.');
  }
  return { host, path };
}
