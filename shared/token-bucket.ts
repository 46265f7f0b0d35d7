/** A rate with bursts. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/**
 * Limits a rate. The returned function takes a token and returns whether there was one; `now` is in milliseconds of a monotonic clock. With
 * `allowsDebt`, it takes one even if there is none, so that events beyond the rate delay the next token.
 */
export function createTokenBucket({ burst, perSecond }: Rate, { allowsDebt = false } = {}): (now: number) => boolean {
  let tokens = burst;
  let filledAt: number | null = null;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - (filledAt ?? now)) / 1000) * perSecond);
    filledAt = now;
    const isAvailable = tokens >= 1;
    if (isAvailable || allowsDebt) tokens -= 1;
    return isAvailable;
  };
}
