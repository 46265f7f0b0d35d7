/**
 * The gate of the community on this computer: the one address where others on the network reach it. The service itself stays
 * on loopback; the gate hands every request on as it is, with the address it came from, and nothing else of this computer.
 */
import { request as ask, type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Gate {
  readonly port: number;
  close(): Promise<void>;
}

export interface GateConfig {
  /** Where the community listens on this computer. */
  to: string;
  host: string;
  /** Another one where it is taken by another program. */
  port: number;
  /** How many other computers have asked something so far. */
  onVisitors(count: number): void;
}

/** As the service has them: the gate is no easier to hold up. Milliseconds and bytes. */
const limits = { headers: 10_000, request: 30_000, idle: 65_000, look: 2_000, headerBytes: 16 * 1024 };
const connections = { all: 512, perAddress: 64 };
/** Beyond so many nobody counts. */
const visitorsMax = 1_000;

/** Belong to one connection (RFC 9110, 7.6.1), or say whom a request came from, which only the gate can know. */
const ownHeaders =
  /^(connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|transfer-encoding)$/i;

/** Rejects where the address is not this computer's or may not be used. */
export async function openGate({ to, host, port, onVisitors }: GateConfig): Promise<Gate> {
  const { hostname, port: communityPort } = new URL(to);
  const perAddress = new Map<string, number>();
  const visitors = new Set<string>();

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: limits.look,
    },
    (request, response) => {
      const from = bare(request.socket.remoteAddress);
      meet(from);
      try {
        handOn(request, response, from);
      } catch {
        // A target that no request can carry.
        request.socket.destroy();
      }
    },
  );
  server.timeout = limits.idle;
  server.maxConnections = connections.all;
  server.on('connection', (socket: Socket) => {
    const from = bare(socket.remoteAddress);
    const here = (perAddress.get(from) ?? 0) + 1;
    perAddress.set(from, here);
    socket.once('close', () => {
      const left = (perAddress.get(from) ?? 1) - 1;
      if (left === 0) perAddress.delete(from);
      else perAddress.set(from, left);
    });
    if (here > connections.perAddress) socket.destroy();
  });

  function meet(from: string): void {
    if (visitors.has(from) || visitors.size >= visitorsMax || isOwn(from)) return;
    visitors.add(from);
    onVisitors(visitors.size);
  }

  function handOn(request: IncomingMessage, response: ServerResponse, from: string): void {
    const { method = 'GET', url = '/' } = request;
    const headers = [...passed(request.rawHeaders), 'X-Forwarded-For', from];
    // A body without its frame would be read as another request.
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
    else if (request.headers['content-length'] === undefined && !/^(GET|HEAD|DELETE)$/.test(method))
      headers.push('Content-Length', '0');
    const upstream: ClientRequest = ask({
      host: hostname,
      port: communityPort,
      method,
      path: url,
      headers: headers as never,
      // A connection for each: what one visitor leaves behind on it reaches no other.
      agent: false,
    });
    upstream.once('response', (answer) => {
      const back = passed(answer.rawHeaders);
      // What is left of an unread body would be taken for the next request.
      if (!request.complete) back.push('Connection', 'close');
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', back as never);
      // A stream says nothing for a while, and its reader is to know that it stands.
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    upstream.once('error', () => {
      if (response.headersSent) response.destroy();
      else request.socket.destroy();
    });
    response.once('close', () => upstream.destroy());
    request.once('error', () => upstream.destroy());
    request.pipe(upstream);
  }

  const listening = await listen(server, host, port);
  return {
    port: listening,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const bare = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address));

function passed(raw: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (!ownHeaders.test(raw[at]!)) kept.push(raw[at]!, raw[at + 1]!);
  }
  return kept;
}

async function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<number> {
  if (isIP(host) === 0) throw new Error(`${host} is not an address.`);
  const at = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: wanted, exclusive: true }, () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  return at(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port !== 0) return at(0);
    throw error;
  });
}
