/**
 * The engine of one session: a pure state machine that turns events into effects. The same code plays both roles, and self-play.
 * electron/tables/engine-runner.ts executes the effects.
 */
import { ParlorError, type Problem, toProblem } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { flowMode, isSupportedMode, type Spec } from '../protocol/spec.ts';
import type { Absence } from './absence.ts';
import { Concession } from './concession.ts';
import { limitsOf } from './deadlines.ts';
import { Decisions } from './decision.ts';
import { Draw } from './draw.ts';
import type { Engine, EngineConfig, GameMode, TableEvent } from './engine-types.ts';
import { actionOf, isSignOfLife, readSystemFrame, safeCode } from './frames.ts';
import { FreeChat } from './free-chat.ts';
import { Heartbeat } from './heartbeat.ts';
import { otherRole } from './hooks.ts';
import { failFlooded, MessageBudget } from './message-budget.ts';
import { hasSealed } from './moves.ts';
import { Premoves } from './premove.ts';
import { SealedRounds } from './sealed-rounds.ts';
import { SessionLoop } from './session-loop.ts';
import { SimultaneousRounds } from './simultaneous-rounds.ts';
import { TableCore } from './table-core.ts';
import { ToldClock } from './told-clock.ts';
import { ToldEnd } from './told-end.ts';

export { defaultHeartbeat } from './heartbeat.ts';

/** Whether the engine can play the spec's mode; protocols of other modes can only be shown. */
export const isPlayable = (spec: Spec): boolean => isSupportedMode(flowMode(spec));

export const modeUnsupported = (spec: Spec): ParlorError =>
  new ParlorError('mode_unsupported', `Protocols of mode ${flowMode(spec)} can be viewed here, but not played.`, {
    mode: flowMode(spec),
  });

/** Maximum number of chat frames that may arrive while the hooks start. */
const earlyChatFramesMax = 32;

/** Throws ParlorError `mode_unsupported`. */
export function createEngine(config: EngineConfig): Engine {
  if (!isPlayable(config.spec)) throw modeUnsupported(config.spec);
  const core = new TableCore(config);
  const decisions = new Decisions(core);
  const heartbeat = new Heartbeat(core);
  const premoves = new Premoves(core, decisions);
  const mode = modeOf(core, decisions, premoves);
  const concession = new Concession(core, decisions, mode);
  const draw = new Draw(core, decisions, mode);
  const clock = new ToldClock(core, decisions, heartbeat);
  const toldEnd = new ToldEnd(core, decisions);
  const messageBudget = new MessageBudget();
  /** Frames that arrived before the hooks had created the initial state. */
  const earlyFrames: JsonObject[] = [];
  decisions.onTimeout = (key) => {
    if (!concession.concede('decision_timeout'))
      core.fail('decision_timeout', 'No decision was made in time.', { key });
  };
  /** Null in mode simultaneous_round, which maintains `core.sealedRounds` itself. */
  const sealedRounds = flowMode(config.spec) === 'simultaneous_round' ? null : new SealedRounds(config.spec);
  let isInitialized = false;

  function startTable() {
    core.record({
      kind: 'start',
      role: config.role,
      control_mode: config.control_mode,
      options: config.options,
      manner: config.manner,
      hooks_hash: config.hooks_hash,
      ...(config.spec_hash === undefined ? {} : { spec_hash: config.spec_hash }),
      ...(config.client ? { client: config.client.name } : {}),
    });
    if (!mode.tolerant) heartbeat.start();
    core.initialize(() => {
      isInitialized = true;
      mode.start();
      for (const frame of earlyFrames.splice(0)) receive(frame);
    });
  }

  function receive(frame: JsonObject) {
    if (core.outcome) return;
    if (!mode.tolerant) heartbeat.markPeerAlive();
    const system = readSystemFrame(frame);
    if (system?.kind === 'concede' || system?.kind === 'conceded' || system?.kind === 'over') {
      const passed = messageBudget.passedByConcession();
      if (passed) return failFlooded(core, passed);
      if (system.kind === 'over') return toldEnd.receive(system.winner);
      return system.kind === 'concede' ? concession.receive(system.code) : concession.receiveConfirmation();
    }
    if (system?.kind === 'draw') return draw.receive(system.saying, system.messages);
    if (system?.kind === 'clock') return clock.hear(system);
    if (system) {
      heartbeat.receive(system);
      return system.kind === 'ping' ? clock.tell() : undefined;
    }
    if (!isInitialized) {
      // Except in chats, the protocol is lockstep: before this side's first frame, a peer may send one.
      if (earlyFrames.length >= (mode.tolerant ? earlyChatFramesMax : 1))
        return core.fail('out_of_turn', 'The other side sent a second message before the table was ready.');
      earlyFrames.push(frame);
      return;
    }
    const passed = messageBudget.passedByMessage(frame);
    if (passed) return failFlooded(core, passed);
    core.record({ kind: 'frame', direction: 'received', frame });
    const action = actionOf(frame);
    if (mode.tolerant) return mode.receive(action ?? '', frame);
    if (action === null) return core.fail('frame_invalid', 'The other side sent a frame that is not a message.');
    if (action === 'error') {
      const reason = safeCode(frame.reason);
      return core.fail(
        'peer_aborted',
        'The other side ended the table with an error.',
        reason === null ? {} : { reason },
      );
    }
    mode.receive(action, frame);
  }

  function applyEvent(event: TableEvent) {
    // `end` is the last entry of a record, so connection events after it are ignored.
    if (core.outcome && ['lost', 'resumed', 'differs'].includes(event.type)) return;
    switch (event.type) {
      case 'start':
        return startTable();
      case 'frame':
        return receive(event.frame);
      case 'bad_line':
        return core.end({ completed: false, winner: null, reason: null, problem: event.problem });
      case 'lost':
        draw.handleLoss();
        return heartbeat.onConnectionLost(event.restarted === true);
      case 'resumed':
        core.record({ kind: 'compared', mine: event.mine, theirs: event.theirs });
        return heartbeat.onConnectionResumed();
      case 'differs':
        core.record({ kind: 'compared', mine: event.mine, theirs: event.theirs }, true);
        return core.fail('history_differs', "The other side's history of this table differs from ours.");
      case 'closed':
        core.peerClosed = true;
        return;
      case 'hook_result':
        return core.settleCall(event.call, { value: event.value });
      case 'hook_failed':
        return core.settleCall(event.call, { problem: event.problem });
      case 'answer':
        return decisions.answer(event.key, event.value);
      case 'premove':
        return premoves.choose(event.key, event.value);
      case 'hold':
        return decisions.hold(event.key);
      case 'propose':
        return decisions.proposeAsClient(event.key, event.value, event.reason);
      case 'client':
        return decisions.setClientState(event.state);
      case 'set_mode':
        return decisions.setMode(event.control_mode, event.manner);
      case 'abort':
        if (event.problem.code === 'resigned' && !core.outcome) {
          if (mode.leave) return mode.leave();
          if (concession.concede('resigned')) return;
        }
        return core.end({ completed: false, winner: null, reason: null, problem: event.problem });
      case 'leave':
        if (core.outcome) return;
        if (heartbeat.stall === null) return core.refuse(peerPresent);
        return core.fail('peer_stalled', 'You left while the other side was away on its turn or had used up its time.');
      case 'draw':
        return draw.act(event.action);
      case 'set_state':
        if (!config.isPreview) return core.refuse(notPreview);
        if (core.outcome) return core.refuse(alreadyOver);
        core.setState(event.state);
        return decisions.renew();
      case 'time':
        return;
    }
  }

  return {
    get isPeerQuiet() {
      return core.peerTurn.absence.since !== null;
    },
    get state() {
      return core.state;
    },
    hears(system, now) {
      if (system?.kind === 'draw') return draw.isHeard;
      if (system?.kind === 'absence') return heartbeat.isNews(system);
      if (system?.kind === 'clock') return config.clocks === true && core.peerTurn.isNews(system, now);
      return !isSignOfLife(system);
    },
    clockFrame: (now) => clock.frame(now),
    handle(event) {
      core.beginEvent({ now: event.now, at: event.at, entropy: event.entropy });
      if (event.heard !== undefined) heartbeat.hear(event.heard);
      // Timers first: an answer after its deadline is late, even if the timer hasn't fired yet.
      try {
        core.runDueTimers();
        applyEvent(event);
        toldEnd.review();
        premoves.review();
        clock.review();
        // A peer may close the connection after its last frame, which is still processed.
        const isBusy = isInitialized ? core.isStepping : earlyFrames.length > 0;
        if (core.peerClosed && !isBusy) core.fail('peer_disconnected', 'The other side has disconnected.');
      } catch (error) {
        core.end({ completed: false, winner: null, reason: null, problem: toProblem(error) });
      }
      const effects = core.takeEffects();
      for (const effect of effects)
        if (effect.type === 'record') sealedRounds?.add(effect.entry, config.role, event.at);
      return effects;
    },
    game(clockOf) {
      const converted = (at: number | null) => (at === null ? null : clockOf(at));
      const { absence } = core.peerTurn;
      const { stall } = heartbeat;
      return {
        phase: core.outcome === null ? 'playing' : core.outcome.completed ? 'finished' : 'failed',
        seq: core.seq,
        control_mode: core.controlMode,
        manner: core.manner,
        client: core.client && { ...core.client.client, connected: core.client.connected },
        view: core.view,
        board_record: core.boardRecord.latest,
        ask: decisions.snapshot(clockOf),
        ...premoves.state,
        peer_asked_at: converted(core.moveTimes.peerAskedAt),
        peer_ends_at: converted(core.moveTimes.peerEndsAt),
        peer_deadline_at: converted(core.dueAt('peer')),
        limits: limitsOf(config),
        used_ms: core.moveTimes.used,
        moves: core.moves,
        talk: core.talk,
        sealed_rounds: sealedRounds?.rounds ?? core.sealedRounds,
        chosen: {
          own: core.heldChoice !== null || hasSealed(core.sealedRounds, core.role),
          peer: core.peerTurn.hasChosen || hasSealed(core.sealedRounds, otherRole(core.role)),
        },
        concession: concession.state,
        draw: draw.state,
        absence: {
          own: heartbeat.ownAbsence && countedAbsence(heartbeat.ownAbsence),
          peer: countedAbsence(absence),
        },
        stall: stall && { kind: stall.kind, since: clockOf(stall.since) },
        quiet_since: converted(absence.since),
        gives_up_at: converted(absence.endsAt),
        returning: heartbeat.isReturning,
        outcome: core.outcome,
      };
    },
  };
}

const peerPresent: Problem = {
  code: 'peer_present',
  message: 'The other side is at the table and still has time. Leaving now would be resigning.',
};

const notPreview: Problem = {
  code: 'forbidden',
  message: 'The state of hooks can be replaced only in a preview.',
};

const alreadyOver: Problem = { code: 'decision_finalized', message: 'The game is over at this seat.' };

const countedAbsence = ({ usedMs, allowedMs }: Pick<Absence, 'usedMs' | 'allowedMs'>) => ({
  used_ms: Math.round(usedMs),
  allowed_ms: Math.round(allowedMs),
});

function modeOf(core: TableCore, decisions: Decisions, premoves: Premoves): GameMode {
  switch (flowMode(core.config.spec)) {
    case 'simultaneous_round':
      return new SimultaneousRounds(core, decisions);
    case 'free':
      return new FreeChat(core, decisions);
    case 'request_response':
      return new SessionLoop(core, decisions, null, { once: true });
    default:
      return new SessionLoop(core, decisions, premoves);
  }
}
