/** The community's clock, estimated from this computer's clocks and the `Date` header of responses. */
export interface CommunityClock {
  /** Community clock minus this computer's, milliseconds; null before the first response. */
  readonly offsetMs: number | null;
  /** Unix seconds by the community's clock, for requests; by this computer's before the first response. */
  seconds(): number;
  /** Unix milliseconds by the community's clock, whatever happens to this computer's date meanwhile. */
  now(): number;
  /** `date`: the header of a response; `sentAt`: when its request was sent, Unix milliseconds by this computer's clock. */
  update(date: string | null, sentAt: number): void;
}

/** Smaller offsets count as none: HTTP dates have whole seconds. Requests may be 300 s off. */
const toleranceMs = 1500;

/** `wall`: Unix milliseconds by this computer's clock, which someone may set. `monotonic`: milliseconds. */
export function createCommunityClock(wall: () => number, monotonic = () => performance.now()): CommunityClock {
  let offsetMs: number | null = null;
  let anchor = { community: wall(), monotonic: monotonic() };
  return {
    get offsetMs() {
      return offsetMs;
    },
    seconds: () => Math.floor((wall() + (offsetMs ?? 0)) / 1000),
    now: () => (offsetMs === null ? wall() : anchor.community + monotonic() - anchor.monotonic),
    update(date, sentAt) {
      const communityMs = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(communityMs)) return;
      // The middle of the date's second, against the middle between request and response.
      const measuredOffset = communityMs + 500 - (sentAt + wall()) / 2;
      offsetMs = Math.abs(measuredOffset) <= toleranceMs ? 0 : measuredOffset;
      anchor = { community: wall() + offsetMs, monotonic: monotonic() };
    },
  };
}
