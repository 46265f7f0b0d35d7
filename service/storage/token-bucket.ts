/** Rate limiting with one token bucket per caller. */
import type { Rate } from '../config.ts';

export interface RateLimit {
  /**
   * Takes one token and returns 0, or returns the seconds until one is available. `now`: Unix milliseconds, by the clock of
   * this process; buckets that several processes share use the database's clock.
   */
  take(name: string, now: number): number | Promise<number>;
}

/** Beyond this, the least recently used bucket is dropped; it is most likely full again anyway. */
const maxBuckets = 50_000;

/** Buckets in the memory of this process. */
export class LocalRateLimit implements RateLimit {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, { tokens: number; updatedAt: number }>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  take(name: string, now: number): number {
    const tokens = this.#tokens(name, now);
    this.#store(name, tokens >= 1 ? tokens - 1 : tokens, now);
    return this.#wait(tokens);
  }

  /** Takes as many tokens as something has cost, which may be more than there are. */
  charge(name: string, cost: number, now: number): void {
    this.#store(name, this.#tokens(name, now) - cost, now);
  }

  /** As `take`, but leaves the token. */
  wait(name: string, now: number): number {
    return this.#wait(this.#tokens(name, now));
  }

  #store(name: string, tokens: number, now: number): void {
    // Inserted again, so that the map is ordered by last use.
    if (!this.#buckets.delete(name) && this.#buckets.size >= maxBuckets)
      this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(name, { tokens, updatedAt: now });
  }

  #tokens(name: string, now: number): number {
    const { perSecond, burst } = this.#rate;
    const bucket = this.#buckets.get(name);
    if (!bucket) return burst;
    // A clock that is set back must not lock callers out.
    return Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.updatedAt) / 1000) * perSecond);
  }

  #wait(tokens: number): number {
    return tokens >= 1 ? 0 : (1 - tokens) / this.#rate.perSecond;
  }
}
