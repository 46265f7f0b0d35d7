/**
 * The HTTP server, on node:http alone (reasons: docs/decisions/002-service-http.md). A request passes through:
 *
 * - request-head.ts and router.ts: reject a malformed request head, then map method and path to a handler of api/handlers.ts
 * - signature.ts and body.ts: read the signature headers, then the raw body
 * - signature.ts: verify the signature over exactly those bytes, the rate limit, the request id and the registration
 * - handler.ts: validate against the contract, load the subject, authorize by access-policy.ts, and run the route's file in api/
 * - json.ts, event-stream.ts or problem.ts: write the response; request-log.ts then logs and counts it
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { EventStreamWriter } from '../../shared/community/define.ts';
import { addressReader } from '../client-address.ts';
import type { Exchange } from '../metrics/metrics.ts';
import { requestError } from '../refusals.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import type { Storage } from '../storage/storage.ts';
import { type Audience, createAudiences } from './audience.ts';
import { bannedNetworkError } from './banned.ts';
import { BodyReader, checkBodyHeaders, discardBody, hasBody } from './body.ts';
import { EventStreams } from './event-stream.ts';
import type { Context, Handler, ReceivedRequest, RouteResponse } from './handler.ts';
import { toJson } from './json.ts';
import { problemResponse } from './problem.ts';
import { createThrottle } from './rate-limits.ts';
import { headError } from './request-head.ts';
import { observeRequest } from './request-log.ts';
import { Router } from './router.ts';
import { authenticate, type Credentials, credentialsOf, type RequestRates } from './signature.ts';

export interface HttpServer {
  /** Resolves with the bound port. Rejects with the error of node:net. */
  listen(): Promise<{ port: number }>;
  /** Stops accepting connections, waits for running requests, then closes what is left after the drain deadline. */
  close(): Promise<void>;
  closeAllConnections(): void;
  /** Closes the event streams of banned networks. */
  disconnectBanned(): void;
}

/** Milliseconds. `check`: how often node:http enforces the header and request deadlines. */
const defaultDeadlines = { headers: 10_000, request: 30_000, idle: 65_000, drain: 5000, check: 2000 };
export type Deadlines = typeof defaultDeadlines;

const maxHeaderBytes = 16 * 1024;
/** Unanswered requests per connection. node:http itself sets no limit: it parses everything that has arrived. */
const maxPipelined = 100;

const emptyBody = new Uint8Array(0);

/** The unanswered requests of one connection. */
interface Pipeline {
  newest: ServerResponse;
  isRunning: boolean;
  /** Start functions of the requests in order of arrival. */
  queue: (() => void)[];
}

export function createHttpServer(
  context: Context,
  handlers: readonly Handler[],
  storage: Pick<Storage, 'agents' | 'replay' | 'rateLimit'>,
  clock: () => number,
  deadlines: Deadlines = defaultDeadlines,
): HttpServer {
  const { config, failures, metrics, shutdown } = context;
  const router = new Router<Handler>();
  for (const handler of handlers) router.add(handler.key, handler);
  const throttle = createThrottle(config, storage.rateLimit);
  const audienceOf = createAudiences(config, context.announcedUrls, context.log);
  const addressOf = addressReader(config.proxies);
  const isBanned = (request: IncomingMessage) => context.isBannedAddress(addressOf(request));
  const bodies = new BodyReader();
  const streams = new EventStreams();

  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      // headError reports it instead, with a problem document.
      requireHostHeader: false,
      headersTimeout: deadlines.headers,
      requestTimeout: deadlines.request,
      keepAliveTimeout: deadlines.idle,
      connectionsCheckingInterval: deadlines.check,
    },
    (request, response) =>
      enqueue(request.socket, response, () => {
        const exchange = observeRequest(request, response, context);
        try {
          handle(request, response, exchange);
        } catch (error) {
          writeError(request, response, exchange, error);
        }
      }),
  );
  server.timeout = deadlines.idle;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  metrics?.setConnectionCounter(() => sockets.size);
  const pipelines = new WeakMap<Socket, Pipeline>();

  /** Start functions of pipelined requests whose predecessors on the connection are answered. */
  const readyRequests: (() => void)[] = [];
  /** Starts one request per turn of the event loop, so that new requests of other connections are served in between. */
  function startLater(start: () => void): void {
    const startNext = () => {
      readyRequests.shift()!();
      if (readyRequests.length > 0) setImmediate(startNext);
    };
    if (readyRequests.push(start) === 1) setImmediate(startNext);
  }

  /**
   * Runs the requests of one connection one after another, interleaved with those of other connections. Destroys the connection
   * if it exceeds the pipeline limit.
   */
  function enqueue(socket: Socket, response: ServerResponse, run: () => void): void {
    const pipeline = pipelines.get(socket) ?? { newest: response, queue: [], isRunning: false };
    pipelines.set(socket, pipeline);
    pipeline.newest = response;
    const { queue } = pipeline;
    response.once('close', () => {
      pipeline.isRunning = queue.length > 0;
      if (pipeline.isRunning) startLater(() => !socket.destroyed && queue.shift()!());
    });
    if (!pipeline.isRunning) {
      pipeline.isRunning = true;
      run();
    } else if (queue.push(run) >= maxPipelined) socket.destroy();
  }

  const handleUnparsable = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (writeUnparsable(error, socket)) metrics?.requestUnparsable();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = pipelines.get(socket)?.newest;
    // A complete earlier request is answered first; a response that was already sent is not sent twice.
    if (response?.req.complete && !response.writableFinished) {
      response.once('close', () => handleUnparsable(error, socket));
    } else if (response?.headersSent && !response.req.complete) {
      socket.end();
    } else {
      handleUnparsable(error, socket);
    }
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const error = requestError('malformed_request', 'Only 100-continue is supported in Expect.');
    writeError(request, response, observeRequest(request, response, context), error);
  });

  function handle(request: IncomingMessage, response: ServerResponse, exchange: Exchange): void {
    const target = request.url ?? '';
    const method = request.method ?? '';
    const requestHeadError = headError(request);
    if (requestHeadError) {
      response.setHeader('Connection', 'close');
      throw requestHeadError;
    }
    const queryMark = target.indexOf('?');
    const path = queryMark < 0 ? target : target.slice(0, queryMark);
    // node:http leaves out the body of a response to HEAD (RFC 9110, section 9.3.2).
    const routedMethod = method === 'HEAD' ? 'GET' : method;
    const match = router.find(routedMethod, path);
    if (!match) throw requestError('not_found', 'There is no such route.');
    if ('allow' in match) {
      response.setHeader('Allow', match.allow.join(', '));
      throw requestError('method_not_allowed', `Only ${match.allow.join(', ')} is allowed on this path.`);
    }
    const handler = match.entry;
    exchange.route = handler.key;
    if (handler.key !== 'GET /health' && isBanned(request)) throw bannedNetworkError();
    const takesBody = routedMethod !== 'GET' && method !== 'DELETE';
    const maxBytes = takesBody ? handler.route.body_bytes : 0;
    checkBodyHeaders(request, maxBytes);
    const query = queryMark < 0 ? '' : target.slice(queryMark + 1);
    serve(request, { handler, target, params: match.params, query, maxBytes }, exchange)
      .then((result) => writeResponse(response, exchange, result))
      .catch((error) => writeError(request, response, exchange, error));
  }

  async function serve(
    request: IncomingMessage,
    routedRequest: {
      handler: Handler;
      target: string;
      params: ReceivedRequest['params'];
      query: string;
      maxBytes: number;
    },
    exchange: Exchange,
  ): Promise<RouteResponse> {
    const { handler, target, params, query, maxBytes } = routedRequest;
    const audience = audienceOf(request);
    const credentials = handler.route.access === 'signed' ? await readCredentials(request, audience, maxBytes) : null;
    const pendingBody = bodies.read(request, maxBytes);
    const body = pendingBody ? await pendingBody : emptyBody;
    exchange.bodyBytes = body.length;
    // Read after the body, which may take long to arrive.
    const now = clock();
    const caller =
      credentials && (await authenticateCaller(request, { key: handler.key, target, credentials, body }, now));
    if (!caller) await throttle.limitUnsigned(handler.key, request, now);
    return handler.run(context, { params, query, body, caller, audience, headers: request.headers, now });
  }

  /** The signature headers. If they are refused, the body is discarded rather than buffered. */
  async function readCredentials(request: IncomingMessage, audience: Audience, maxBytes: number): Promise<Credentials> {
    const now = clock();
    try {
      const credentials = credentialsOf(request.headers, audience, storage.replay, now);
      throttle.checkFailures(request, now);
      return credentials;
    } catch (error) {
      await discardBody(request, maxBytes);
      throw error;
    }
  }

  function authenticateCaller(
    request: IncomingMessage,
    { key, ...parts }: { key: CommunityRoute; target: string; credentials: Credentials; body: Uint8Array },
    now: number,
  ): Promise<Caller> {
    const { agents, replay } = storage;
    const { isBanned } = context;
    const rates: RequestRates = {
      limitStranger: () => throttle.limitStranger(request, now),
      limitKeyCheck: () => throttle.limitKeyCheck(now),
      chargeFailure: () => throttle.chargeFailure(request, now),
      limitSigned: (publicKey) => throttle.limitSigned(key, request, publicKey, now),
    };
    return authenticate({ method: request.method!, ...parts }, { agents, replay, isBanned, rates }, now);
  }

  function writeResponse(response: ServerResponse, exchange: Exchange, { status, body, headers }: RouteResponse): void {
    if (typeof body === 'function') streams.open(response, status, body as (writer: EventStreamWriter) => void);
    else if (body === undefined || body instanceof Uint8Array) {
      if (shutdown.aborted) response.setHeader('Connection', 'close');
      if (body) response.setHeader('Content-Length', body.length);
      response.writeHead(status, { ...headers, 'Request-Id': exchange.id }).end(body);
    } else writeText(response, exchange, status, 'application/json', toJson(body as object));
  }

  function writeError(request: IncomingMessage, response: ServerResponse, exchange: Exchange, error: unknown): void {
    const { status, document } = problemResponse(error);
    exchange.code = document.code;
    // That all streams are taken is no failure; clients come back.
    if (status >= 500 && document.code !== 'service_busy') {
      const { id, route, code } = exchange;
      failures.failed(error, document.message, { request: id, route, code });
      // Users can quote the id, and operators find it in the log (RFC 9457, section 3.1.5).
      document.instance = id;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (typeof document.retry_after === 'number') response.setHeader('Retry-After', document.retry_after);
    // The rest of an unread body would be parsed as the next request.
    if (hasBody(request) && !request.complete) response.setHeader('Connection', 'close');
    writeText(response, exchange, status, 'application/problem+json', JSON.stringify(document));
  }

  function writeText(response: ServerResponse, exchange: Exchange, status: number, type: string, text: string): void {
    if (shutdown.aborted) response.setHeader('Connection', 'close');
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Request-Id': exchange.id,
    });
    // A string is sent in one write with the head.
    response.end(text);
  }

  return {
    listen: () => listen(server, config.host, config.port),
    close() {
      streams.end();
      // node:http does not count a connection without any request as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      return close(server, deadlines.drain);
    },
    closeAllConnections: () => server.closeAllConnections(),
    disconnectBanned: () => streams.endWhere(isBanned),
  };
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

function close(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    // Also closes idle connections.
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** Responds to bytes that node:http could not parse. Returns false if the connection is already gone. */
function writeUnparsable(error: NodeJS.ErrnoException, socket: Socket): boolean {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return false;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { document } = problemResponse(
    requestError(
      'malformed_request',
      isTooLong
        ? 'The headers are too long.'
        : isTooSlow
          ? 'The request took too long.'
          : 'This is not an HTTP request.',
    ),
  );
  const status = isTooLong
    ? '431 Request Header Fields Too Large'
    : isTooSlow
      ? '408 Request Timeout'
      : '400 Bad Request';
  const text = JSON.stringify({ ...document, status: Number(status.slice(0, 3)), title: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
  return true;
}
