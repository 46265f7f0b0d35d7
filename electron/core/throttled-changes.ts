/** Snapshots that replace each other, passed on so that a storm of them is no burden to windows and nothing important waits. */
import type { Analysis, Table } from '../../shared/bridge/contract.ts';

export interface ThrottledChanges<T> {
  push(value: T): void;
  /** Passes on what still waits. */
  flush(): void;
}

/**
 * By key: the first value is sent at once, later ones at most every `intervalMs`, always the latest. A value that differs in what
 * `mustNotWait` returns, or skip, is sent at once, after the one before it that still waited.
 */
export function throttleChanges<T>(
  { keyOf, mustNotWait, intervalMs }: { keyOf(value: T): string; mustNotWait(value: T): string; intervalMs: number },
  send: (value: T) => void,
): ThrottledChanges<T> {
  const entries = new Map<string, { timer: NodeJS.Timeout; urgent: string; waiting: T | null }>();

  function sendNow(key: string, value: T): void {
    const timer = setTimeout(() => sendWaiting(key), intervalMs);
    timer.unref();
    entries.set(key, { timer, urgent: mustNotWait(value), waiting: null });
    send(value);
  }

  function sendWaiting(key: string): void {
    const entry = entries.get(key);
    entries.delete(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    if (entry.waiting !== null) sendNow(key, entry.waiting);
  }

  return {
    push(value) {
      const key = keyOf(value);
      const entry = entries.get(key);
      if (!entry) return sendNow(key, value);
      if (entry.urgent === mustNotWait(value)) {
        entry.waiting = value;
        return;
      }
      clearTimeout(entry.timer);
      if (entry.waiting !== null) send(entry.waiting);
      sendNow(key, value);
    },
    flush() {
      for (const [key, { waiting, timer }] of [...entries]) {
        clearTimeout(timer);
        entries.delete(key);
        if (waiting !== null) send(waiting);
      }
    },
  };
}

/** Snapshots of tables: what a person has to see or answer never waits. */
export const throttleTables = (send: (table: Table) => void): ThrottledChanges<Table> =>
  throttleChanges(
    {
      keyOf: ({ table_id }) => table_id,
      mustNotWait: ({ phase, steps, ask, result, afterwards }) =>
        JSON.stringify([phase, steps.map(({ state }) => state), ask?.key, result, afterwards]),
      intervalMs: 50,
    },
    send,
  );

/** Analyses: each is sent whole, and grows with every move. */
export const throttleAnalyses = (send: (analysis: Analysis) => void): ThrottledChanges<Analysis> =>
  throttleChanges({ keyOf: ({ table_id }) => table_id, mustNotWait: ({ state }) => state, intervalMs: 250 }, send);
