/** The community's live events: one stream, reopened whenever it is lost. */
import { callSafely, inBackground } from '../../shared/background.ts';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { createBackoff } from '../time/retry.ts';
import type { CommunityClient } from './client.ts';

export interface EventStream {
  /** Opens the stream. The key must be registered. */
  start(): void;
  /** Reconnects now, e.g. because the community is reachable again. */
  retry(): void;
  /**
   * Every event once, in order, across reconnections. `hello` opens the stream. After `reset` events may have been missed
   * (before the first stream opened, or because the community no longer has them): reload what is shown. Returns the
   * unsubscribe function.
   */
  onEvent(listener: (event: CommunityEvent) => void): () => void;
  dispose(): void;
}

export function openEventStream(client: CommunityClient): EventStream {
  const listeners = new Set<(event: CommunityEvent) => void>();
  const stopController = new AbortController();
  let isRunning = false;
  let lastEventId: string | undefined;
  const backoff = createBackoff({ firstMs: 1_000, longestMs: 30_000, jitter: true });
  let stopWaiting = () => {};

  async function runUntilStopped(): Promise<void> {
    while (!stopController.signal.aborted) {
      try {
        await readStream();
      } catch {
        // An unreachable community is reported by its connection (connection.ts).
      }
      if (!stopController.signal.aborted) await waitForRetry();
    }
  }

  async function readStream(): Promise<void> {
    const isFirst = lastEventId === undefined;
    for await (const { id, event } of client.events({ after: lastEventId, signal: stopController.signal })) {
      lastEventId = id;
      backoff.reset();
      emit(event);
      // The first stream starts at the present: changes since the listeners loaded their lists are missing from it.
      if (isFirst && event.type === 'hello') emit({ type: 'reset' });
    }
  }

  function emit(event: CommunityEvent): void {
    for (const listener of listeners) callSafely(`event ${event.type}`, listener, event);
  }

  function waitForRetry(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, backoff.next());
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      inBackground('event stream', runUntilStopped());
    },
    retry() {
      backoff.reset();
      stopWaiting();
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stopController.abort();
      stopWaiting();
    },
  };
}
