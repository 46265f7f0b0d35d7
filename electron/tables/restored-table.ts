/** A table's snapshot, as its file gives it back to a later process. */
import type { Table } from '../../shared/bridge/contract.ts';
import { withinLimits } from '../../shared/bridge/newest-within.ts';
import type { Problem } from '../../shared/errors.ts';
import { clockReading } from '../time/awake-clock.ts';
import type { TableFile } from './table-file.ts';

export const emptyAfterwards: Table['afterwards'] = {
  score: null,
  noted: false,
  declined: false,
  refused: false,
  seen: false,
};

export const noAbsence: Table['absence'] = { own: null, peer: { used_ms: 0, allowed_ms: 0 } };

/** Fields that files of earlier versions lack. */
type AddedField =
  | 'hooks'
  | 'manner'
  | 'client'
  | 'peer_manner'
  | 'ahead'
  | 'premove'
  | 'peer_asked_at'
  | 'peer_ends_at'
  | 'peer_deadline_at'
  | 'limits'
  | 'used_ms'
  | 'clock'
  | 'talk'
  | 'settings'
  | 'order'
  | 'rematch_of'
  | 'afterwards'
  | 'concession'
  | 'draw'
  | 'absence'
  | 'stall'
  | 'board_record';
type SavedHooks = Pick<NonNullable<Table['hooks']>, 'hash' | 'by_hand'> & Partial<NonNullable<Table['hooks']>>;
type SavedTable = Omit<Table, AddedField> &
  Partial<Pick<Table, Exclude<AddedField, 'hooks'>>> & { hooks?: SavedHooks | null };

const missingHookFields = ({ by_hand, decides, manners }: SavedHooks) => ({
  decides: decides ?? !by_hand,
  manners: manners ?? [],
});

/** Restores a table of an earlier run; an interrupted one shows its failure. Null for a file without a snapshot. */
export function restoreTable(file: TableFile): { table: Table; reported: boolean } | null {
  const saved = file.facts.table as unknown as SavedTable | undefined;
  if (saved === undefined) return null;
  // The snapshot of an interrupted table is older than its game.
  const { outcome: _, ...game } = file.game ?? { outcome: null };
  const table: Table = {
    talk: [],
    limits: null,
    used_ms: { host: 0, guest: 0 },
    settings: {},
    rematch_of: null,
    order: saved.started_at,
    ...saved,
    manner: null,
    client: null,
    peer_manner: null,
    hooks: saved.hooks ? { ...saved.hooks, ...missingHookFields(saved.hooks) } : null,
    // Earlier versions did not keep who saw an end; theirs was seen long ago.
    afterwards: { ...emptyAfterwards, seen: file.ended_at !== null, ...saved.afterwards },
    ...game,
    record: { ...(file.game ?? saved).record, lines: (file.game ?? saved).record.lines ?? 0 },
    moves: (file.game ?? saved).moves.map((move) => ({
      ...move,
      automatic: move.automatic ?? false,
      reason: move.reason ?? null,
    })),
    concession: 'none',
    draw: 'none',
    absence: saved.absence ?? noAbsence,
    stall: null,
    board_record: null,
    started_at: saved.started_at,
    phase: file.phase,
    problem: file.problem as Problem | null,
    ended_at: file.ended_at,
    ask: null,
    ahead: null,
    premove: null,
    peer_asked_at: null,
    chosen: { own: false, peer: false },
    peer_ends_at: null,
    peer_deadline_at: null,
    clock: clockReading(),
    connection: { kind: 'none', rtt_ms: saved.connection.rtt_ms, quiet_since: null, gives_up_at: null },
  };
  return { table: withinLimits(table), reported: file.facts.reported === true };
}
