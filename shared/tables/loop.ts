/**
 * `session_loop`: strict turns. The guest joins, the host is ready, the guest plays first, then each message is answered
 * by exactly one. Who owes a message is the whole state. `request_response` is the same with one message and one answer,
 * after which both sides are done; nobody wins it.
 */
import type { JsonObject } from '../json/value.ts';
import type { TableCore } from './core.ts';
import type { Decisions } from './decision.ts';
import type { Mode } from './events.ts';
import type { Answer, End, HookMethod, Step } from './hooks.ts';
import { otherRole } from './hooks.ts';
import { isEchoTo, isMove } from './moves.ts';
import { withoutWords } from './words.ts';

export class SessionLoop implements Mode {
  readonly forgiving = false;
  /** The table is over with the first answer. */
  readonly #once: boolean;
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  /** What the peer's next message is; `nothing` while we owe one. */
  #due: 'join' | 'ready' | 'message' | 'nothing';

  constructor(core: TableCore, decisions: Decisions, { once = false } = {}) {
    this.#once = once;
    this.#core = core;
    this.#decisions = decisions;
    this.#due = core.role === 'host' ? 'join' : 'nothing';
  }

  start() {
    if (this.#core.role === 'host') return this.#core.expectFrame('automatic');
    joinTable(this.#core, () => {
      this.#due = 'ready';
      this.#core.expectFrame('automatic');
    });
  }

  receive(action: string, frame: JsonObject) {
    const core = this.#core;
    if (!core.accept(frame)) return;
    const due = this.#due;
    const fits =
      due === 'message' ? action !== 'join' && action !== 'ready' : due !== 'nothing' && core.opens(due, action);
    if (!fits) return core.outOfTurn(action);
    this.#due = 'nothing';
    core.clearTimer('peer');
    if (due === 'join') return welcomeGuest(core, frame, () => this.#theirTurn());
    if (due === 'ready') {
      return readyTable(core, frame, () => {
        if (!core.has('first_action')) return core.failHook('first_action', 'These hooks have no first move.');
        core.step('first_action', [], (step) => this.#play('first_action', step, []));
      });
    }
    if (isMove(action) && !isEchoTo(core.role, frame)) {
      this.#decisions.addMessage(otherRole(core.role), frame, null);
    }
    core.step('handle', [withoutWords(core.terms.spec, frame)], (step) => {
      if (this.#once && core.role === 'guest') return this.#takeResponse(step);
      this.#play('handle', step, []);
    });
  }

  #takeResponse(step: Step) {
    if (step.send || step.ask) return this.#core.failHook('handle', 'A response is taken note of, not answered.');
    this.#finish(step.end ?? { completed: true });
  }

  #finish(end: End) {
    this.#core.finish(this.#once ? { ...end, winner: undefined } : end, 'message_invalid');
  }

  /** `answers` are those that led to this step; a message of several fields may take several. */
  #play(method: HookMethod, step: Step, answers: Answer[]) {
    const core = this.#core;
    const { ask } = step;
    const frame = step.send as JsonObject | undefined;
    if (ask && (frame || step.end)) return core.failHook(method, 'A step cannot both ask and play.');
    if (ask) {
      return this.#decisions.ask(ask, (chosen) => {
        core.step('act', [ask.key, chosen], (next) => this.#play('act', next, [...answers, chosen]));
      });
    }
    if (!frame && !step.end)
      return core.failHook(method, 'A step that neither asks, plays nor ends leaves the table waiting.');
    if (frame) {
      const origin = core.origin ?? 'agent';
      if (!core.send(frame)) return;
      this.#decisions.addSent(frame, answers, origin);
    }
    if (step.end) return this.#finish(step.end);
    if (this.#once && core.role === 'host') return this.#finish({ completed: true });
    this.#theirTurn();
  }

  #theirTurn() {
    this.#due = 'message';
    this.#core.expectFrame('move');
  }
}

/** Guest, first message: the hooks' own, else the bare one. */
export function joinTable(core: TableCore, next: () => void) {
  opening(core, 'join', [], { action: 'join' }, next);
}

/** Host, answer to the join message. */
export function welcomeGuest(core: TableCore, message: JsonObject, next: () => void) {
  opening(core, 'handle_join', [withoutWords(core.terms.spec, message)], { action: 'ready' }, next);
}

function opening(
  core: TableCore,
  method: 'join' | 'handle_join',
  args: JsonObject[],
  bare: JsonObject,
  next: () => void,
) {
  const played = (step: Omit<Step, 'state'>) => {
    if (step.ask) return core.failHook(method, 'Nothing can be asked before the table is open.');
    if (!step.end && !step.send) return core.failHook(method, 'A step that says nothing leaves the table waiting.');
    if (step.send && !core.send(step.send as JsonObject)) return;
    if (step.end) return core.finish(step.end, 'options_invalid');
    next();
  };
  if (core.has(method)) core.step(method, args, played);
  else played({ send: bare });
}

/** Guest, the host's ready message: the hooks take note, or end the table over terms they do not play by. */
export function readyTable(core: TableCore, message: JsonObject, next: () => void) {
  if (!core.has('handle_ready')) return next();
  core.step('handle_ready', [withoutWords(core.terms.spec, message)], (step) => {
    if (step.ask || (step.send && !step.end)) {
      return core.failHook('handle_ready', 'The ready message is taken note of, not answered.');
    }
    if (step.send && !core.send(step.send as JsonObject)) return;
    if (step.end) return core.finish(step.end, 'options_invalid');
    next();
  });
}
