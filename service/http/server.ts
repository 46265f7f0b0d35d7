/**
 * HTTP by node:http alone. A request is read here into its raw target and raw body, its signature is checked over exactly
 * those bytes, and the method's answer or problem is written. docs/decisions/002-service-http.md says why no framework.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { ParlorError } from '../../shared/errors.ts';
import type { Rates } from '../config.ts';
import type { Answer, Context, Method, Received } from '../method.ts';
import type { Caller } from '../policy.ts';
import type { Storage } from '../storage/storage.ts';
import { announcesBody, Bodies, checkAnnounced, skipBody } from './body.ts';
import { headProblem } from './head.ts';
import { toJson } from './json.ts';
import { problemOf, refuse } from './problem.ts';
import type { RateLimit } from './rate.ts';
import { Router } from './router.ts';
import { type Credentials, callerOf, credentialsOf } from './signature.ts';

export interface HttpServer {
  /** Where it listens. Rejects where the port or the host cannot be had. */
  listen(): Promise<{ port: number }>;
  /** Takes no more connections, lets running requests end, then cuts what is left. */
  close(): Promise<void>;
}

/** Milliseconds a client may take, and how often that is looked at. */
export const defaultDeadlines = { headers: 10_000, request: 30_000, idle: 65_000, drain: 5000, look: 2000 };
export type Deadlines = typeof defaultDeadlines;

const headerBytes = 16 * 1024;
/** Requests one connection may send before it has the answers. node:http reads all that arrived at once. */
const pipelineMax = 100;

const nothing = new Uint8Array(0);

export function httpServer(
  context: Context,
  methods: readonly Method[],
  storage: Pick<Storage, 'agents' | 'replay' | 'rateLimit'>,
  clock: () => number,
  deadlines: Deadlines = defaultDeadlines,
): HttpServer {
  const { config, log } = context;
  const router = new Router<Method>();
  for (const method of methods) router.add(method.key, method);
  const limit = (kind: keyof Rates) => {
    const perSecond = config.rates[kind];
    return perSecond === null ? null : storage.rateLimit(kind, perSecond);
  };
  const rates = {
    capabilities: limit('capabilities'),
    registration: limit('registration'),
    strangers: limit('strangers'),
    signed: limit('signed'),
  };
  const bodies = new Bodies();
  let draining = false;

  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      // What node:http would refuse gets an answer like any other refusal.
      requireHostHeader: false,
      headersTimeout: deadlines.headers,
      requestTimeout: deadlines.request,
      keepAliveTimeout: deadlines.idle,
      connectionsCheckingInterval: deadlines.look,
    },
    (request, response) => {
      if (!begin(request.socket, response)) return;
      try {
        handle(request, response);
      } catch (error) {
        fail(request, response, error);
      }
    },
  );
  server.timeout = deadlines.idle;
  /** The requests each connection waits for, and the answer it began last. */
  const lines = new WeakMap<Socket, { running: number; newest: ServerResponse }>();

  /** False where the connection asks too much at once and was cut. */
  function begin(socket: Socket, response: ServerResponse): boolean {
    const line = lines.get(socket) ?? { running: 0, newest: response };
    line.running += 1;
    line.newest = response;
    lines.set(socket, line);
    if (line.running > pipelineMax) {
      socket.destroy();
      return false;
    }
    response.once('close', () => {
      line.running -= 1;
    });
    return true;
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = lines.get(socket)?.newest;
    // What was read whole before is answered first, and what was answered is not answered again.
    if (response?.req.complete && !response.writableFinished) {
      response.once('close', () => answerUnreadable(error, socket));
    } else if (response?.headersSent && !response.req.complete) {
      socket.end();
    } else {
      answerUnreadable(error, socket);
    }
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    fail(request, response, refuse('malformed_request', 'Nothing but 100-continue can be expected.')),
  );

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '';
    const name = request.method ?? '';
    const problem = headProblem(request);
    if (problem) {
      response.setHeader('Connection', 'close');
      throw problem;
    }
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const found = router.find(name, path);
    if (!found) throw refuse('not_found', 'There is nothing here.');
    if ('allow' in found) {
      response.setHeader('Allow', found.allow.join(', '));
      throw refuse('method_not_allowed', `Only ${found.allow.join(', ')} can be asked of this path.`);
    }
    const method = found.entry;
    const takesBody = name !== 'GET' && name !== 'DELETE';
    const maxBytes = takesBody ? method.route.body_bytes : 0;
    checkAnnounced(request, maxBytes);
    const query = mark < 0 ? '' : target.slice(mark + 1);
    serve(request, { method, target, params: found.params, query, maxBytes })
      .then((answer) => write(response, answer))
      .catch((error) => fail(request, response, error));
  }

  async function serve(
    request: IncomingMessage,
    asked: { method: Method; target: string; params: Received['params']; query: string; maxBytes: number },
  ): Promise<Answer> {
    const { method, target, params, query, maxBytes } = asked;
    const credentials = method.route.access === 'signed' ? await shown(request, maxBytes) : null;
    const arriving = bodies.of(request, maxBytes);
    const body = arriving ? await arriving : nothing;
    // Only now: a body may take its time.
    const now = clock();
    const caller = credentials && (await signed(request, { key: method.key, target, credentials, body }, now));
    if (!caller) await throttleAddress(method.key, request, now);
    return method.run(context, { params, query, body, caller, headers: request.headers, now });
  }

  /** The headers of the signature. Where they are refused, the body is not kept on its way. */
  async function shown(request: IncomingMessage, maxBytes: number): Promise<Credentials> {
    try {
      return credentialsOf(request.headers, storage.replay, clock());
    } catch (error) {
      await skipBody(request, maxBytes);
      throw error;
    }
  }

  function signed(
    request: IncomingMessage,
    { key, ...parts }: { key: CommunityRoute; target: string; credentials: Credentials; body: Uint8Array },
    now: number,
  ): Promise<Caller> {
    const known = key === 'POST /api/v1/agents/{id}/capabilities' ? rates.capabilities : rates.signed;
    const throttle = (publicKey: string, registered: boolean) =>
      registered ? taken(known, publicKey, now) : taken(rates.strangers, addressOf(request), now);
    const { agents, replay } = storage;
    return callerOf({ method: request.method!, ...parts }, { agents, replay, throttle }, now);
  }

  function throttleAddress(key: CommunityRoute, request: IncomingMessage, now: number): Promise<void> | void {
    if (key !== 'GET /api/v1/auth/challenge' && key !== 'POST /api/v1/auth/register') return;
    return taken(rates.registration, addressOf(request), now);
  }

  function write(response: ServerResponse, { status, body, headers }: Answer): void {
    if (body === undefined || body instanceof Uint8Array) {
      if (draining) response.setHeader('Connection', 'close');
      if (body) response.setHeader('Content-Length', body.length);
      response.writeHead(status, headers).end(body);
    } else send(response, status, 'application/json', toJson(body as object));
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const { status, document } = problemOf(error);
    if (status >= 500) log.error({ err: error, method: request.method, path: pathOf(request) }, document.message);
    else log.debug({ code: document.code, method: request.method, path: pathOf(request) }, document.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (typeof document.retry_after === 'number') response.setHeader('Retry-After', document.retry_after);
    // What is left of an unread body would be taken for the next request.
    if (announcesBody(request) && !request.complete) response.setHeader('Connection', 'close');
    send(response, status, 'application/problem+json', JSON.stringify(document));
  }

  function send(response: ServerResponse, status: number, type: string, text: string): void {
    if (draining) response.setHeader('Connection', 'close');
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    // As text it leaves in one piece with its head.
    response.end(text);
  }

  return {
    listen: () => listen(server, config.host, config.port),
    async close() {
      draining = true;
      await close(server, deadlines.drain);
    },
  };
}

const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? '';
/** Without the query, which may hold what does not belong into a log. */
const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0]!;

/** Takes one token, or throws or rejects with ParlorError `rate_limited`. */
function taken(rate: RateLimit | null, name: string, now: number): Promise<void> | void {
  const wait = rate?.take(name, now) ?? 0;
  const check = (seconds: number) => {
    if (seconds > 0) throw tooOften(seconds);
  };
  return wait instanceof Promise ? wait.then(check) : check(wait);
}

function tooOften(wait: number): ParlorError {
  const seconds = Math.max(1, Math.ceil(wait));
  return refuse('rate_limited', `Too many requests. Try again in ${seconds} s.`, { retry_after: seconds });
}

function listen(server: Server, host: string, port: number): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port });
    });
  });
}

function close(server: Server, drain: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drain);
    // Also closes the connections on which nothing runs.
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}

/** What node:http could not read as a request. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const overlong = error.code === 'HPE_HEADER_OVERFLOW';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { document } = problemOf(
    refuse(
      'malformed_request',
      overlong ? 'The headers are too long.' : late ? 'The request took too long.' : 'This is not an HTTP request.',
    ),
  );
  const status = overlong ? '431 Request Header Fields Too Large' : late ? '408 Request Timeout' : '400 Bad Request';
  const text = JSON.stringify({ ...document, status: Number(status.slice(0, 3)), title: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
