/**
 * A clock that stands still while this process is stopped or its computer sleeps. The system's clock does so only during sleep, and only on
 * Linux and macOS; otherwise, all deadlines would have passed when the process continues.
 */

export interface Clock {
  /** Monotonic milliseconds. */
  monotonic(): number;
  /** Calls back once after `ms`; returns the cancel function. */
  after(ms: number, callback: () => void): () => void;
}

/** How often pending timers read the clock. */
const pollMs = 2_000;
/** If the clock was not read for this long, even a busy computer's process must have been stopped. */
const suspendedMs = 10_000;

/** Time without a pending timer may not count either, since nothing reads the clock then; no caller depends on it. */
export function createAwakeClock(systemClock: Clock): Clock {
  let readAt = systemClock.monotonic();
  let awakeMs = readAt;

  function monotonic(): number {
    const now = systemClock.monotonic();
    const elapsed = now - readAt;
    readAt = now;
    // The clock advances even if every reading is late, and never goes back.
    awakeMs += elapsed > suspendedMs ? pollMs : Math.max(0, elapsed);
    return awakeMs;
  }

  function after(ms: number, callback: () => void): () => void {
    const dueAt = monotonic() + ms;
    let cancel = () => {};
    const scheduleRead = () => {
      cancel = systemClock.after(Math.min(Math.max(0, dueAt - monotonic()), pollMs), poll);
    };
    const poll = () => (monotonic() < dueAt ? scheduleRead() : callback());
    scheduleRead();
    return () => cancel();
  }

  return { monotonic, after };
}

/** Reading of the process's clock in whole milliseconds, as the bridge sends it. */
export const clockReading = (): number => Math.round(awakeClock.monotonic());

export const awakeClock = createAwakeClock({
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
});
