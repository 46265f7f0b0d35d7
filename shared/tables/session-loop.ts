/**
 * `session_loop`: strict turns. The guest sends `join`, the host `ready`, the guest plays first, and then each message is answered
 * by exactly one, so the only state is which message is due. `request_response` is the same with one request and one response,
 * and has no winner.
 */
import type { JsonObject } from '../json/value.ts';
import { withoutChatText } from './chat-text.ts';
import type { Decisions } from './decision.ts';
import type { GameMode } from './engine-types.ts';
import { type Answer, type GameEnd, otherRole, type Role, type Step } from './hooks.ts';
import { isEchoTo, isMove } from './move-labels.ts';
import type { Premoves } from './premove.ts';
import type { TableCore } from './table-core.ts';

export class SessionLoop implements GameMode {
  readonly tolerant = false;
  /** Whether the first response ends the table. */
  readonly #once: boolean;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #premoves: Premoves | null;
  /** The peer's next message; `nothing` while it is this side's turn. */
  #expected: 'join' | 'ready' | 'message' | 'nothing';
  readonly lastMover?: () => Role;

  /** `premoves`: null in a protocol without turns. */
  constructor(core: TableCore, decisions: Decisions, premoves: Premoves | null, { once = false } = {}) {
    this.#once = once;
    if (!once) this.lastMover = () => (this.#expected === 'message' ? core.role : otherRole(core.role));
    this.#core = core;
    this.#decisions = decisions;
    this.#premoves = premoves;
    this.#expected = core.role === 'host' ? 'join' : 'nothing';
  }

  start() {
    if (this.#core.role === 'host') return this.#core.peerTurn.expect('automatic');
    sendJoin(this.#core, () => {
      this.#expected = 'ready';
      this.#core.peerTurn.expect('automatic');
    });
  }

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (!core.acceptMessage(frame)) return;
    const expected = this.#expected;
    const isExpected =
      expected === 'message'
        ? action !== 'join' && action !== 'ready'
        : expected !== 'nothing' && core.isOpening(expected, action);
    if (!isExpected) return core.failOutOfTurn(action);
    this.#expected = 'nothing';
    core.peerTurn.stop();
    if (expected === 'join') return handleJoin(core, frame, () => this.#awaitPeer());
    if (expected === 'ready') {
      return handleReady(core, frame, () => {
        if (!core.hasHook('first_action')) return core.failHook('first_action', 'These hooks define no first move.');
        core.step('first_action', [], (step) => this.#play(step, []));
      });
    }
    core.hasMoves = true;
    if (isMove(action) && !isEchoTo(core.role, frame)) {
      this.#decisions.moves.addReceived(frame);
    }
    core.step('handle', [withoutChatText(core.config.spec, frame)], (step) => {
      if (this.#once && core.role === 'guest') return this.#finish(step.end ?? { completed: true });
      this.#play(step, []);
    });
  }

  #finish(end: GameEnd) {
    this.#core.finish(this.#once ? { ...end, winner: undefined } : end, 'message_invalid');
  }

  /** Applies a step. `answers`: the answers that led to it; a message with several fields may need several. */
  #play(step: Step, answers: Answer[]) {
    const core = this.#core;
    const { ask } = step;
    const frame = step.send as JsonObject | undefined;
    if (ask) {
      return this.#decisions.askQuestion(ask, (answer) => {
        core.step('act', [ask.key, answer], (next) => this.#play(next, [...answers, answer]));
      });
    }
    if (frame) {
      const source = core.moveSource ?? { origin: 'agent', reason: null };
      core.moveSource = null;
      if (!core.send(frame)) return;
      core.hasMoves = true;
      this.#decisions.moves.addSent(frame, answers, source);
    }
    if (step.end) return this.#finish(step.end);
    if (this.#once && core.role === 'host') return this.#finish({ completed: true });
    this.#awaitPeer();
  }

  #awaitPeer() {
    this.#expected = 'message';
    this.#core.peerTurn.expect('move');
    this.#premoves?.awaitPeer();
  }
}

/** Sends the guest's first message: from the hooks, or without fields. */
export function sendJoin(core: TableCore, next: () => void) {
  sendOpening(core, 'join', [], { action: 'join' }, next);
}

/** Sends the host's response to the join message. */
export function handleJoin(core: TableCore, message: JsonObject, next: () => void) {
  sendOpening(core, 'handle_join', [withoutChatText(core.config.spec, message)], { action: 'ready' }, next);
}

function sendOpening(
  core: TableCore,
  method: 'join' | 'handle_join',
  args: JsonObject[],
  defaultFrame: JsonObject,
  next: () => void,
) {
  const applyStep = (step: Omit<Step, 'state'>) => {
    if (step.send && !core.send(step.send as JsonObject)) return;
    if (step.end) return core.finish(step.end, 'options_invalid');
    next();
  };
  if (core.hasHook(method)) core.step(method, args, applyStep);
  else applyStep({ send: defaultFrame });
}

/** Handles the host's ready message; the hooks may end the table over its terms. */
export function handleReady(core: TableCore, message: JsonObject, next: () => void) {
  if (!core.hasHook('handle_ready')) return next();
  core.step('handle_ready', [withoutChatText(core.config.spec, message)], (step) => {
    if (step.send && !core.send(step.send as JsonObject)) return;
    if (step.end) return core.finish(step.end, 'options_invalid');
    next();
  });
}
