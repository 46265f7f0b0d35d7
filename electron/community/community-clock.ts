/** The community's clock, estimated from this computer's clocks and the `Date` header of responses. */
import { limits } from '../../shared/community/limits.ts';

export interface CommunityClock {
  /** Community clock minus this computer's as measured, milliseconds; null before the first response. */
  readonly offsetMs: number | null;
  /** Whether the difference is too large to follow without the person's consent. */
  readonly needsConsent: boolean;
  /** Unix seconds for requests: this computer's clock, corrected to the community's. */
  seconds(): number;
  /** Unix milliseconds by the corrected clock, whatever happens to this computer's date meanwhile. */
  now(): number;
  /** `date`: the header of a response; `sentAt`: when its request was sent, Unix milliseconds by this computer's clock. */
  update(date: string | null, sentAt: number): void;
}

/** Smaller offsets count as none: HTTP dates have whole seconds. */
const toleranceMs = 1500;

/**
 * A community that chooses the time of what is signed could collect requests that other communities accept in a month. Up to the window
 * of the specification, a correction wins it nothing that it couldn't have by waiting.
 */
export const clockCorrectionMaxMs = limits.timestamp_window_seconds * 1000;

/**
 * `wall`: Unix milliseconds by this computer's clock, which someone may set. `monotonic`: milliseconds. `accepted`: the difference that
 * the person accepted for this community, milliseconds; one close to it needs no new consent.
 */
export function createCommunityClock(
  wall: () => number,
  { monotonic = () => performance.now(), accepted = () => null }: ClockOptions = {},
): CommunityClock {
  let offsetMs: number | null = null;
  let anchor = { community: wall(), monotonic: monotonic() };
  const needsConsent = () =>
    offsetMs !== null &&
    Math.abs(offsetMs) > clockCorrectionMaxMs &&
    Math.abs(offsetMs - (accepted() ?? 0)) > clockCorrectionMaxMs;
  const correctionMs = () => (needsConsent() ? 0 : (offsetMs ?? 0));
  return {
    get offsetMs() {
      return offsetMs;
    },
    get needsConsent() {
      return needsConsent();
    },
    seconds: () => Math.floor((wall() + correctionMs()) / 1000),
    now: () => (offsetMs === null || needsConsent() ? wall() : anchor.community + monotonic() - anchor.monotonic),
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

interface ClockOptions {
  monotonic?: () => number;
  accepted?: () => number | null;
}
