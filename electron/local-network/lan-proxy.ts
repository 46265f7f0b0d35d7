/**
 * Reverse proxy through which other computers on the network reach the community on this one. The service itself stays on
 * loopback. Requests are forwarded unchanged, except for hop-by-hop headers and `X-Forwarded-For`.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

// An import of node:http reads all its exports, which loads Node's fetch and takes 8 of this process's 64 MB.
const { createServer, request: sendRequest } = process.getBuiltinModule('node:http');

export interface LanProxy {
  readonly port: number;
  close(): Promise<void>;
}

export interface LanProxyConfig {
  /** URL of the community on this computer. */
  targetUrl: string;
  host: string;
  /** Replaced by a free port if it stays taken for `portTimeoutMs` (3 s by default). */
  port: number;
  portTimeoutMs?: number;
  /** Called with the number of other computers that have connected so far. */
  onVisitors(count: number): void;
}

/** The service's own limits, in milliseconds and bytes, so that the proxy is not easier to exhaust. */
const limits = { headers: 10_000, request: 30_000, idle: 65_000, check: 2_000, headerBytes: 16 * 1024 };
const connectionLimits = { all: 512, perAddress: 64 };
const portRetryMs = 250;
/** Bounds the memory for counting visitors. */
const visitorsMax = 1_000;

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and those about the sender, which only the proxy may set. */
const hopByHopHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|transfer-encoding)$/i;

/** Rejects if the address is not available on this computer. */
export async function openLanProxy({
  targetUrl,
  host,
  port,
  portTimeoutMs = 3_000,
  onVisitors,
}: LanProxyConfig): Promise<LanProxy> {
  const { hostname, port: communityPort } = new URL(targetUrl);
  const connectionCounts = new Map<string, number>();
  const visitors = new Set<string>();

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: limits.check,
    },
    (request, response) => {
      const senderAddress = plainAddress(request.socket.remoteAddress);
      countVisitor(senderAddress);
      try {
        forward(request, response, senderAddress);
      } catch {
        // `http.request` throws on an invalid target.
        request.socket.destroy();
      }
    },
  );
  server.timeout = limits.idle;
  server.maxConnections = connectionLimits.all;
  server.on('connection', (socket: Socket) => {
    const senderAddress = plainAddress(socket.remoteAddress);
    const openCount = (connectionCounts.get(senderAddress) ?? 0) + 1;
    connectionCounts.set(senderAddress, openCount);
    socket.once('close', () => {
      const remaining = (connectionCounts.get(senderAddress) ?? 1) - 1;
      if (remaining === 0) connectionCounts.delete(senderAddress);
      else connectionCounts.set(senderAddress, remaining);
    });
    if (openCount > connectionLimits.perAddress) socket.destroy();
  });

  function countVisitor(senderAddress: string): void {
    if (visitors.has(senderAddress) || visitors.size >= visitorsMax || isOwnAddress(senderAddress)) return;
    visitors.add(senderAddress);
    onVisitors(visitors.size);
  }

  function forward(request: IncomingMessage, response: ServerResponse, senderAddress: string): void {
    const { method = 'GET', url = '/' } = request;
    const headers = [...forwardedHeaders(request.rawHeaders), 'X-Forwarded-For', senderAddress];
    // Without its length, the body would be read as another request.
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
    else if (request.headers['content-length'] === undefined && !/^(GET|HEAD|DELETE)$/.test(method))
      headers.push('Content-Length', '0');
    const upstream: ClientRequest = sendRequest({
      host: hostname,
      port: communityPort,
      method,
      path: url,
      headers: headers as never,
      // One connection per request, so that clients never share one.
      agent: false,
    });
    upstream.once('response', (upstreamResponse) => {
      const responseHeaders = forwardedHeaders(upstreamResponse.rawHeaders);
      // The rest of an unread body would be read as the next request.
      if (!request.complete) responseHeaders.push('Connection', 'close');
      response.writeHead(
        upstreamResponse.statusCode ?? 502,
        upstreamResponse.statusMessage ?? '',
        responseHeaders as never,
      );
      // An event stream may stay silent for a while; its reader waits for the headers.
      response.flushHeaders();
      upstreamResponse.pipe(response);
      upstreamResponse.once('error', () => response.destroy());
    });
    upstream.once('error', () => {
      if (response.headersSent) response.destroy();
      else request.socket.destroy();
    });
    response.once('close', () => upstream.destroy());
    request.once('error', () => upstream.destroy());
    request.pipe(upstream);
  }

  const listeningPort = await listen(server, host, port, portTimeoutMs);
  return {
    port: listeningPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) as plain IPv4; others unchanged. */
const plainAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((candidate) => candidate.address === address));

/** Without the headers of this connection and those that it names (RFC 9110, section 7.6.1). */
function forwardedHeaders(rawHeaders: string[]): string[] {
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, i) => [rawHeaders[2 * i]!, rawHeaders[2 * i + 1]!] as const,
  );
  const namedHeaders = headers.flatMap(([name, value]) =>
    /^connection$/i.test(name) ? value.split(',').map((headerName) => headerName.trim().toLowerCase()) : [],
  );
  return headers.filter(([name]) => !hopByHopHeaders.test(name) && !namedHeaders.includes(name.toLowerCase())).flat();
}

async function listen(
  server: ReturnType<typeof createServer>,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<number> {
  if (isIP(host) === 0) throw new Error(`${host} is not an address.`);
  const listenOn = (candidatePort: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: candidatePort, exclusive: true }, () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await listenOn(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
      // The proxy of a killed Parlor frees the port a moment later.
      if (performance.now() >= deadline) return listenOn(0);
      await delay(portRetryMs);
    }
  }
}
