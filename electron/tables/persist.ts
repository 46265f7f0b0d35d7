/** Calls whose answer may get lost on the way. Only what can be repeated without acting twice goes through here. */
import { setTimeout } from 'node:timers/promises';
import { type ErrorCode, ParlorError } from '../../shared/errors.ts';

const away: readonly ErrorCode[] = ['community_unreachable', 'community_timeout', 'database_unavailable'];
const firstPauseMs = 200;
const longestPauseMs = 5_000;
const patienceMs = 30_000;

/** Whether the community may have done what it was asked although no answer came. */
export const mayHaveActed = (error: unknown): boolean => error instanceof ParlorError && away.includes(error.code);

/** Repeats `work` until the community answers, for half a minute; then rejects as the last try did. */
export async function persist<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!mayHaveActed(error) || signal?.aborted || performance.now() + pause > until) throw error;
      await setTimeout(pause);
    }
  }
}
