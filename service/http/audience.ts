/**
 * The addresses of this service, which the texts that clients sign may name (shared/signing/audience.ts). A request that a client
 * signed for another community, and that somebody passes on, is refused. The Host header doesn't count, since whoever passes a
 * request on also chooses that.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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

/** What texts may name in one request. */
export interface Audience {
  /** Throws ParlorError `wrong_audience` for a text that is marked for another community; others say nothing, and pass. */
  check(text: string): void;
  /** 64 hex digits that a client signs only for the address under which it reached this service. */
  mark(): string;
}

/**
 * With configured URLs, the address at which a connection arrived counts only for programs of this computer: other communities have
 * the same private address. It never counts for what a proxy forwarded.
 * `announced`: further URLs, which may change while the service runs.
 */
export function createAudiences(
  { publicUrls, proxies }: Pick<ServiceConfig, 'publicUrls' | 'proxies'>,
  announced: () => readonly string[],
): (request: IncomingMessage) => Audience {
  const unmarked = () => randomBytes(32).toString('hex');
  if (publicUrls === anyAddress) return () => ({ check() {}, mark: unmarked });
  const publicOrigins = publicUrls.map(originOf);
  const isForwarded = forwardedTest(proxies);
  /** Without a trusted proxy, requests that an unknown one forwards can't be told from those of this computer. */
  const mayNameConnection = ({ socket }: IncomingMessage) =>
    publicOrigins.length === 0 || (proxies.length > 0 && isLoopbackHost(normalizeAddress(socket.localAddress ?? '')));

  return (request) => {
    const origins = () => [
      ...publicOrigins,
      ...announced().map(originOf),
      ...(isForwarded(request) || !mayNameConnection(request) ? [] : originsOfConnection(request)),
    ];
    return {
      check(text) {
        if (!isAudienceMark(text) || origins().some((origin) => namesAudience(text, origin))) return;
        throw requestError('wrong_audience', 'This was signed for another address than those of this community.');
      },
      mark() {
        const host = request.headers.host?.toLowerCase();
        const known = origins();
        const origin = known.find((candidate) => new URL(candidate).host === host) ?? known[0];
        return origin === undefined
          ? unmarked()
          : audienceMark(origin, randomBytes(audienceRandomBytes).toString('hex'));
      },
    };
  };
}

/** The address at which this connection arrived: in its network, nobody else can receive what is sent there. */
function originsOfConnection({ socket }: IncomingMessage): string[] {
  const address = normalizeAddress(socket.localAddress ?? '');
  const hosts = [address.includes(':') ? `[${address}]` : address, ...(isLoopbackHost(address) ? ['localhost'] : [])];
  return hosts.map((host) => originOf(`http://${host}:${socket.localPort}`));
}
