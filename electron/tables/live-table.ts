/** One table of this side, from the first step of joining to the settled result: its snapshot, and what keeps it running. */
import { joinStepIds, type Person, type Table } from '../../shared/bridge/contract.ts';
import type { Result } from '../../shared/community/shapes.ts';
import type { Problem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { type ControlMode, otherRole, type Role, type Winner } from '../../shared/tables/hooks.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import type { GameSnapshot, RunningTable } from './driver.ts';
import type { TableFile, TableJournal } from './journal.ts';
import type { Line } from './line.ts';
import type { JoinStepId } from './terms.ts';

/** What a new table knows before anything is agreed. */
export interface Opening {
  table_id: string;
  post_id: string;
  role: Role;
  control_mode: ControlMode;
  me: Person;
  settings: Table['settings'];
  rematch_of: string | null;
}

const nobody: Person = { public_key: '0'.repeat(64), nickname: '', agent_id: null, rating: null, house: false };

const nothingYet: Table['afterwards'] = { score: null, noted: false, declined: false, refused: false };

export function openingSnapshot(opening: Opening): Table {
  return {
    ...opening,
    session_id: null,
    phase: 'joining',
    peer: nobody,
    peer_control_mode: 'hybrid',
    protocol: { protocol_id: '0'.repeat(64), name: '', mode: '', family: null },
    options: {},
    hooks: null,
    steps: joinStepIds.map((id) => ({ id, state: 'to_come', started_at: null, deadline_at: null })),
    checks: [],
    seq: 0,
    view: null,
    ask: null,
    moves: [],
    talk: [],
    sealed_rounds: [],
    connection: { kind: 'none', rtt_ms: null, quiet_since: null, gives_up_at: null },
    board: null,
    result: null,
    record: { frames: 0, head: null },
    problem: null,
    started_at: Date.now(),
    ended_at: null,
    afterwards: nothingYet,
  };
}

export class LiveTable {
  readonly abort = new AbortController();
  running: RunningTable | null = null;
  /** Stays after the game, while the peer may still ask for its end. */
  line: Line | null = null;
  #snapshot: Table;
  readonly journal: TableJournal;
  readonly #onChange: (table: Table) => void;

  constructor(snapshot: Table, journal: TableJournal, onChange: (table: Table) => void) {
    this.#snapshot = snapshot;
    this.journal = journal;
    this.#onChange = onChange;
  }

  get snapshot(): Table {
    return this.#snapshot;
  }

  change(change: Partial<Table>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#onChange(this.#snapshot);
  }

  /** The step before is done; this one is now. */
  enter(step: JoinStepId, deadlineMs?: number): void {
    const now = Date.now();
    const index = joinStepIds.indexOf(step);
    const steps = this.#snapshot.steps.map((each, position) => {
      if (position < index) return { ...each, state: 'done' as const };
      if (position > index) return each;
      return {
        ...each,
        state: 'now' as const,
        started_at: now,
        deadline_at: deadlineMs === undefined ? null : now + deadlineMs,
      };
    });
    this.change({ steps });
  }

  /** Joined: every step is done and the game begins. */
  async begin(change: Partial<Table>): Promise<void> {
    this.change({
      ...change,
      phase: 'playing',
      steps: this.#snapshot.steps.map((step) => ({ ...step, state: 'done' as const })),
    });
    await this.save();
  }

  follow(game: GameSnapshot): void {
    const { outcome: _, phase, problem, ...parts } = game;
    // The end is told once, together with its result.
    this.change(phase === 'playing' ? { ...parts, problem } : parts);
  }

  async finish(result: NonNullable<Table['result']>): Promise<void> {
    this.change({
      phase: 'finished',
      problem: null,
      ask: null,
      ended_at: this.#snapshot.ended_at ?? Date.now(),
      result,
    });
    await this.save();
  }

  async fail(problem: Problem): Promise<void> {
    const steps = this.#snapshot.steps.map((step) =>
      step.state === 'now' ? { ...step, state: 'failed' as const } : step,
    );
    this.change({ phase: 'failed', problem, steps, ask: null, ended_at: this.#snapshot.ended_at ?? Date.now() });
    await this.save();
  }

  async settle(role: Role, result: Result): Promise<void> {
    const before = this.#snapshot.result;
    if (before === null) return;
    const next = resultOf(role, result, before);
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    this.change({ result: next });
    await this.save();
  }

  async markReported(): Promise<void> {
    await this.journal.update({ facts: { reported: true } });
  }

  /** Everything a restart needs to show this table again. */
  async save(): Promise<void> {
    const { phase, problem, ended_at } = this.#snapshot;
    await this.journal.update({
      phase,
      problem: problem as JsonObject | null,
      ended_at,
      facts: { table: this.#snapshot as unknown as JsonObject },
    });
  }
}

/** Written down by an earlier version, a table may know nothing of these. */
type Later = 'hooks' | 'talk' | 'settings' | 'rematch_of' | 'afterwards';
type SavedTable = Omit<Table, Later> & Partial<Pick<Table, Later>>;

/** A table of an earlier run, as it was saved; one that was cut shows its failure. Null for a folder without a snapshot. */
export function savedTable(file: TableFile): { table: Table; reported: boolean } | null {
  const saved = file.facts.table as unknown as SavedTable | undefined;
  if (saved === undefined) return null;
  // A cut table was last saved when it began; its moves were kept as they were played.
  const { outcome: _, ...game } = file.game ?? { outcome: null };
  const table: Table = {
    hooks: null,
    talk: [],
    settings: {},
    rematch_of: null,
    ...saved,
    afterwards: { ...nothingYet, ...saved.afterwards },
    ...game,
    started_at: saved.started_at,
    phase: file.phase,
    problem: file.problem as Problem | null,
    ended_at: file.ended_at,
    ask: null,
    connection: { ...saved.connection, kind: 'none', quiet_since: null, gives_up_at: null },
  };
  return { table, reported: file.facts.reported === true };
}

export function protocolOf(protocol: LibraryProtocol, family: string | null): Table['protocol'] {
  return {
    protocol_id: protocol.protocol_id,
    name: protocol.spec.name ?? protocol.protocol_id.slice(0, 8),
    mode: protocol.mode,
    family,
  };
}

export function boardOf(board: Board | null): Table['board'] {
  if (!board) return null;
  const { source, manifest_hash, author } = board;
  return { source, manifest_hash, author };
}

/** The result before the community has answered. */
export function queuedResult(
  role: Role,
  winner: Winner | null,
  reason: string | null,
  rated: boolean,
): NonNullable<Table['result']> {
  const report = rated ? winner : null;
  return {
    winner,
    outcome: winner === null ? 'none' : winner === 'draw' ? 'drawn' : winner === role ? 'won' : 'lost',
    reason,
    state: report === null ? 'unrated' : 'queued',
    reports: { mine: report, mine_at: report === null ? null : Date.now(), theirs: null, theirs_at: null },
    rating: null,
    cap: null,
  };
}

function resultOf(role: Role, result: Result, before: NonNullable<Table['result']>): NonNullable<Table['result']> {
  const peer = otherRole(role);
  const at = (time: string | null) => (time === null ? null : Date.parse(time));
  const { applied, reason } = result.rating;
  return {
    ...before,
    state: reason === 'unrated' ? 'unrated' : result.state,
    reports: {
      mine: result.reports[role],
      mine_at: at(result.reported_at[role]),
      theirs: result.reports[peer],
      theirs_at: at(result.reported_at[peer]),
    },
    rating: { applied, reason, mine: result.rating[role], theirs: result.rating[peer] },
  };
}
