/** Promises with a timeout and an abort signal. */
import { ParlorError } from '../../shared/errors.ts';

export interface WaitLimits {
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ParlorError('cancelled', 'Cancelled.');
}

/**
 * Settles like `work`, or rejects with `onTimeout()` after `timeoutMs`, or `cancelled` when the signal fires first. Does not stop
 * `work`: the caller cleans up after it.
 */
export function waitFor<T>(work: Promise<T>, limits: WaitLimits & { timeoutMs?: undefined }): Promise<T>;
export function waitFor<T>(work: Promise<T>, limits: WaitLimits, onTimeout: () => Error): Promise<T>;
export async function waitFor<T>(
  work: Promise<T>,
  { timeoutMs, signal }: WaitLimits,
  onTimeout?: () => Error,
): Promise<T> {
  if (timeoutMs === undefined && signal === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const interruption = new Promise<never>((_, reject) => {
    if (timeoutMs !== undefined) timer = setTimeout(() => reject(onTimeout?.()), Math.max(0, timeoutMs));
    if (signal !== undefined) {
      onAbort = () => reject(new ParlorError('cancelled', 'Cancelled.'));
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    }
  });
  try {
    return await Promise.race([work, interruption]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
}
