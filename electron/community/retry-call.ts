/** Repeats calls to the community whose outcome is unknown because no response arrived. */
import { type ErrorCode, ParlorError } from '../../shared/errors.ts';
import { retry } from '../time/retry.ts';

const retryableCodes: readonly ErrorCode[] = ['community_unreachable', 'community_timeout', 'database_unavailable'];

/** Whether the community may have carried out a call although no response arrived. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  error instanceof ParlorError && retryableCodes.includes(error.code);

/** Repeats a call to the community while no response arrives, for half a minute by default. */
export const retryCall = <T>(call: () => Promise<T>, signal?: AbortSignal, timeoutMs = 30_000): Promise<T> =>
  retry(call, { firstMs: 200, longestMs: 5_000, timeoutMs, signal, isRetryable: mayHaveSucceeded });
