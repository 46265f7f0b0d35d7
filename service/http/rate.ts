/** How often one caller may ask: a bucket of tokens per name that refills by the clock. */

export interface RateLimit {
  /** Takes one token. 0, or the seconds until there is one. `now`: Unix milliseconds. */
  take(name: string, now: number): number | Promise<number>;
}

/** Tokens a bucket holds. */
export const bucketSize = (perSecond: number): number => Math.max(1, perSecond);

/** Names kept at once. The one longest untouched gives way; its bucket would mostly be full again. */
const namesMax = 50_000;

/** Counts in this process. */
export class LocalRateLimit implements RateLimit {
  readonly #perSecond: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /** At most `perSecond` in each second, and as many at once. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(name: string, now: number): number {
    const size = bucketSize(this.#perSecond);
    const known = this.#buckets.get(name);
    // A clock set back must not lock anybody out.
    const elapsed = known ? Math.max(0, now - known.at) / 1000 : 0;
    const tokens = known ? Math.min(size, known.tokens + elapsed * this.#perSecond) : size;
    const left = tokens >= 1 ? tokens - 1 : tokens;
    if (known) this.#buckets.delete(name);
    else if (this.#buckets.size >= namesMax) this.#buckets.delete(this.#buckets.keys().next().value!);
    this.#buckets.set(name, { tokens: left, at: now });
    return tokens >= 1 ? 0 : (1 - tokens) / this.#perSecond;
  }
}
