/** Tells a busy computer from a busy window: both are late, but only the first takes the processor away from what the window does. */

/** Work of a millisecond or less, which the processor does at its own speed. */
function doWork(): number {
  let sum = 0;
  for (let at = 0; at < 200_000; at += 1) sum = (sum + at * 7) % 1_000_003;
  return sum;
}

const pieces = 24;
/** Other programs take more than this many times what the work itself takes. A board alone, on its own processor or sharing this one, can't. */
const starvedFrom = 3;

/**
 * Whether the computer runs so much else that this thread hardly gets any time: the same work takes many times as long as the quickest part
 * of it. Takes some 10 ms of the processor, so call it only if something is late. `now`: a monotonic clock in milliseconds.
 */
export function isProcessorTaken(now: () => number = () => performance.now(), work: () => unknown = doWork): boolean {
  let quickest = Number.POSITIVE_INFINITY;
  const startedAt = now();
  let at = startedAt;
  for (let piece = 0; piece < pieces; piece += 1) {
    work();
    const next = now();
    if (next > at) quickest = Math.min(quickest, next - at);
    at = next;
  }
  return at - startedAt > pieces * quickest * starvedFrom;
}
