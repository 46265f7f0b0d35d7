/** Runs one game: drives the pure engine with its hooks, the channel to the peer, the clock and the journal. */
import { callSafely, inBackground, inTurn } from '../../shared/background.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { budgets, floodedProblem } from '../../shared/tables/budgets.ts';
import type { Effect, EventMoment, TableEvent, UntimedEvent } from '../../shared/tables/engine-types.ts';
import { byeFrame, readSystemFrame, signOfLife } from '../../shared/tables/frames.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { RecordEntry } from '../../shared/tables/record.ts';
import { systemEnvironment, waitAtMost } from './environment.ts';
import { createHearing, hears } from './hearing.ts';
import { pingAnswers } from './ping-answers.ts';
import { type ChannelEvent, openResumableChannel } from './reconnect/reconnecting-channel.ts';
import { mustBeDurable, type RestoredTable, restoredClock } from './reconnect/resume.ts';
import type { TableChange } from './records/journal.ts';
import { createRecordSigning } from './records/record-signing.ts';
import { engineOf, heartbeatOf, type RunnerConfig } from './runner-config.ts';
import type { RunningTable } from './running-table.ts';
import type { GameSnapshot } from './table-file.ts';
import { unwritableRecord } from './unwritable-record.ts';

/** How long the last frame may take to be delivered. */
const lastFrameTimeoutMs = 5000;

/** Starts the game at once. Takes ownership of hooks, channel and journal, and frees them at the end. */
export function runTable(config: RunnerConfig): RunningTable {
  const { hooks, journal, resumeLog = null, restored = null, remarks = null } = config;
  const { environment: baseEnvironment = systemEnvironment } = config;
  const environment = restored ? restoredClock(restored, baseEnvironment) : baseEnvironment;
  const heartbeat = heartbeatOf(config);
  const engine = restored?.engine ?? engineOf(config);
  const channel = openResumableChannel(config.channel, config.credentials ?? null, environment, {
    ...(restored ? { history: restored.history } : {}),
    flush: () => recordWrites.then(() => resumeLog?.sync()),
    written: () => recordWrites,
  });

  remarks?.start(channel, environment);

  const listeners = new Set<() => void>();
  const startedAt = config.startedAt ?? Math.round(environment.wall());
  let endedAt: number | null = restored?.endedAt ?? null;
  let cancelTimer: (() => void) | null = null;
  /** The clock of a resumed table continues that of an earlier process; snapshots tell times on this process's. */
  const clockAheadMs = environment.monotonic() - baseEnvironment.monotonic();
  let isNotifying = false;
  /** Entries are written in order. A frame is sent after all earlier entries and frames; entries do not wait for frames. */
  let recordWrites: Promise<void> = Promise.resolve();
  /** Lines of the record, including those still being written. */
  let { lines: lineCount } = journal.record;
  let frameSends: Promise<void> = Promise.resolve();
  let queuedSendCount = 0;
  /** Monotonic time of the peer's last sign of life since the last event; its other ones leave no trace. */
  let heardAt: number | null = null;
  /** Nothing more is recorded, and only `bye` is sent. */
  let isRecordLost = false;
  const hearing = hears(config.spec, heartbeat) ? createHearing(environment, channel.send, notify) : null;
  if (config.channel === null) hearing?.receive({ type: 'lost' });
  const signing = createRecordSigning(config, {
    ...{ environment, messages: restored?.messages },
    send: (frame) => channel.send(frame),
  });
  /** Why the game fails, even if it is already over for the engine. */
  let failure: Problem | null = null;
  let isFinishing = false;
  let hookCalls: Promise<unknown> = Promise.resolve();
  let savedProgress = 0;
  let isSaving = false;
  let isStopped = false;
  const ended = Promise.withResolvers<Outcome>();
  const suspended = Promise.withResolvers<void>();

  function moment(): EventMoment {
    const heard = heardAt === null ? {} : { heard: heardAt };
    heardAt = null;
    return {
      now: environment.monotonic(),
      at: Math.round(environment.wall()),
      entropy: environment.entropy(),
      ...heard,
    };
  }

  const clockOf = (monotonic: number) => Math.round(monotonic - clockAheadMs);

  /** Passes an event to the engine and performs its effects. `durable` resolves when its entries are on disk. */
  function dispatch(event: UntimedEvent): { problem: Problem | null; durable: Promise<void> } {
    if (isStopped) return { problem: null, durable: recordWrites };
    let problem: Problem | null = null;
    try {
      const timedEvent: TableEvent = { ...event, ...moment() };
      const effects = engine.handle(timedEvent);
      if (resumeLog) logEvent(timedEvent, effects.some(mustBeDurable));
      for (const effect of effects) {
        if (effect.type === 'refused') problem = effect.problem;
        else perform(effect, timedEvent.at);
      }
    } catch (error) {
      problem = toProblem(error);
      // An engine that cannot even be aborted does not end by itself.
      if (failure === null) fail(problem);
      else finish();
    }
    return { problem, durable: recordWrites };
  }

  const answerPing = pingAnswers(sendPong, (send) => {
    frameSends = frameSends.then(send);
  });

  /** With this side's clock, which may have stood still since the last pong. */
  async function sendPong(pong: JsonObject): Promise<void> {
    await channel.send(pong);
    const clock = engine.clockFrame(environment.monotonic());
    if (clock) await channel.send(clock);
  }

  function receive(event: ChannelEvent) {
    hearing?.receive(event);
    remarks?.receive(event);
    if (signing?.receive(event, endedAt !== null) || (endedAt !== null && event.type === 'frame')) return;
    if (event.type === 'flooded') return void dispatch({ type: 'abort', problem: floodedProblem(event.budget) });
    const system = event.type === 'frame' ? readSystemFrame(event.frame) : null;
    if (engine.hears(system, environment.monotonic())) return void dispatch(event);
    if (system?.kind === 'ping') answerPing(system.probeId);
    if (engine.isPeerQuiet) dispatch({ type: 'frame', frame: signOfLife });
    else heardAt = environment.monotonic();
  }

  /** Resolves once the event's entries are on disk; rejects with the problem of a refused event. */
  async function submit(event: UntimedEvent): Promise<void> {
    const { problem, durable } = dispatch(event);
    if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
    await durable;
    if (isRecordLost) throw new ParlorError('data_dir_unusable', 'Your answer could not be saved.');
  }

  function perform(effect: Exclude<Effect, { type: 'refused' }>, at: number) {
    switch (effect.type) {
      case 'send':
        for (const frame of signing?.withSignature(effect.frame) ?? [effect.frame]) send(frame);
        return;
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
        cancelTimer?.();
        cancelTimer = null;
        if (effect.at !== null) wakeAt(effect.at);
        return;
      case 'changed':
        return handleChange();
      case 'ended':
        endedAt = at;
        // `session_end` runs after the last frame was sent.
        frameSends = frameSends
          .then(() => signRecord(effect.outcome, at))
          .then(() => (effect.outcome.completed && remarks?.keepOpen(closeChannel) ? undefined : closeChannel()));
        hookCalls = Promise.all([hookCalls, frameSends]);
        return;
      case 'done':
        finish();
    }
  }

  function closeChannel(): Promise<void> {
    remarks?.close();
    return waitAtMost(environment, lastFrameTimeoutMs, channel.close(heartbeat.graceMs));
  }

  /** Timers may fire a little early; a premature `time` event would find nothing due and not be repeated. */
  function wakeAt(at: number) {
    cancelTimer = environment.after(Math.max(0, Math.ceil(at - environment.monotonic())), () => {
      if (environment.monotonic() < at) wakeAt(at);
      else dispatch({ type: 'time' });
    });
  }

  /** Written before the event's effects, so that a resumed table can repeat everything that it may have sent. */
  function logEvent(event: TableEvent, durable: boolean) {
    recordWrites = recordWrites
      .then(() => (isRecordLost ? undefined : resumeLog?.append(event, durable)))
      .catch(failRecord);
  }

  function record(entry: RecordEntry, at: number, durable: boolean) {
    lineCount += 1;
    signing?.add(entry);
    recordWrites = recordWrites
      .then(() => (isRecordLost ? undefined : journal.append(entry, at, durable)))
      .catch(failRecord);
  }

  /** The record of a completed game gets the signatures of both sides, if the other one signs in time. */
  async function signRecord(outcome: Outcome, at: number): Promise<void> {
    if (signing === null || !outcome.completed) return;
    await recordWrites;
    const entry = isRecordLost ? null : await signing.sign(outcome);
    if (entry) record(entry, at, true);
    await recordWrites;
  }

  function send(frame: JsonObject) {
    if (queuedSendCount >= budgets.queuedSends) {
      queueMicrotask(() => abort('peer_unresponsive', 'The other side does not read the messages sent to it.'));
      return;
    }
    queuedSendCount += 1;
    const earlierWrites = recordWrites;
    frameSends = frameSends
      .then(() => earlierWrites)
      .then(() => (isRecordLost && readSystemFrame(frame)?.kind !== 'bye' ? undefined : channel.send(frame)))
      .catch((error: unknown) => {
        // The channel's reader reports a disconnect once it has read the peer's last frames.
        const problem = toProblem(error);
        if (problem.code !== 'peer_disconnected') dispatch({ type: 'abort', problem });
      })
      .finally(() => {
        queuedSendCount -= 1;
      });
  }

  /** The engine's state; failed if the record of a completed game is lost, or if the engine could not end. */
  function game() {
    const state = engine.game(clockOf);
    if (state.outcome === null ? !isFinishing : !(state.outcome.completed && isRecordLost)) return state;
    const outcome: Outcome = { completed: false, winner: null, reason: null, problem: failure };
    return { ...state, phase: 'failed' as const, ask: null, ahead: null, premove: null, outcome };
  }

  function abort(code: Problem['code'], message: string) {
    dispatch({ type: 'abort', problem: { code, message } });
  }

  /** Fails the game once: what the failure leads to may fail again for the same reason. */
  function fail(problem: Problem) {
    if (failure !== null) return;
    failure = problem;
    queueMicrotask(() => dispatch({ type: 'abort', problem }));
  }

  /** A table without a complete record must not continue. */
  function failRecord(error: unknown) {
    if (isRecordLost) return;
    isRecordLost = true;
    fail(unwritableRecord(error));
  }

  function handleChange() {
    const snapshot = runningTable.snapshot();
    saveProgress(snapshot);
    recordView(snapshot);
    remarks?.setMode(snapshot.control_mode ?? config.control_mode);
    // A silent peer may have become unreachable over this connection.
    if (snapshot.connection.quiet_since !== null) queueMicrotask(() => channel.retry());
    notify();
  }

  function notify() {
    if (isNotifying) return;
    isNotifying = true;
    queueMicrotask(() => {
      isNotifying = false;
      for (const listener of listeners) callSafely('change of a table', listener);
    });
  }

  /**
   * Saves the snapshot after moves and chat messages, in case the table is interrupted. One write at a time. The record alone is
   * essential: after a failure the next change saves again.
   */
  function saveProgress(snapshot: GameSnapshot) {
    const progress = snapshot.moves.length + (snapshot.talk.at(-1)?.number ?? 0);
    if (isSaving || snapshot.outcome || progress === savedProgress) return;
    isSaving = true;
    savedProgress = progress;
    const saving = journal.update({ game: { ...snapshot, board_record: null } }).finally(() => {
      isSaving = false;
    });
    inBackground('state of a game', saving);
  }

  /** Written after the line of the record that led to it; frames and answers do not wait for it. */
  function recordView({ moves, view }: GameSnapshot) {
    recordWrites = recordWrites.then(() => inBackground('view', journal.appendView({ moves: moves.length, view })));
  }

  function finish() {
    if (isFinishing) return;
    isFinishing = true;
    cancelTimer?.();
    hearing?.stop();
    const saved = Promise.allSettled([frameSends, recordWrites]).then(saveEnd);
    inBackground(
      'end of a game',
      saved.finally(() => ended.resolve(game().outcome as Outcome)),
    );
  }

  async function saveEnd(): Promise<void> {
    const snapshot = runningTable.snapshot();
    const { completed, problem } = snapshot.outcome as Outcome;
    const phase = completed ? 'finished' : 'failed';
    const saved = { outcome: snapshot.outcome, game: { ...snapshot, board_record: null } };
    const change = { phase, problem, ended_at: endedAt, ...saved } as TableChange;
    await inTurn(
      'end of a game',
      () => journal.update(change),
      journal.close,
      () => hooks.dispose(),
    );
  }

  /** Continues where the earlier process stopped. */
  function continueRestored({ missingEntries, pendingCalls, nextWakeAt, outcome, isDone }: RestoredTable) {
    for (const { entry, at } of missingEntries) record(entry, at, true);
    if (outcome !== null) {
      if (outcome.problem) inBackground('last frame', channel.send(byeFrame(outcome.problem.code)));
      inBackground('channel', channel.close(heartbeat.graceMs));
    } else inBackground('state of a game', journal.update({ phase: 'playing', ended_at: null }));
    channel.listen(receive);
    if (isDone) return finish();
    for (const call of pendingCalls) perform(call, Math.round(environment.wall()));
    if (nextWakeAt !== null && cancelTimer === null) wakeAt(nextWakeAt);
    handleChange();
  }

  const runningTable: RunningTable = {
    snapshot() {
      const { quiet_since, gives_up_at, returning, ...state } = game();
      const lineState = { ...channel.connection(), ...hearing?.state(clockOf) };
      return {
        ...state,
        connection: { ...lineState, quiet_since, gives_up_at, ...(returning ? { returning } : {}) },
        record: { ...journal.record, lines: lineCount },
        problem: state.outcome?.problem ?? null,
        started_at: startedAt,
        ended_at: endedAt,
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answer: (key, value) => submit({ type: 'answer', key, value }),
    premove: (key, value) => submit({ type: 'premove', key, value }),
    async propose(key, value, reason) {
      const submission = submit({ type: 'propose', key, value, reason });
      const status = game().ask?.key === key ? 'proposed' : 'played';
      await submission;
      return status;
    },
    whenRecorded: () => recordWrites,
    setClientState: (state) => void dispatch({ type: 'client', state }),
    hold: (key) => submit({ type: 'hold', key }),
    async setMode(control_mode, manner) {
      if (manner !== undefined && !hooks.manners.includes(manner))
        throw new ParlorError('decision_invalid', `These hooks offer no strength or style "${manner}".`, { manner });
      await submit({ type: 'set_mode', control_mode, ...(manner === undefined ? {} : { manner }) });
    },
    async suspend() {
      if (resumeLog === null || game().outcome !== null) return runningTable.dispose();
      isStopped = true;
      cancelTimer?.();
      hearing?.stop();
      await recordWrites;
      channel.dispose();
      await inTurn('end of a game', () => hooks.dispose(), journal.close, resumeLog.close);
      suspended.resolve();
    },
    suspended: suspended.promise,
    leave: () => submit({ type: 'leave' }),
    draw: (action) => submit({ type: 'draw', action }),
    resign: () => abort('resigned', 'You resigned from this table.'),
    fail: (error) => fail(toProblem(error)),
    async dispose() {
      abort('interrupted', 'Parlor ended while this table was open.');
      await ended.promise;
    },
    ended: ended.promise,
    channel,
  };

  if (restored) continueRestored(restored);
  else {
    if (config.session) record({ kind: 'session', ...config.session }, startedAt, false);
    inBackground('state of a game', journal.update({ phase: 'playing' }));
    dispatch({ type: 'start' });
    channel.listen(receive);
  }
  return runningTable;
}
