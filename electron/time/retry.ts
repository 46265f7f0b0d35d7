/** Retries with backoff, for waiting for a community, a peer or another process. */
import { setTimeout as delay } from 'node:timers/promises';

export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** The factor between consecutive delays; 2 by default. */
  factor?: number;
  /** Randomizes the second half of each delay, so that clients disconnected together do not reconnect together. */
  jitter?: boolean;
}

export interface Backoff {
  /** Milliseconds until the next attempt; longer with every call. */
  next(): number;
  /** Call after a success: starts again with the first delay. */
  reset(): void;
}

export function createBackoff({ firstMs, longestMs, factor = 2, jitter = false }: BackoffOptions): Backoff {
  let delayMs = firstMs;
  return {
    next() {
      const currentMs = delayMs;
      delayMs = Math.min(delayMs * factor, longestMs);
      return jitter ? currentMs * (0.5 + Math.random() / 2) : currentMs;
    },
    reset() {
      delayMs = firstMs;
    },
  };
}

export interface RetryOptions extends BackoffOptions {
  signal?: AbortSignal | undefined;
  /** No attempt starts later than this; unlimited by default. */
  timeoutMs?: number;
  /** Whether another attempt can help after this error; always by default. */
  isRetryable?(error: unknown): boolean;
}

/** Repeats `work` until it succeeds; otherwise rejects with the last error. Only for work that is safe to repeat. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY, isRetryable = () => true } = options;
  const deadline = performance.now() + timeoutMs;
  const backoff = createBackoff(options);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const delayMs = backoff.next();
      if (signal?.aborted || !isRetryable(error) || performance.now() + delayMs > deadline) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
