/** Limits the request rate of callers: registered agents by their key, everyone else by their network. */
import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../shared/community/address.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { networksOf } from '../../shared/ip-networks.ts';
import { addressReader } from '../client-address.ts';
import { localRates, type Rate, type Rates, type ServiceConfig } from '../config.ts';
import { refuse } from '../refusals.ts';
import type { Storage } from '../storage/storage.ts';
import { LocalRateLimit, type RateLimit } from '../storage/token-bucket.ts';

/** Both reject or throw with ParlorError `rate_limited`. `now`: Unix milliseconds. */
export interface Throttle {
  /** A request with a valid signature, by this key. */
  signed(key: CommunityRoute, request: IncomingMessage, by: Signer, now: number): Promise<void> | void;
  unsigned(key: CommunityRoute, request: IncomingMessage, now: number): Promise<void> | void;
}

type Limit = (name: string, now: number) => Promise<void> | void;

interface Signer {
  publicKey: string;
  registered: boolean;
}

/** How many times the limit of a single network applies to the /56 around it. */
const aroundFactor = 4;

export function throttle(config: Pick<ServiceConfig, 'proxies' | 'rates'>, rateLimit: Storage['rateLimit']): Throttle {
  const addressOf = addressReader(config.proxies);

  function byNetwork(kind: string, rate: Rate | null, open: (kind: string, rate: Rate) => RateLimit): Limit {
    if (rate === null) return () => undefined;
    const { perSecond, burst } = rate;
    const networks = open(kind, rate);
    const surroundings = open(`${kind} around`, { perSecond: aroundFactor * perSecond, burst: aroundFactor * burst });
    return async (address, now) => {
      const [network, around] = networksOf(address);
      await takeToken(networks, network, now);
      if (around !== undefined) await takeToken(surroundings, around, now);
    };
  }
  const byKey = (kind: keyof Rates, rate: Rate | null): Limit => {
    const limit = rate && rateLimit(kind, rate);
    return (publicKey, now) => (limit ? takeToken(limit, publicKey, now) : undefined);
  };
  const limitsOf = (prefix: string, { registration, strangers, public: reads, signed }: Rates) => ({
    registration: byNetwork(`${prefix}registration`, registration, rateLimit),
    strangers: byNetwork(`${prefix}strangers`, strangers, rateLimit),
    // Counted per process: writing a database row for each read would cost more than most of the reads.
    public: byNetwork(`${prefix}public`, reads, (_, rate) => new LocalRateLimit(rate)),
    signed: byKey('signed', signed),
  });

  const capabilities = byKey('capabilities', config.rates.capabilities);
  const limits = limitsOf('', config.rates);
  const operator = limitsOf('local ', localRates);
  /** Behind a proxy, a request that reaches this computer directly comes from its operator. */
  const limitsFor = (address: string) => (config.proxies.length > 0 && isLoopbackHost(address) ? operator : limits);

  return {
    signed(key, request, { publicKey, registered }, now) {
      const address = addressOf(request);
      if (!registered) return limitsFor(address).strangers(address, now);
      return key === 'POST /api/v1/agents/{id}/capabilities'
        ? capabilities(publicKey, now)
        : limitsFor(address).signed(publicKey, now);
    },
    unsigned(key, request, now) {
      // Load balancers must always get a response; healthCheck() bounds the cost.
      if (key === 'GET /health') return undefined;
      const address = addressOf(request);
      const { registration, public: reads } = limitsFor(address);
      const isRegistration = key === 'GET /api/v1/auth/challenge' || key === 'POST /api/v1/auth/register';
      return (isRegistration ? registration : reads)(address, now);
    },
  };
}

function takeToken(rate: RateLimit, name: string, now: number): Promise<void> | void {
  const wait = rate.take(name, now);
  return wait instanceof Promise ? wait.then(refuseIfWaiting) : refuseIfWaiting(wait);
}

/** `wait`: seconds until the next token; 0 if one was taken. */
function refuseIfWaiting(wait: number): void {
  if (wait === 0) return;
  const seconds = Math.max(1, Math.ceil(wait));
  throw refuse('rate_limited', `Too many requests. Try again in ${seconds} s.`, { retry_after: seconds });
}
