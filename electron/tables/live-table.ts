/** A table from the first step of joining to the settled result: its snapshot, and the running game. */
import { type JoinStepId, joinStepIds, type Person, type Table } from '../../shared/bridge/contract.ts';
import { withinLimits } from '../../shared/bridge/newest-within.ts';
import type { Result } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { type ControlMode, otherRole, type Role, type Winner } from '../../shared/tables/hooks.ts';
import type { DrawAction, Outcome } from '../../shared/tables/outcome.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import type { Board } from '../library/board.ts';
import type { LibraryProtocol } from '../library/library.ts';
import { clockReading } from '../time/awake-clock.ts';
import type { ResumableChannel } from './reconnect/reconnecting-channel.ts';
import type { TableJournal } from './records/journal.ts';
import type { LiveRemarks } from './remarks/table-remarks.ts';
import { emptyAfterwards, noAbsence, restoreTable } from './restored-table.ts';
import type { RunningTable } from './running-table.ts';
import type { GameSnapshot, TableFile } from './table-file.ts';

export interface NewTable {
  table_id: string;
  post_id: string;
  role: Role;
  control_mode: ControlMode;
  client?: Table['client'];
  me: Person;
  settings: Table['settings'];
  rematch_of: string | null;
  order: number;
}

interface LiveTableConfig {
  onChange(table: Table): void;
  /** The next `order`. */
  nextOrder(): number;
}

const unknownPerson: Person = { public_key: '0'.repeat(64), nickname: '', agent_id: null, rating: null, house: false };

export function newTableSnapshot(newTable: NewTable): Table {
  return {
    client: null,
    ...newTable,
    session_id: null,
    phase: 'joining',
    peer: unknownPerson,
    manner: null,
    peer_control_mode: 'hybrid',
    peer_manner: null,
    protocol: { protocol_id: '0'.repeat(64), name: '', mode: '', family: null },
    options: {},
    hooks: null,
    steps: joinStepIds.map((id) => ({ id, state: 'to_come', started_at: null, deadline_at: null })),
    checks: [],
    seq: 0,
    view: null,
    board_record: null,
    ask: null,
    ahead: null,
    premove: null,
    peer_asked_at: null,
    chosen: { own: false, peer: false },
    peer_ends_at: null,
    peer_deadline_at: null,
    limits: null,
    used_ms: { host: 0, guest: 0 },
    clock: clockReading(),
    moves: [],
    talk: [],
    sealed_rounds: [],
    concession: 'none',
    draw: 'none',
    absence: noAbsence,
    stall: null,
    connection: { kind: 'none', rtt_ms: null, quiet_since: null, gives_up_at: null },
    board: null,
    result: null,
    record: { frames: 0, head: null, lines: 0 },
    problem: null,
    started_at: Date.now(),
    ended_at: null,
    afterwards: emptyAfterwards,
  };
}

export class LiveTable {
  readonly abort = new AbortController();
  runningTable: RunningTable | null = null;
  /** Kept after the game, while the peer may still fetch its last frames. */
  channel: ResumableChannel | null = null;
  /** What is said beside the game; null if one side shows no remarks. */
  remarks: LiveRemarks | null = null;
  /** The user accepted a draw, or left: an end by that is no news to them. */
  agreesToEnd = false;
  #snapshot: Table;
  #journal: TableJournal;
  readonly #config: LiveTableConfig;

  constructor(snapshot: Table, journal: TableJournal, config: LiveTableConfig) {
    this.#snapshot = snapshot;
    this.#journal = journal;
    this.#config = config;
  }

  get journal(): TableJournal {
    return this.#journal;
  }

  /** Continues with a reopened journal and the final state in its file. */
  reopen(journal: TableJournal, file: TableFile): void {
    this.#journal = journal;
    this.change(restoreTable(file)?.table ?? {});
  }

  /** Read the clock last: a snapshot is sent as soon as it is taken. */
  get snapshot(): Table {
    return { ...this.#snapshot, clock: clockReading() };
  }

  /** Whether it has ended, and nothing is left to report or to repeat for the peer. */
  get isFinal(): boolean {
    const { phase, session_id } = this.#snapshot;
    const reported = session_id === null || this.journal.file().facts.reported === true;
    return isOver({ phase }) && reported && this.runningTable === null && this.channel === null;
  }

  change(change: Partial<Table>): void {
    const wasOver = isOver(this.#snapshot);
    this.#snapshot = { ...this.#snapshot, ...change };
    if (!wasOver && isOver(this.#snapshot)) this.#snapshot.order = this.#config.nextOrder();
    this.#config.onChange(this.snapshot);
  }

  /** Marks the earlier steps as done. `deadlineMs`: from now. */
  enterStep(stepId: JoinStepId, deadlineMs?: number): void {
    const now = clockReading();
    const index = joinStepIds.indexOf(stepId);
    const steps = this.#snapshot.steps.map((step, stepIndex) => {
      if (stepIndex < index) return { ...step, state: 'done' as const };
      if (stepIndex > index) return step;
      return {
        ...step,
        state: 'now' as const,
        started_at: now,
        deadline_at: deadlineMs === undefined ? null : now + deadlineMs,
      };
    });
    this.change({ steps });
  }

  /** Marks all steps as done, and saves what the next process needs to resume the game; windows still show the joining phase. */
  async agree(terms: Partial<Table>): Promise<void> {
    this.change({ ...terms, steps: this.#snapshot.steps.map((step) => ({ ...step, state: 'done' as const })) });
    await this.save('playing');
  }

  applyGame(game: GameSnapshot): void {
    const { outcome: _, phase, problem, ...parts } = withinLimits(game);
    // The end is shown together with its result.
    this.change(phase === 'playing' ? { ...parts, problem } : parts);
  }

  /** An offer that crosses the other side's accepts it, too. */
  noteDraw(action: DrawAction): void {
    this.agreesToEnd = action === 'accept' || (action === 'offer' && this.#snapshot.draw === 'asked');
  }

  async finish(result: NonNullable<Table['result']>): Promise<void> {
    const { afterwards, protocol, ended_at } = this.#snapshot;
    const isByUser = this.agreesToEnd && (result.agreed === true || protocol.mode === 'free');
    this.change({
      ...(isByUser ? { afterwards: { ...afterwards, seen: true } } : {}),
      phase: 'finished',
      problem: null,
      ask: null,
      ahead: null,
      premove: null,
      ended_at: ended_at ?? Date.now(),
      result,
    });
    await this.save();
  }

  async fail(problem: Problem): Promise<void> {
    const steps = this.#snapshot.steps.map((step) =>
      step.state === 'now' ? { ...step, state: 'failed' as const } : step,
    );
    this.change({
      phase: 'failed',
      problem,
      steps,
      ask: null,
      ahead: null,
      premove: null,
      ended_at: this.#snapshot.ended_at ?? Date.now(),
    });
    await this.save();
  }

  async settle(role: Role, result: Result): Promise<void> {
    const previousResult = this.#snapshot.result;
    if (previousResult === null) return;
    const nextResult = resultOf(role, result, previousResult);
    if (JSON.stringify(nextResult) === JSON.stringify(previousResult)) return;
    this.change({ result: nextResult });
    await this.save();
  }

  /** The other side says that the session failed, so the reports differ, and the community has no result. */
  async dispute(): Promise<void> {
    const { result } = this.#snapshot;
    if (result?.state !== 'queued' && result?.state !== 'pending') return;
    this.change({ result: { ...result, state: 'disputed' } });
    await this.save();
  }

  /** The person of a side that plays by hand says who won. Throws `result_conflict` unless that is open. */
  async sayResult(winner: Winner): Promise<void> {
    const { result, role } = this.#snapshot;
    if (result?.state !== 'unsaid')
      throw new ParlorError('result_conflict', 'The result of this table is not open, or was said already.');
    const outcome = outcomeOf(role, winner);
    this.change({ result: { ...result, winner, outcome, said: true, state: 'queued', reports: ownReport(winner) } });
    await this.journal.update({ facts: { ...factsOf(this.#snapshot), reported: false } });
  }

  async markReported(): Promise<void> {
    await this.journal.update({ facts: { reported: true } });
  }

  /** Saves the snapshot for the next start. */
  async save(phase = this.#snapshot.phase): Promise<void> {
    const { problem, ended_at } = this.#snapshot;
    const facts = factsOf({ ...this.#snapshot, phase });
    await this.journal.update({ phase, problem: problem as JsonObject | null, ended_at, facts });
  }
}

/** The part of a snapshot that table.json stores. */
export const factsOf = (snapshot: Table): JsonObject => ({
  table: { ...snapshot, board_record: null } as unknown as JsonObject,
});

export function protocolOf(protocol: LibraryProtocol, family: string | null): Table['protocol'] {
  return {
    protocol_id: protocol.protocol_id,
    name: protocol.spec.name ?? protocol.protocol_id.slice(0, 8),
    mode: protocol.mode,
    family,
    ...(protocol.spec.type !== undefined && { type: protocol.spec.type }),
  };
}

export function boardOf(board: Board | null): Table['board'] {
  if (!board) return null;
  const { source, manifest_hash, author } = board;
  return { source, manifest_hash, author };
}

const outcomeOf = (role: Role, winner: Winner | null) =>
  winner === null ? 'none' : winner === 'draw' ? 'drawn' : winner === role ? 'won' : 'lost';

const ownReport = (mine: Winner | null) => ({
  ...{ mine, mine_at: mine === null ? null : Date.now() },
  ...{ theirs: null, theirs_at: null },
});

/** The result before the community has confirmed it. `canSay`: the person of this side may say who won if its hooks don't know. */
export function queuedResultOf(
  role: Role,
  { winner, reason, conceded, agreed, told }: Pick<Outcome, 'winner' | 'reason' | 'conceded' | 'agreed' | 'told'>,
  rated: boolean,
  canSay = false,
): NonNullable<Table['result']> {
  const report = rated ? winner : null;
  return {
    winner,
    outcome: outcomeOf(role, winner),
    reason,
    ...(conceded ? { conceded } : {}),
    ...(agreed ? { agreed } : {}),
    ...(told ? { told } : {}),
    state: report !== null ? 'queued' : rated && canSay ? 'unsaid' : 'unrated',
    reports: ownReport(report),
    rating: null,
    cap: null,
  };
}

function resultOf(
  role: Role,
  result: Result,
  previousResult: NonNullable<Table['result']>,
): NonNullable<Table['result']> {
  const peer = otherRole(role);
  const parseTime = (time: string | null) => (time === null ? null : Date.parse(time));
  const { applied, reason } = result.rating;
  return {
    ...previousResult,
    state: reason === 'unrated' ? 'unrated' : result.state,
    reports: {
      mine: result.reports[role],
      mine_at: parseTime(result.reported_at[role]),
      theirs: result.reports[peer],
      theirs_at: parseTime(result.reported_at[peer]),
    },
    rating: { applied, reason, mine: result.rating[role], theirs: result.rating[peer] },
  };
}
