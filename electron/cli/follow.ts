/** Tables followed through the bridge: what is listened for before a call cannot be missed after it. */
import type { Table } from '../../shared/bridge/contract.ts';
import type { BridgeClient } from '../owner/attach.ts';

export interface Follower {
  /** The first table for which `wanted` holds. */
  found(wanted: (table: Table) => boolean): Promise<Table>;
}

/** Hears of every table while `work` runs; `hear` of every change, in order. */
export async function following<T>(
  bridge: BridgeClient,
  hear: (table: Table) => void,
  work: (follower: Follower) => Promise<T>,
): Promise<T> {
  const listeners = new Set<(table: Table) => void>([hear]);
  const off = bridge.tables.on('changed', (table) => {
    for (const listener of listeners) listener(table);
  });
  try {
    return await work({
      async found(wanted) {
        const { promise, resolve } = Promise.withResolvers<Table>();
        const listener = (table: Table) => wanted(table) && resolve(table);
        listeners.add(listener);
        try {
          for (const table of (await bridge.tables.list({})).tables) listener(table);
          return await promise;
        } finally {
          listeners.delete(listener);
        }
      },
    });
  } finally {
    off();
  }
}
