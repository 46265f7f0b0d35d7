/** Runs one table: the pure engine, its hooks, the channel to the peer, the clock and the journal. */
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { createEngine, defaultHeartbeat } from '../../shared/tables/engine.ts';
import type { BareEvent, Effect, HeartbeatSettings, Moment, TableEvent } from '../../shared/tables/events.ts';
import type { Answer, ControlMode, Role } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { RecordEntry } from '../../shared/tables/transcript.ts';
import type { HookHost } from '../hooks/host.ts';
import type { Channel } from '../p2p/channel.ts';
import { computer, type Environment } from './environment.ts';
import type { Seated } from './handshake.ts';
import type { GameSnapshot, TableChange, TableJournal } from './journal.ts';
import { type Line, openLine, type Way } from './line.ts';

export type { Outcome } from '../../shared/tables/outcome.ts';
export type { Environment } from './environment.ts';
export type { GameSnapshot } from './journal.ts';

export interface TableParts {
  role: Role;
  control_mode: ControlMode;
  spec: Spec;
  options: JsonObject;
  /** A playing strength or style the hooks file may offer. */
  manner: string | null;
  extraArgs?: string[];
  hooks: HookHost;
  /** After the handshake: the next line is the first business frame. */
  channel: Channel;
  /** How the two find back to each other after a lost connection; without it the loss is the end. */
  way?: Way | null;
  journal: TableJournal;
  /** Goes into the record first, so that its chain is bound to what both keys signed. */
  seated?: Seated;
  /** Milliseconds an agent's own answer waits before it is played; 0 unless told. */
  paceMs?: number;
  heartbeat?: Partial<HeartbeatSettings>;
  /** Clock, timers and randomness; the computer's own unless told. */
  environment?: Environment;
}

export interface RunningTable {
  snapshot(): GameSnapshot;
  /** Calls back soon after changes; `snapshot()` then has them. Returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  /**
   * Plays the person's answer to the open ask. Resolves once it is on disk; rejects `decision_invalid` where no such ask
   * is open (any more), the value is not among its choices, or only the agent decides, and `data_dir_unusable` where it
   * could not be written.
   */
  answer(key: string, value: Answer): Promise<void>;
  /** Hybrid: keeps the proposal from playing by itself. Rejects `decision_invalid`. */
  hold(key: string): Promise<void>;
  /** Gets up, also while the peer is gone: ends a talk, and any other table failed with code `resigned`; nothing once it has ended. */
  resign(): void;
  /** Ends the table failed with code `interrupted` and resolves when everything is freed; safe to call twice. */
  dispose(): Promise<void>;
  /**
   * Resolves, never rejects, once the last frame was flushed, `session_end` ran, the hooks were stopped and the journal
   * was closed. What to report: `closed` and its winner where `completed`, else `failed`.
   */
  readonly ended: Promise<Outcome>;
  /** Outlives the table for as long as the peer may still ask for what it missed of the end. */
  readonly line: Line;
}

/** A peer that does not read what we send is dropped before it costs memory. */
const waitingSendsMax = 64;
/** A peer that does not take our last frame is not waited for. */
const farewellMs = 5000;
/** Clock corrections below this do not move a shown deadline. */
const clockToleranceMs = 500;

/** Starts the table at once. The caller keeps nothing of `parts`: hooks, channel and journal are freed when it has ended. */
export function runTable(parts: TableParts): RunningTable {
  const { hooks, journal } = parts;
  const environment = parts.environment ?? computer;
  const heartbeat = { ...defaultHeartbeat, ...parts.heartbeat };
  const line = openLine(parts.channel, parts.way ?? null, environment);
  const engine = createEngine({
    role: parts.role,
    control_mode: parts.control_mode,
    spec: parts.spec,
    options: parts.options,
    manner: parts.manner,
    ...(parts.extraArgs ? { extraArgs: parts.extraArgs } : {}),
    hooks_hash: hooks.hash,
    methods: hooks.methods,
    paceMs: parts.paceMs ?? 0,
    heartbeat,
  });

  const listeners = new Set<() => void>();
  const startedAt = Math.round(environment.wall());
  let endedAt: number | null = null;
  let cancelWake: (() => void) | null = null;
  let clockOffset = environment.wall() - environment.monotonic();
  let notifying = false;
  /** Entries are written in order. A frame leaves after the entries and the frames before it; no entry waits for a frame. */
  let recorded: Promise<void> = Promise.resolve();
  let outgoing: Promise<void> = Promise.resolve();
  let waitingSends = 0;
  let recordLost = false;
  let hookCalls: Promise<unknown> = Promise.resolve();
  let saved = 0;
  let saving = false;
  const ended = Promise.withResolvers<Outcome>();

  const moment = (): Moment => ({
    now: environment.monotonic(),
    at: Math.round(environment.wall()),
    entropy: environment.entropy(),
  });

  function wallOf(monotonic: number): number {
    const offset = environment.wall() - environment.monotonic();
    if (Math.abs(offset - clockOffset) > clockToleranceMs) clockOffset = offset;
    return Math.round(monotonic + clockOffset);
  }

  /** Hands an event to the engine and carries out what follows. Resolves when what it recorded is on disk. */
  function dispatch(event: BareEvent): { refused: Problem | null; kept: Promise<void> } {
    const made = withMoment(event, moment());
    let refused: Problem | null = null;
    for (const effect of engine.handle(made)) {
      if (effect.type === 'refused') refused = effect.problem;
      else carryOut(effect, made.at);
    }
    return { refused, kept: recorded };
  }

  function carryOut(effect: Exclude<Effect, { type: 'refused' }>, at: number) {
    switch (effect.type) {
      case 'send':
        return send(effect.frame);
      case 'record':
        return record(effect.entry, at, effect.durable);
      case 'call':
        hookCalls = hookCalls
          .then(() => hooks.call(effect.method, effect.args))
          .then(
            (value) => dispatch({ type: 'hook_result', call: effect.call, value }),
            (error: unknown) => dispatch({ type: 'hook_failed', call: effect.call, problem: toProblem(error) }),
          );
        return;
      case 'wake':
        cancelWake?.();
        cancelWake = null;
        if (effect.at !== null) wakeAt(effect.at);
        return;
      case 'changed':
        return changed();
      case 'ended':
        endedAt = at;
        // The hooks' last word comes after the last frame has left.
        outgoing = outgoing.then(() => within(farewellMs, line.close(heartbeat.graceMs)));
        hookCalls = Promise.all([hookCalls, outgoing]);
        return;
      case 'done':
        void finish();
    }
  }

  /** Timers may fire a little early; a wake-up before its time would find nothing due and never come again. */
  function wakeAt(at: number) {
    cancelWake = environment.after(Math.max(0, Math.ceil(at - environment.monotonic())), () => {
      if (environment.monotonic() < at) wakeAt(at);
      else dispatch({ type: 'time' });
    });
  }

  function record(entry: RecordEntry, at: number, durable: boolean) {
    recorded = recorded.then(() => journal.append(entry, at, durable)).catch(loseRecord);
  }

  function send(frame: JsonObject) {
    if (waitingSends >= waitingSendsMax) {
      queueMicrotask(() => abort('peer_unresponsive', 'The other side takes nothing of what it is sent.'));
      return;
    }
    waitingSends += 1;
    const before = recorded;
    outgoing = outgoing
      .then(() => before)
      .then(() => (recordLost ? undefined : line.send(frame)))
      .catch((error: unknown) => {
        // A peer that is gone may have left its last words in the pipe: the reader comes to its end by itself.
        const problem = toProblem(error);
        if (problem.code !== 'peer_disconnected') dispatch({ type: 'abort', problem });
      })
      .finally(() => {
        waitingSends -= 1;
      });
  }

  function abort(code: Problem['code'], message: string) {
    dispatch({ type: 'abort', problem: { code, message } });
  }

  /** Without a record there is no table: what a person is told was played must be found again. */
  function loseRecord() {
    recordLost = true;
    queueMicrotask(() => abort('data_dir_unusable', 'This table cannot be written down on this computer any more.'));
  }

  function changed() {
    const snapshot = self.snapshot();
    save(snapshot);
    keepView(snapshot);
    // A silent peer may be where our packets no longer go.
    if (snapshot.connection.quiet_since !== null) queueMicrotask(() => line.retry());
    if (notifying) return;
    notifying = true;
    queueMicrotask(() => {
      notifying = false;
      for (const listener of listeners) listener();
    });
  }

  /** Keeps a table that may be cut worth looking at: one write at a time, after moves and words. */
  function save(snapshot: GameSnapshot) {
    const progress = snapshot.moves.length + (snapshot.talk.at(-1)?.number ?? 0);
    if (saving || snapshot.outcome || progress === saved) return;
    saving = true;
    saved = progress;
    journal
      .update({ game: snapshot })
      .catch(loseRecord)
      .finally(() => {
        saving = false;
      });
  }

  /** In its turn behind the record, so that it is bound to the line that led to it; nothing waits until it is written. */
  function keepView({ moves, view }: GameSnapshot) {
    recorded = recorded.then(() => void journal.keepView({ moves: moves.length, view }));
  }

  async function finish(): Promise<void> {
    cancelWake?.();
    await Promise.all([outgoing, recorded]);
    const snapshot = self.snapshot();
    const outcome = snapshot.outcome as Outcome;
    await journal
      .update({
        phase: outcome.completed ? 'finished' : 'failed',
        problem: outcome.problem as JsonObject | null,
        ended_at: endedAt,
        outcome,
        game: snapshot,
      } as TableChange)
      .catch(() => {});
    await journal.close().catch(() => {});
    await hooks.dispose().catch(() => {});
    ended.resolve(outcome);
  }

  async function within(ms: number, task: Promise<void>): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = environment.after(ms, resolve);
    await Promise.race([task.catch(() => {}), late]);
    cancel();
  }

  const self: RunningTable = {
    snapshot() {
      const { quiet_since, gives_up_at, ...game } = engine.game(wallOf);
      const { kind, rtt_ms } = line.connection();
      return {
        ...game,
        connection: { kind, rtt_ms, quiet_since, gives_up_at },
        record: journal.record,
        problem: game.outcome?.problem ?? null,
        started_at: startedAt,
        ended_at: endedAt,
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async answer(key, value) {
      const { refused, kept } = dispatch({ type: 'answer', key, value });
      if (refused) throw new ParlorError(refused.code, refused.message, refused.detail);
      await kept;
      if (recordLost) throw new ParlorError('data_dir_unusable', 'Your answer could not be written down.');
    },
    async hold(key) {
      const { refused } = dispatch({ type: 'hold', key });
      if (refused) throw new ParlorError(refused.code, refused.message, refused.detail);
    },
    resign: () => abort('resigned', 'You resigned from this table.'),
    async dispose() {
      abort('interrupted', 'Parlor ended while this table was open.');
      await ended.promise;
    },
    ended: ended.promise,
    line,
  };

  if (parts.seated) record({ kind: 'session', ...parts.seated }, startedAt, false);
  journal.update({ phase: 'playing' }).catch(loseRecord);
  dispatch({ type: 'start' });
  line.listen((event) => void dispatch(event));
  return self;
}

function withMoment(event: BareEvent, moment: Moment): TableEvent {
  return { ...event, ...moment };
}
