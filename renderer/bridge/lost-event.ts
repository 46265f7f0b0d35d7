/** A change that main could not send, so that the window may show something old until it loads everything again. */
import type { Problem } from '../../shared/errors.ts';

let problem: Problem | null = null;
const listeners = new Set<() => void>();

function set(next: Problem | null): void {
  problem = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const lostEvent = {
  get: (): Problem | null => problem,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  clear: (): void => set(null),
};

/** Called by the connection. */
export const reportLostEvent = (lost: Problem): void => set(lost);
