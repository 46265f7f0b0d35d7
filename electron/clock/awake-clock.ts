/**
 * A clock that stands still while this process is stopped or its computer sleeps. The system's clock does so only during sleep, and only on
 * Linux and macOS; otherwise every deadline has passed at once when the process continues.
 */

export interface Clock {
  /** Monotonic milliseconds. */
  monotonic(): number;
  /** Calls back once after `ms`; returns the cancel function. */
  after(ms: number, callback: () => void): () => void;
}

/** Timers look at the clock this often. */
const lookMs = 2_000;
/** No look for this long, even on a busy computer, means that the process did not run. */
const suspendedMs = 10_000;

/** Without a pending timer nobody looks, so idle time may not count either; nobody waits for it. */
export function createAwakeClock(system: Clock): Clock {
  let lookedAt = system.monotonic();
  let suspended = 0;

  function monotonic(): number {
    const now = system.monotonic();
    const passed = now - lookedAt;
    lookedAt = now;
    // The clock advances even if every look is late.
    if (passed > suspendedMs) suspended += passed - lookMs;
    return now - suspended;
  }

  function after(ms: number, callback: () => void): () => void {
    const at = monotonic() + ms;
    let cancel = () => {};
    const wait = () => {
      cancel = system.after(Math.min(Math.max(0, at - monotonic()), lookMs), look);
    };
    const look = () => (monotonic() < at ? wait() : callback());
    wait();
    return () => cancel();
  }

  return { monotonic, after };
}

export const awakeClock = createAwakeClock({
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
});
