/** What is left of a time; never negative. */
export const leftMs = (at: number, now: number): number => Math.max(0, at - now);

/** What is left of a time that began at `from`: never more than all of it, although a window's reading of the clock may be a little behind. */
export const leftSince = (from: number, at: number, now: number): number => Math.min(leftMs(at, now), at - from);
