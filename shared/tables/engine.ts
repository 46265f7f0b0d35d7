import { ParlorError, toProblem } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { flowMode, isSupportedMode, type Spec } from '../protocol/spec.ts';
import { TableCore } from './core.ts';
import { Decisions } from './decision.ts';
import type { Engine, Mode, TableEvent, Terms } from './events.ts';
import { actionOf, readSystemFrame, safeWord } from './frames.ts';
import { FreeTalk } from './free.ts';
import { Heartbeat } from './heartbeat.ts';
import { SessionLoop } from './loop.ts';
import { SimultaneousRounds } from './rounds.ts';

export { defaultHeartbeat } from './heartbeat.ts';

/** Whether tables of this kind can be played; the others are shown and refused with `mode_unsupported`. */
export const isPlayable = (spec: Spec): boolean => isSupportedMode(flowMode(spec));

/** Frames of a talk that may come while the hooks still start. */
const earlyTalkMax = 32;

/** Throws ParlorError `mode_unsupported`. */
export function createEngine(terms: Terms): Engine {
  if (!isPlayable(terms.spec)) {
    throw new ParlorError('mode_unsupported', 'Tables of this kind can be looked at here, but not played.', {
      mode: flowMode(terms.spec),
    });
  }
  const core = new TableCore(terms);
  const decisions = new Decisions(core);
  const heartbeat = new Heartbeat(core);
  const mode = modeOf(core, decisions);
  /** Frames that came before the hooks had made their first state. */
  const early: JsonObject[] = [];
  let started = false;

  function start() {
    core.record({
      kind: 'start',
      role: terms.role,
      control_mode: terms.control_mode,
      options: terms.options,
      manner: terms.manner,
      hooks_hash: terms.hooks_hash,
    });
    if (!mode.forgiving) heartbeat.start();
    core.initialise(() => {
      started = true;
      mode.start();
      for (const frame of early.splice(0)) receive(frame);
    });
  }

  function receive(frame: JsonObject) {
    if (core.outcome) return;
    if (!mode.forgiving) heartbeat.alive();
    const system = readSystemFrame(frame);
    if (system) return heartbeat.hear(system);
    if (!started) {
      // But for a talk the protocol is lockstep: before our first word a peer has at most one thing to say.
      if (early.length >= (mode.forgiving ? earlyTalkMax : 1))
        return core.fail('out_of_turn', 'The other side sent a second message before the table was ready.');
      early.push(frame);
      return;
    }
    core.record({ kind: 'frame', direction: 'received', frame });
    const action = actionOf(frame);
    if (mode.forgiving) return mode.receive(action ?? '', frame);
    if (action === null) return core.fail('frame_invalid', 'The other side sent something that is no message.');
    if (action === 'error') {
      const reason = safeWord(frame.reason);
      return core.fail(
        'peer_aborted',
        'The other side ended the table with an error.',
        reason === null ? {} : { reason },
      );
    }
    mode.receive(action, frame);
  }

  function act(event: TableEvent) {
    switch (event.type) {
      case 'start':
        return start();
      case 'frame':
        return receive(event.frame);
      case 'bad_line':
        return core.end({ completed: false, winner: null, reason: null, problem: event.problem });
      case 'lost':
        return heartbeat.lost();
      case 'resumed':
        core.record({ kind: 'compared', mine: event.mine, theirs: event.theirs });
        return heartbeat.resumed();
      case 'differs':
        core.record({ kind: 'compared', mine: event.mine, theirs: event.theirs }, true);
        return core.fail('history_differs', 'The other side tells another history of this table than ours.');
      case 'closed':
        core.peerGone = true;
        return;
      case 'hook_result':
        return core.settleCall(event.call, { value: event.value });
      case 'hook_failed':
        return core.settleCall(event.call, { problem: event.problem });
      case 'answer':
        return decisions.answer(event.key, event.value);
      case 'hold':
        return decisions.hold(event.key);
      case 'abort':
        if (event.problem.code === 'resigned' && mode.leave && !core.outcome) return mode.leave();
        return core.end({ completed: false, winner: null, reason: null, problem: event.problem });
      case 'time':
        return;
    }
  }

  return {
    handle(event) {
      core.begin({ now: event.now, at: event.at, entropy: event.entropy });
      // What is due counts first: an answer that comes with its deadline behind it is late, whatever timer fired when.
      try {
        core.runDueTimers();
        act(event);
        // A peer may close behind its last frame: what it said before still counts, silence after it does not.
        const working = started ? core.stepping : early.length > 0;
        if (core.peerGone && !working) core.fail('peer_disconnected', 'The other side is gone.');
      } catch (error) {
        core.end({ completed: false, winner: null, reason: null, problem: toProblem(error) });
      }
      return core.takeEffects();
    },
    game: (wallOf) => ({
      phase: core.outcome === null ? 'playing' : core.outcome.completed ? 'finished' : 'failed',
      seq: core.seq,
      view: core.view,
      ask: decisions.shown(wallOf),
      moves: core.moves,
      talk: core.talk,
      sealed_rounds: core.sealedRounds,
      quiet_since: heartbeat.quietSince,
      gives_up_at: heartbeat.givesUpAt === null ? null : wallOf(heartbeat.givesUpAt),
      outcome: core.outcome,
    }),
  };
}

function modeOf(core: TableCore, decisions: Decisions): Mode {
  switch (flowMode(core.terms.spec)) {
    case 'simultaneous_round':
      return new SimultaneousRounds(core, decisions);
    case 'free':
      return new FreeTalk(core, decisions);
    case 'request_response':
      return new SessionLoop(core, decisions, { once: true });
    default:
      return new SessionLoop(core, decisions);
  }
}
