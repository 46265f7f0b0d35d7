/** Work that nobody waits for, and calls whose failure must not stop the caller. */
import { reportError } from './errors.ts';

/**
 * Lets `work` run without waiting for it. If it fails, the error is reported with its `context`, and `onFailure` fails what the work
 * belongs to. `promises.test.ts` finds promises that are neither awaited nor passed to this function.
 */
export function inBackground(context: string, work: Promise<unknown>, onFailure?: (error: unknown) => void): void {
  work
    .catch((error: unknown) => {
      reportError(error, context);
      onFailure?.(error);
    })
    .catch((error: unknown) => reportError(error, context));
}

/** Calls a listener. Its failure is reported, so that the other listeners and the caller go on. */
export function callSafely<T extends unknown[]>(context: string, listener: (...args: T) => void, ...args: T): void {
  try {
    listener(...args);
  } catch (error) {
    reportError(error, context);
  }
}

/** Runs every step, also after one has failed. */
export async function inTurn(context: string, ...steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step().catch((error: unknown) => reportError(error, context));
}
