/**
 * `session_loop`: strict turns. The guest joins, the host is ready, the guest plays first, then each message is answered
 * by exactly one. Who owes a message is the whole state.
 */
import type { JsonObject } from '../json/value.ts';
import type { TableCore } from './core.ts';
import type { Decisions } from './decision.ts';
import type { Mode } from './events.ts';
import type { Answer, HookMethod, Step } from './hooks.ts';
import { otherRole } from './hooks.ts';
import { isEchoTo, isMove } from './moves.ts';

export class SessionLoop implements Mode {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  /** What the peer's next message is; `nothing` while we owe one. */
  #due: 'join' | 'ready' | 'message' | 'nothing';

  constructor(core: TableCore, decisions: Decisions) {
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
        core.step('first_action', [], (step) => this.#play('first_action', step, null));
      });
    }
    if (isMove(action) && !isEchoTo(core.role, frame)) {
      this.#decisions.addMessage(otherRole(core.role), frame, null);
    }
    core.step('handle', [frame], (step) => this.#play('handle', step, null));
  }

  #play(method: HookMethod, step: Step, answer: Answer | null) {
    const core = this.#core;
    const frame = step.send as JsonObject | undefined;
    if (step.ask && (frame || step.end)) return core.failHook(method, 'A step cannot both ask and play.');
    if (step.ask) {
      return this.#decisions.ask(step.ask, (chosen) => {
        const key = (step.ask as NonNullable<Step['ask']>).key;
        core.step('act', [key, chosen], (next) => this.#play('act', next, chosen));
      });
    }
    if (!frame && !step.end)
      return core.failHook(method, 'A step that neither asks, plays nor ends leaves the table waiting.');
    if (frame) {
      if (!core.send(frame)) return;
      const action = String(frame.action);
      if (answer !== null) this.#decisions.learnMessage(answer, frame);
      else if (isMove(action) && !isEchoTo(otherRole(core.role), frame)) {
        this.#decisions.addMessage(core.role, frame, 'agent');
      }
    }
    if (step.end) return core.finish(step.end, 'message_invalid');
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
  opening(core, 'handle_join', [message], { action: 'ready' }, next);
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
  core.step('handle_ready', [message], (step) => {
    if (step.ask || (step.send && !step.end)) {
      return core.failHook('handle_ready', 'The ready message is taken note of, not answered.');
    }
    if (step.send && !core.send(step.send as JsonObject)) return;
    if (step.end) return core.finish(step.end, 'options_invalid');
    next();
  });
}
