/** Limits the request rate of callers: registered agents by their key, everyone else by their network. */
import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../shared/community/address.ts';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import { networksOf } from '../../shared/ip-networks.ts';
import { addressReader } from '../client-address.ts';
import { localRates, type Rate, type Rates, type ServiceConfig } from '../config.ts';
import { requestError } from '../refusals.ts';
import type { Storage } from '../storage/storage.ts';
import { LocalRateLimit, type RateLimit } from '../storage/token-bucket.ts';

/** All but `chargeFailure` reject or throw with ParlorError `rate_limited`. `now`: Unix milliseconds. */
export interface Throttle {
  /** A signed request, before anything is computed for it: whether its address has used up the rate of `strangers`. */
  checkFailures(request: IncomingMessage, now: number): void;
  /** A request by a key that is not registered, before its signature is verified. */
  limitStranger(request: IncomingMessage, now: number): void;
  /** A check whether a key that is not registered is sound. */
  limitKeyCheck(now: number): void;
  /** A request by a registered key whose signature fails. */
  chargeFailure(request: IncomingMessage, now: number): void;
  /** A request with a valid signature by this registered key. */
  limitSigned(key: CommunityRoute, request: IncomingMessage, publicKey: string, now: number): Promise<void> | void;
  limitUnsigned(key: CommunityRoute, request: IncomingMessage, now: number): Promise<void> | void;
}

type Limit = (name: string, now: number) => Promise<void> | void;

/** Of all strangers together, however many addresses they have: each check takes 1 to 2 ms. */
const keyCheckRate: Rate = { perSecond: 50, burst: 100 };

/** Each wider network of `networksOf` has four times the rate of the one inside it, in the same order: an IPv6 /64, /56, /48. */
const ratesOfNetworks = ({ perSecond, burst }: Rate): Rate[] =>
  [1, 4, 16].map((factor) => ({ perSecond: factor * perSecond, burst: factor * burst }));

interface NetworkBucket<Limit> {
  limit: Limit;
  name: string;
}

/** Returns a function that finds the buckets of an address, narrowest network first. */
function openNetworkBuckets<Limit>(
  rate: Rate,
  open: (rate: Rate) => Limit,
): (address: string) => NetworkBucket<Limit>[] {
  const limits = ratesOfNetworks(rate).map(open);
  return (address) => {
    const networks = networksOf(address);
    return limits.flatMap((limit, width) => (networks[width] === undefined ? [] : [{ limit, name: networks[width] }]));
  };
}

export function createThrottle(
  config: Pick<ServiceConfig, 'proxies' | 'rates'>,
  rateLimit: Storage['rateLimit'],
): Throttle {
  const addressOf = addressReader(config.proxies);

  function createNetworkLimit(
    kind: string,
    rate: Rate | null,
    openRateLimit: (kind: string, rate: Rate) => RateLimit,
  ): Limit {
    if (rate === null) return () => undefined;
    const bucketsOf = openNetworkBuckets(rate, (each) => openRateLimit(kind, each));
    return async (address, now) => {
      for (const { limit, name } of bucketsOf(address)) await takeToken(limit, name, now);
    };
  }
  const createFailureLimit = (rate: Rate) => {
    const bucketsOf = openNetworkBuckets(rate, (each) => new LocalRateLimit(each));
    return {
      check(address: string, now: number) {
        for (const { limit, name } of bucketsOf(address)) requireToken(limit.wait(name, now));
      },
      take(address: string, now: number) {
        for (const { limit, name } of bucketsOf(address)) limit.take(name, now);
      },
    };
  };
  const createKeyLimit = (kind: keyof Rates, rate: Rate | null): Limit => {
    const limit = rate && rateLimit(kind, rate);
    return (publicKey, now) => (limit ? takeToken(limit, publicKey, now) : undefined);
  };
  const createLimits = (prefix: string, { registration, strangers, public: publicRate, signed }: Rates) => ({
    registration: createNetworkLimit(`${prefix}registration`, registration, rateLimit),
    // The next two are counted per process: a database row for each would cost more than what is limited.
    strangers: strangers && createFailureLimit(strangers),
    public: createNetworkLimit(`${prefix}public`, publicRate, (_, rate) => new LocalRateLimit(rate)),
    signed: createKeyLimit('signed', signed),
  });

  const capabilities = createKeyLimit('capabilities', config.rates.capabilities);
  const limits = createLimits('', config.rates);
  const operatorLimits = createLimits('local ', localRates);
  /** Behind a proxy, a request that reaches this computer directly comes from its operator. */
  const limitsOfAddress = (address: string) =>
    config.proxies.length > 0 && isLoopbackHost(address) ? operatorLimits : limits;

  const keyChecks = new LocalRateLimit(keyCheckRate);

  return {
    checkFailures(request, now) {
      const address = addressOf(request);
      limitsOfAddress(address).strangers?.check(address, now);
    },
    limitStranger(request, now) {
      const address = addressOf(request);
      const { strangers } = limitsOfAddress(address);
      strangers?.check(address, now);
      strangers?.take(address, now);
    },
    limitKeyCheck(now) {
      requireToken(keyChecks.take('', now));
    },
    chargeFailure(request, now) {
      const address = addressOf(request);
      limitsOfAddress(address).strangers?.take(address, now);
    },
    limitSigned(key, request, publicKey, now) {
      const address = addressOf(request);
      return key === 'POST /api/v1/agents/{id}/capabilities'
        ? capabilities(publicKey, now)
        : limitsOfAddress(address).signed(publicKey, now);
    },
    limitUnsigned(key, request, now) {
      // Load balancers must always get a response; healthCheck() bounds the cost.
      if (key === 'GET /health') return undefined;
      const address = addressOf(request);
      const { registration, public: publicLimit } = limitsOfAddress(address);
      const isRegistration = key === 'GET /api/v1/auth/challenge' || key === 'POST /api/v1/auth/register';
      return (isRegistration ? registration : publicLimit)(address, now);
    },
  };
}

function takeToken(rate: RateLimit, name: string, now: number): Promise<void> | void {
  const waitSeconds = rate.take(name, now);
  return waitSeconds instanceof Promise ? waitSeconds.then(requireToken) : requireToken(waitSeconds);
}

/** `waitSeconds`: seconds until the next token; 0 if one was taken. */
function requireToken(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  throw requestError('rate_limited', `Too many requests. Try again in ${seconds} s.`, { retry_after: seconds });
}
