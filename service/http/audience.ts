/**
 * The addresses of this service, which the texts that clients sign may name (shared/signing/audience.ts). A request that a client
 * signed for another community, and that somebody passes on, is refused. The Host header doesn't count, since whoever passes a
 * request on also chooses that.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { isLoopbackHost } from '../../shared/community/address.ts';
import {
  audienceMark,
  audienceRandomBytes,
  isAudienceMark,
  namesAudience,
  originOf,
} from '../../shared/signing/audience.ts';
import { forwardedTest, normalizeAddress } from '../client-address.ts';
import { anyAddress, type ServiceConfig } from '../config.ts';
import { requestError } from '../refusals.ts';

const maxLoggedHosts = 16;

const listOf = (addresses: readonly string[]): string => addresses.join(', ') || 'it knows none';

/** What texts may name in one request. */
export interface Audience {
  /** The origins that texts may name; null if any may be named. */
  addresses(): string[] | null;
  /** Throws ParlorError `wrong_audience` for a text that is marked for another community; others say nothing, and pass. */
  check(text: string): void;
  /** 64 hex digits that a client signs only for the address under which it reached this service. */
  mark(): string;
}

/**
 * With configured URLs, the address at which a connection arrived counts only for programs of this computer: other communities have
 * the same private address. It never counts for what a proxy forwarded.
 * `announced`: further URLs, which may change while the service runs. A host that clients use without its being listed is logged once.
 */
export function createAudiences(
  { publicUrls, proxies }: Pick<ServiceConfig, 'publicUrls' | 'proxies'>,
  announced: () => readonly string[],
  log: Logger,
): (request: IncomingMessage) => Audience {
  const unmarked = () => randomBytes(32).toString('hex');
  if (publicUrls === anyAddress) return () => ({ addresses: () => null, check() {}, mark: unmarked });
  const publicOrigins = publicUrls.map(originOf);
  const isForwarded = forwardedTest(proxies);
  /** Without a trusted proxy, requests that an unknown one forwards can't be told from those of this computer. */
  const mayNameConnection = ({ socket }: IncomingMessage) =>
    publicOrigins.length === 0 || (proxies.length > 0 && isLoopbackHost(normalizeAddress(socket.localAddress ?? '')));

  const loggedHosts = new Set<string>();
  function logUnlisted(host: string, addresses: readonly string[]): void {
    if (loggedHosts.has(host) || loggedHosts.size >= maxLoggedHosts) return;
    loggedHosts.add(host);
    log.warn({ host, addresses }, 'Clients use an address that isn’t listed with --public-url, and can’t sign for it.');
  }

  return (request) => {
    const host = request.headers.host?.toLowerCase();
    const hasHost = (origin: string) => new URL(origin).host === host;
    const origins = () => [
      ...publicOrigins,
      ...announced().map(originOf),
      ...(isForwarded(request) || !mayNameConnection(request) ? [] : originsOfConnection(request)),
    ];
    /** The host is the client's word, of which only the log speaks. */
    const loggedOrigins = () => {
      const known = origins();
      if (host !== undefined && !known.some(hasHost)) logUnlisted(host, known);
      return known;
    };
    return {
      addresses: loggedOrigins,
      check(text) {
        if (!isAudienceMark(text) || origins().some((origin) => namesAudience(text, origin))) return;
        const message = `This was signed for another address than those of this community: ${listOf(loggedOrigins())}.`;
        throw requestError('wrong_audience', message);
      },
      mark() {
        const known = loggedOrigins();
        const origin = known.find(hasHost) ?? known[0];
        return origin === undefined
          ? unmarked()
          : audienceMark(origin, randomBytes(audienceRandomBytes).toString('hex'));
      },
    };
  };
}

/** The address at which this connection arrived: in its network, nobody else can receive what is sent there. */
function originsOfConnection({ socket }: IncomingMessage): string[] {
  // The client is gone.
  if (socket.localAddress === undefined) return [];
  const address = normalizeAddress(socket.localAddress);
  const hosts = [address.includes(':') ? `[${address}]` : address, ...(isLoopbackHost(address) ? ['localhost'] : [])];
  return hosts.map((host) => originOf(`http://${host}:${socket.localPort}`));
}
