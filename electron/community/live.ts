/** What happens in the community, as it happens: one stream that is kept open for as long as Parlor runs. */
import type { CommunityEvent } from '../../shared/community/events.ts';
import type { CommunityClient } from './client.ts';

export interface Live {
  /** Opens the stream. The key must be registered. */
  start(): void;
  /** The community may be there again: do not wait any longer. */
  retry(): void;
  /**
   * Every event once, in order, also over lost connections. After `hello` the stream is open; after `reset` something is
   * missing, and what is shown must be read anew. Returns what stops it.
   */
  onEvent(listener: (event: CommunityEvent) => void): () => void;
  dispose(): void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

export function createLive(client: CommunityClient): Live {
  const listeners = new Set<(event: CommunityEvent) => void>();
  const stop = new AbortController();
  let running = false;
  let after: string | undefined;
  let retryMs = firstRetryMs;
  let wake = () => {};

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await follow();
      } catch {
        // Whether the community is away is for the link to tell; here it is only asked again.
      }
      if (!stop.signal.aborted) await pause();
    }
  }

  async function follow(): Promise<void> {
    for await (const { id, event } of client.events({ after, signal: stop.signal })) {
      after = id;
      retryMs = firstRetryMs;
      for (const listener of listeners) listener(event);
    }
  }

  /** Not everybody whom a community lost comes back in the same moment. */
  function pause(): Promise<void> {
    const ms = retryMs * (0.5 + Math.random() / 2);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    start() {
      if (running) return;
      running = true;
      void run();
    },
    retry() {
      retryMs = firstRetryMs;
      wake();
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stop.abort();
      wake();
    },
  };
}
