/** Rate limits on a board taking the focus. Times are in milliseconds of a monotonic clock. */
import { createTokenBucket } from '../../shared/token-bucket.ts';

/** How long `navigator.userActivation` stays active after a key or pointer event anywhere in the page, boards included. */
const activationMs = 5000;

/** `presses` is more than anyone clicks for long; `thefts` tolerates a few accidents such as `autofocus`. */
const limits = { presses: { burst: 20, perSecond: 3 }, thefts: { burst: 3, perSecond: 0.1 } };

interface FocusEntry {
  now: number;
  /** `navigator.userActivation.isActive`. */
  userActive: boolean;
  /** Time of the last key or pointer event outside boards. */
  lastInputAt: number;
}

/**
 * Classifies each time the focus enters a frame without Tab or F6. The window can't observe a press inside a frame, only the user
 * activation that it causes. Without activation, the frame took the focus itself. Activation that can't come from outside the frame
 * is a press. Otherwise both are possible, and only the rate is limited.
 */
export function createFocusBudget(): { recordEntry(entry: FocusEntry): { isTheft: boolean; exhausted: boolean } } {
  // Presses that are certainly the user's count, too, although they are never refused.
  const presses = createTokenBucket(limits.presses, { allowsDebt: true });
  const thefts = createTokenBucket(limits.thefts, { allowsDebt: true });
  return {
    recordEntry({ now, userActive, lastInputAt }) {
      if (!userActive) return { isTheft: true, exhausted: !thefts(now) };
      const isCertainPress = now - lastInputAt > activationMs;
      return { isTheft: false, exhausted: !presses(now) && !isCertainPress };
    },
  };
}
