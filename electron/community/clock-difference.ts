/** How far this computer's clock is from the community's, learned from the `Date` of its responses. */
export interface CommunityClock {
  /** Community clock minus ours, milliseconds; null before the first response. */
  readonly offsetMs: number | null;
  /** Unix seconds by the community's clock, or by ours before the first response. */
  seconds(): number;
  /** `date`: the header of a response to a request sent at `started`, Unix milliseconds by our clock. */
  learn(date: string | null, started: number): void;
}

/** HTTP dates have whole seconds: good enough for a window of 300 s, not for showing tenths. */
const toleranceMs = 1500;

/** `now`: Unix milliseconds by our clock. */
export function createCommunityClock(now: () => number): CommunityClock {
  let offsetMs: number | null = null;
  return {
    get offsetMs() {
      return offsetMs;
    },
    seconds: () => Math.floor((now() + (offsetMs ?? 0)) / 1000),
    learn(date, started) {
      const theirs = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(theirs)) return;
      const offset = theirs + 500 - (started + now()) / 2;
      offsetMs = Math.abs(offset) <= toleranceMs ? 0 : offset;
    },
  };
}
