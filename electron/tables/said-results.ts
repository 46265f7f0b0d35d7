/** What a person says about who won a game that was played by hand: no code of this side could judge it. */
import type { Table } from '../../shared/bridge/contract.ts';
import type { Winner } from '../../shared/tables/hooks.ts';
import { LiveTable } from './live-table.ts';
import type { TableStore } from './records/journal.ts';
import type { Reports } from './report-queue.ts';

export function createSaidResults(config: {
  liveTables: Map<string, LiveTable>;
  store: Pick<TableStore, 'open'>;
  reports: Pick<Reports, 'queue'>;
  get(table_id: string): Promise<Table>;
  onChange(table: Table): void;
  nextOrder(): number;
}) {
  const { liveTables, store, reports } = config;

  /** A table that is on disk only. What the community answers is shown at live ones. */
  async function takeUp(table_id: string): Promise<LiveTable> {
    const snapshot = await config.get(table_id);
    const journal = await store.open(table_id);
    // Nothing more is recorded.
    await journal.close();
    return new LiveTable(snapshot, journal, config);
  }

  return {
    /** Rejects `not_found`, and `result_conflict` unless the result is open. */
    async say(table_id: string, winner: Winner): Promise<void> {
      const table = liveTables.get(table_id) ?? (await takeUp(table_id));
      await table.sayResult(winner);
      liveTables.set(table_id, table);
      const { session_id } = table.snapshot;
      if (session_id !== null) await reports.queue({ session_id, status: 'closed', reason: 'completed', winner });
    },
  };
}
