/** A rate with bursts. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** Limits a rate. The returned function takes a token if there is one; `now` is in milliseconds of a monotonic clock. */
export function createTokenBucket({ burst, perSecond }: Rate): (now: number) => boolean {
  let tokens = burst;
  let filledAt = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
