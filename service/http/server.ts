/**
 * HTTP by node:http alone. A request is read here into its raw target and raw body, its signature is checked over exactly
 * those bytes, and the method's answer or problem is written. docs/decisions/002-service-http.md says why no framework.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopbackHost } from '../../shared/community/address.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { StreamReader } from '../../shared/community/define.ts';
import type { ParlorError } from '../../shared/errors.ts';
import type { Rates } from '../config.ts';
import type { Answer, Context, Method, Received } from '../method.ts';
import type { Caller } from '../policy.ts';
import type { Storage } from '../storage/storage.ts';
import { addressReader } from './address.ts';
import { announcesBody, Bodies, checkAnnounced, skipBody } from './body.ts';
import { type Exchange, follow } from './exchange.ts';
import { headProblem } from './head.ts';
import { toJson } from './json.ts';
import { problemOf, refuse } from './problem.ts';
import type { RateLimit } from './rate.ts';
import { Router } from './router.ts';
import { type Credentials, callerOf, credentialsOf } from './signature.ts';
import { Streams } from './stream.ts';

export interface HttpServer {
  /** Where it listens. Rejects where the port or the host cannot be had. */
  listen(): Promise<{ port: number }>;
  /** Takes no more connections, lets running requests end, then cuts what is left. */
  close(): Promise<void>;
  /** Cuts what still runs. */
  cut(): void;
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
  const { config, log, metrics, leaving } = context;
  const addressOf = addressReader(config.proxies);
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
  const streams = new Streams();

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
      const exchange = follow(request, response, context);
      try {
        handle(request, response, exchange);
      } catch (error) {
        fail(request, response, exchange, error);
      }
    },
  );
  server.timeout = deadlines.idle;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  metrics?.watchConnections(() => sockets.size);
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

  const unreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (answerUnreadable(error, socket)) metrics?.unreadable();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = lines.get(socket)?.newest;
    // What was read whole before is answered first, and what was answered is not answered again.
    if (response?.req.complete && !response.writableFinished) {
      response.once('close', () => unreadable(error, socket));
    } else if (response?.headersSent && !response.req.complete) {
      socket.end();
    } else {
      unreadable(error, socket);
    }
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refuse('malformed_request', 'Nothing but 100-continue can be expected.');
    fail(request, response, follow(request, response, context), refusal);
  });

  function handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
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
    exchange.route = method.key;
    const takesBody = name !== 'GET' && name !== 'DELETE';
    const maxBytes = takesBody ? method.route.body_bytes : 0;
    checkAnnounced(request, maxBytes);
    const query = mark < 0 ? '' : target.slice(mark + 1);
    serve(request, { method, target, params: found.params, query, maxBytes }, exchange)
      .then((answer) => write(response, exchange, answer))
      .catch((error) => fail(request, response, exchange, error));
  }

  async function serve(
    request: IncomingMessage,
    asked: { method: Method; target: string; params: Received['params']; query: string; maxBytes: number },
    exchange: Exchange,
  ): Promise<Answer> {
    const { method, target, params, query, maxBytes } = asked;
    const credentials = method.route.access === 'signed' ? await shown(request, maxBytes) : null;
    const arriving = bodies.of(request, maxBytes);
    const body = arriving ? await arriving : nothing;
    exchange.bodyBytes = body.length;
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

  /** Behind a proxy, what comes without it from this computer comes from whoever runs the service: nobody to hold back. */
  const isOwn = (address: string) => config.proxies.length > 0 && isLoopbackHost(address);

  function signed(
    request: IncomingMessage,
    { key, ...parts }: { key: CommunityRoute; target: string; credentials: Credentials; body: Uint8Array },
    now: number,
  ): Promise<Caller> {
    const address = addressOf(request);
    const others = isOwn(address) ? null : rates;
    const known = key === 'POST /api/v1/agents/{id}/capabilities' ? rates.capabilities : (others?.signed ?? null);
    const throttle = (publicKey: string, registered: boolean) =>
      registered ? taken(known, publicKey, now) : taken(others?.strangers ?? null, address, now);
    const { agents, replay } = storage;
    return callerOf({ method: request.method!, ...parts }, { agents, replay, throttle }, now);
  }

  function throttleAddress(key: CommunityRoute, request: IncomingMessage, now: number): Promise<void> | void {
    if (key !== 'GET /api/v1/auth/challenge' && key !== 'POST /api/v1/auth/register') return;
    const address = addressOf(request);
    return isOwn(address) ? undefined : taken(rates.registration, address, now);
  }

  function write(response: ServerResponse, exchange: Exchange, { status, body, headers }: Answer): void {
    if (typeof body === 'function') streams.open(response, status, body as (reader: StreamReader) => void);
    else if (body === undefined || body instanceof Uint8Array) {
      if (leaving.aborted) response.setHeader('Connection', 'close');
      if (body) response.setHeader('Content-Length', body.length);
      response.writeHead(status, { ...headers, 'Request-Id': exchange.id }).end(body);
    } else send(response, exchange, status, 'application/json', toJson(body as object));
  }

  function fail(request: IncomingMessage, response: ServerResponse, exchange: Exchange, error: unknown): void {
    const { status, document } = problemOf(error);
    exchange.code = document.code;
    if (status >= 500) {
      const { id, route, code } = exchange;
      log.error({ request: id, route, code, err: error }, document.message);
      // What a person quotes, and an operator looks for (RFC 9457, section 3.1.5).
      document.instance = id;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (typeof document.retry_after === 'number') response.setHeader('Retry-After', document.retry_after);
    // What is left of an unread body would be taken for the next request.
    if (announcesBody(request) && !request.complete) response.setHeader('Connection', 'close');
    send(response, exchange, status, 'application/problem+json', JSON.stringify(document));
  }

  function send(response: ServerResponse, exchange: Exchange, status: number, type: string, text: string): void {
    if (leaving.aborted) response.setHeader('Connection', 'close');
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Request-Id': exchange.id,
    });
    // As text it leaves in one piece with its head.
    response.end(text);
  }

  return {
    listen: () => listen(server, config.host, config.port),
    close() {
      streams.end();
      // node:http takes a connection on which nothing came yet for one in use.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      return close(server, deadlines.drain);
    },
    cut: () => server.closeAllConnections(),
  };
}

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

/** Answers what node:http could not read as a request; false where nobody is left to answer. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): boolean {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return false;
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
  return true;
}
