/** The remarks of all tables of an identity: opens those of a game, and passes commands to them. */
import type { TableRemarks } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { keptRemarksSchema, noRemarks, type Saying } from '../../../shared/tables/remarks.ts';
import type { LiveTable } from '../live-table.ts';
import { sideFile } from '../side-file.ts';
import { createTableRemarks, type LiveRemarks } from './table-remarks.ts';

/** What was said beside the game. It is no part of the record, whose hash doesn't cover it. */
const file = sideFile('remarks.json', keptRemarksSchema);

/** Without them, this side announces no remarks and shows none. */
export interface RemarkSettings {
  /** Whether texts are allowed at a table without being asked. */
  allowsTexts(): boolean;
  onChange(state: TableRemarks): void;
}

export interface RemarksOfTables {
  /** The remarks of a game that starts or is resumed; null if this side shows none. */
  open(table: LiveTable): Promise<LiveRemarks | null>;
  /** Also of a table that has ended. Rejects `not_found`. */
  get(table_id: string): Promise<TableRemarks>;
  /** Rejects `peer_disconnected` once nothing can be said, and as `Remarks.say`. */
  say(table_id: string, saying: Saying): void;
  mute(table_id: string, muted: boolean): void;
  allowTexts(table_id: string): void;
}

interface RemarksContext {
  dataDir: string;
  settings: RemarkSettings | null;
  isBlocked(public_key: string): boolean;
  /** Undefined for a table of which only the files are left. */
  liveTable(table_id: string): LiveTable | undefined;
  /** Rejects `not_found`. */
  requireTable(table_id: string): Promise<unknown>;
}

export function createRemarks({
  dataDir,
  settings,
  isBlocked,
  liveTable,
  requireTable,
}: RemarksContext): RemarksOfTables {
  function requireOpen(table_id: string): LiveRemarks {
    const remarks = liveTable(table_id)?.remarks;
    if (!remarks) throw new ParlorError('peer_disconnected', 'The connection to the other side has ended.');
    return remarks;
  }
  return {
    async open(table) {
      if (!settings) return null;
      const { table_id, role, control_mode, peer } = table.snapshot;
      return createTableRemarks({
        ...{ table_id, role, control_mode },
        kept: (await file.read(dataDir, table_id)) ?? noRemarks,
        allowsTexts: settings.allowsTexts(),
        isBlocked: () => isBlocked(peer.public_key),
        write: (kept) => file.write(dataDir, table_id, kept),
        onChange: settings.onChange,
      });
    },
    async get(table_id) {
      const live = liveTable(table_id)?.remarks;
      if (live) return live.state;
      await requireTable(table_id);
      const { remarks, ignored, muted } = (await file.read(dataDir, table_id)) ?? noRemarks;
      return { table_id, remarks, ignored, muted, open: false, texts: { own: null, peer: false } };
    },
    say: (table_id, saying) => requireOpen(table_id).say(saying),
    mute: (table_id, muted) => requireOpen(table_id).mute(muted),
    allowTexts: (table_id) => requireOpen(table_id).allowTexts(),
  };
}
