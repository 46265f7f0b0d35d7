/**
 * The tables that the window holds: those in progress, those that changed or were opened lately, and the newest. All others stay in main
 * and are read by pages (tables/list) or one by one (`load`).
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Lobby, Table } from '../../shared/bridge/contract.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import type { BridgeClient } from '../bridge/client.ts';

export type TablesById = ReadonlyMap<string, Table>;

export interface TableFeed {
  /** Reads the tables in progress and the newest ones, for another identity or after a reconnection. Rejects if main refuses. */
  restart(): Promise<void>;
  /** Makes the store hold this table. Rejects `not_found`. */
  load(table_id: string): Promise<void>;
}

/** Ended tables that are read at the start. */
const newestCount = 20;
/** Ended tables held; the one that changed longest ago goes first. */
const endedMax = 100;

export function followTables(bridge: BridgeClient, store: StoreApi<TablesById>, lobby: StoreApi<Lobby>): TableFeed {
  /** Ids of the ended tables in the store, in the order of their last change. */
  const endedIds = new Set<string>();
  let pendingReads = 0;
  /** Tables that an event has brought during a read, so that what was read of them may be older. */
  const changedIds = new Set<string>();
  /** Opponents and games of the challenges in the lobby: the latest table of each may be the one to repeat. */
  let challenges = new Map<string, { public_key: string; protocol_id: string }>();
  const readChallenges = new Set<string>();
  let isReadingChallenges = false;

  function put(table: Table): void {
    store.setState((tables) => withTable(tables, table), true);
    endedIds.delete(table.table_id);
    if (isOver(table)) endedIds.add(table.table_id);
    forgetOldest();
  }

  function forgetOldest(): void {
    const tables = store.getState();
    const removableIds = [...endedIds].filter((id) => !challenges.has(challengeKey(tables.get(id))));
    const removedIds = new Set(removableIds.slice(0, Math.max(0, endedIds.size - endedMax)));
    if (removedIds.size === 0) return;
    for (const id of removedIds) endedIds.delete(id);
    store.setState(new Map([...tables].filter(([id]) => !removedIds.has(id))), true);
  }

  bridge.tables.on('changed', (table) => {
    if (pendingReads > 0) changedIds.add(table.table_id);
    put(table);
  });

  /** Resolves with what was read, without tables for which there are newer events. */
  async function read(request: () => Promise<Table[]>): Promise<Table[]> {
    pendingReads += 1;
    try {
      const tables = await request();
      return tables.filter(({ table_id }) => !changedIds.has(table_id));
    } finally {
      pendingReads -= 1;
      if (pendingReads === 0) changedIds.clear();
    }
  }

  /** One after the other: a storm of challenges must not use up the calls that may be open at once. */
  async function loadChallenges(): Promise<void> {
    if (isReadingChallenges) return;
    isReadingChallenges = true;
    try {
      for (;;) {
        const next = [...challenges].find(([key]) => !readChallenges.has(key));
        if (!next) return;
        const [key, challenge] = next;
        const tables = await read(async () => (await bridge.tables.list({ ...challenge, limit: 1 })).tables);
        readChallenges.add(key);
        for (const table of tables) put(table);
      }
    } finally {
      isReadingChallenges = false;
    }
  }

  lobby.subscribe(({ entries }) => {
    const current = entries.flatMap(({ for_me, own, host: { public_key }, protocol_id }) =>
      for_me && !own ? [{ public_key, protocol_id }] : [],
    );
    challenges = new Map(current.map((challenge) => [`${challenge.public_key} ${challenge.protocol_id}`, challenge]));
    for (const key of readChallenges) if (!challenges.has(key)) readChallenges.delete(key);
    // Repeated at the next change of the lobby.
    loadChallenges().catch(() => {});
  });

  async function readNewest(): Promise<Table[]> {
    const tables: Table[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await bridge.tables.list({ limit: newestCount, ...(cursor === undefined ? {} : { cursor }) });
      tables.push(...page.tables);
      // All tables in progress come first.
      if (page.next === undefined || page.tables.some(isOver)) return tables;
      cursor = page.next;
    }
  }

  return {
    async restart() {
      const changedTables = () => [...store.getState()].filter(([id]) => changedIds.has(id)).map(([, table]) => table);
      let kept: Table[] = [];
      const tables = await read(async () => {
        const newest = await readNewest();
        kept = changedTables();
        return newest;
      });
      endedIds.clear();
      store.setState(new Map([...tables, ...kept].map((table) => [table.table_id, table])), true);
      for (const table of [...tables, ...kept].reverse()) if (isOver(table)) endedIds.add(table.table_id);
      readChallenges.clear();
      await loadChallenges();
    },
    async load(table_id) {
      for (const table of await read(async () => [await bridge.tables.get({ table_id })])) put(table);
    },
  };
}

const challengeKey = (table: Table | undefined): string =>
  table ? `${table.peer.public_key} ${table.protocol.protocol_id}` : '';

/** Adds or replaces one table, unless `tables` has a newer snapshot of it. */
export function withTable(tables: TablesById, table: Table): TablesById {
  const current = tables.get(table.table_id);
  if (current && current.seq > table.seq) return tables;
  return new Map(tables).set(table.table_id, table);
}

/** Tables in progress, newest first. */
export const runningTables = (tables: TablesById): Table[] =>
  [...tables.values()].filter((table) => !isOver(table)).sort((a, b) => b.order - a.order);
