import { retry } from '../time/retry.ts';

/** Longer than most moments without space, and short enough for quitting. */
const retryOptions = { firstMs: 100, longestMs: 500, timeoutMs: 3_000 };

/** Repeats work on files while the disk is full or fails for a moment. Only for work that is safe to repeat after any of its steps. */
export const overcomeFault = <T>(work: () => Promise<T>): Promise<T> => retry(work, retryOptions);
