/** The moves of a table, as windows show them. */
import type { JsonObject } from '../json/value.ts';
import { type Answer, otherRole, type Role } from './hooks.ts';
import { isEchoTo, isMove, MoveLabels } from './move-labels.ts';
import type { MoveSource } from './moves.ts';
import type { TableCore } from './table-core.ts';

export class MoveList {
  readonly labels: MoveLabels;
  readonly #core: TableCore;
  /** The messages that are moves, by index in the list of moves. */
  readonly #messages = new Map<number, JsonObject>();

  constructor(core: TableCore) {
    this.#core = core;
    this.labels = new MoveLabels(core.config.spec);
  }

  /** Adds the move of a message sent by this side, labeled by the answer that produced it, else by its fields. */
  addSent(frame: JsonObject, answers: readonly Answer[], source: MoveSource) {
    const [answer] = answers;
    if (answer !== undefined && answers.length === 1 && this.labels.hasLabel(answer)) {
      this.learnMessage(answer, frame);
      this.addMove(this.#core.role, this.labels.ofAnswer(answer), source);
    } else if (isMove(String(frame.action)) && !isEchoTo(otherRole(this.#core.role), frame)) {
      this.addMessage(this.#core.role, frame, source);
    }
  }

  /** Adds the move of a message. Its label may be learned later: the first message arrives before any question was asked. */
  addMessage(by: Role, frame: JsonObject, source: MoveSource | null) {
    this.#messages.set(this.#core.moves.length, frame);
    this.addMove(by, this.labels.ofMessage(String(frame.action), frame), source);
  }

  /** Learns which field carries the answer, and relabels all moves accordingly. */
  learnMessage(answer: Answer, frame: JsonObject) {
    this.labels.learnMessage(answer, frame);
    const core = this.#core;
    core.moves = core.moves.map((move, index) => {
      const message = this.#messages.get(index);
      return message ? { ...move, text: this.labels.ofMessage(String(message.action), message) } : move;
    });
  }

  addMove(by: Role, text: string, source: MoveSource | null) {
    const core = this.#core;
    const { origin = null, reason = null } = source ?? {};
    core.moves = [...core.moves, { number: core.moves.length + 1, by, text, at: core.moment.at, origin, reason }];
    core.markChanged();
  }
}
