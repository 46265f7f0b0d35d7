/** Follows tables through the bridge. Subscribing before a call ensures that none of its changes are missed. */
import type { Table } from '../../shared/bridge/contract.ts';
import { onClock } from '../../shared/tables/clocks.ts';
import { type RecordLine, recordLineSchema } from '../../shared/tables/record.ts';
import type { BridgeClient } from '../owner/attach.ts';

export interface Follower {
  /** Resolves with the first table that matches, now or after a change. `id`: its own or its invitation's, by which it is looked up. */
  find(id: string, matches: (table: Table) => boolean): Promise<Table>;
}

/** Runs `work` while subscribed to tables, with their running times as Unix milliseconds; `onChange` receives every change, in order. */
export async function followTables<T>(
  bridge: BridgeClient,
  onChange: (table: Table) => void,
  work: (follower: Follower) => Promise<T>,
): Promise<T> {
  const listeners = new Set<(table: Table) => void>([onChange]);
  const unsubscribe = bridge.tables.on('changed', (snapshot) => {
    const table = onClock(snapshot, Date.now());
    for (const listener of listeners) listener(table);
  });
  try {
    return await work({
      async find(id, matches) {
        const { promise, resolve } = Promise.withResolvers<Table>();
        const listener = (table: Table) => matches(table) && resolve(table);
        listeners.add(listener);
        try {
          for (const table of (await bridge.tables.list({ text: id })).tables) listener(onClock(table, Date.now()));
          return await promise;
        } finally {
          listeners.delete(listener);
        }
      },
    });
  } finally {
    unsubscribe();
  }
}

/** The lines of a table's record from byte `startOffset` to its current end, and the offset after them. */
export async function readRecordLines(
  bridge: BridgeClient,
  table_id: string,
  startOffset: number,
): Promise<{ lines: RecordLine[]; nextOffset: number }> {
  const lines: RecordLine[] = [];
  for (let nextOffset = startOffset; ; ) {
    const chunk = await bridge.tables.record({ table_id, from: nextOffset });
    if (chunk.next === nextOffset) return { lines, nextOffset };
    nextOffset = chunk.next;
    for (const line of chunk.text.trimEnd().split('\n')) lines.push(recordLineSchema.parse(JSON.parse(line)));
  }
}
