/** The moves of a table, as windows show them. */
import type { JsonObject } from '../json/value.ts';
import { type Answer, type Choice, otherRole, type Role } from './hooks.ts';
import { isEchoTo, isMove, MoveLabels } from './move-labels.ts';
import type { Move, MoveSource } from './moves.ts';
import type { TableCore } from './table-core.ts';

type Told = Pick<Move, 'text' | 'message'>;

/** What is known about the message of a move. */
interface MoveMessage {
  frame: JsonObject;
  /** Labelled by its answer. */
  isLabelled: boolean;
  /** Sent by this side's hooks without asking. */
  isUnasked: boolean;
}

export class MoveList {
  readonly labels: MoveLabels;
  readonly #core: TableCore;
  /** The messages that are moves, by index in the list of moves. */
  readonly #messages = new Map<number, MoveMessage>();
  /** Hooks that never ask decide everything by themselves. */
  readonly #asks: boolean;
  /** Actions of this side's messages with answers. */
  readonly #askedActions = new Set<string>();
  /** Actions of this side's messages without, and their values in the field that carries answers. */
  readonly #unaskedActions = new Set<string>();
  readonly #unaskedValues = new Set<Answer>();
  /** How much was learned when all moves were last reviewed. */
  #reviewedWith = 0;

  constructor(core: TableCore) {
    this.#core = core;
    this.#asks = core.config.methods.has('act');
    this.labels = new MoveLabels(core.config.spec);
  }

  /** Choices of a question, and those that are labelled without being asked for. */
  learnLabels(choices: readonly Choice[]) {
    this.labels.learnChoices(choices);
    this.#review();
  }

  /** Adds the move of a message sent by this side, labeled by the answer that produced it, else by its fields. */
  addSent(frame: JsonObject, answers: readonly Answer[], source: MoveSource) {
    const action = String(frame.action);
    const [answer] = answers;
    const isUnasked = answer === undefined;
    (isUnasked ? this.#unaskedActions : this.#askedActions).add(action);
    if (!isUnasked && answers.length === 1 && this.labels.hasLabel(answer)) {
      this.labels.learnMessage(answer, frame);
      this.#add(this.#core.role, { text: this.labels.ofAnswer(answer) }, source, {
        frame,
        isLabelled: true,
        isUnasked,
      });
    } else if (isMove(action) && !isEchoTo(otherRole(this.#core.role), frame)) {
      const told = this.labels.ofMessage(action, frame);
      this.#add(this.#core.role, told, source, { frame, isLabelled: false, isUnasked });
    }
  }

  /** Adds the move of a peer's message. Its label may be learned later: the first arrives before any question was asked. */
  addReceived(frame: JsonObject) {
    const told = this.labels.ofMessage(String(frame.action), frame);
    this.#add(otherRole(this.#core.role), told, null, { frame, isLabelled: false, isUnasked: false });
  }

  addMove(by: Role, text: string, source: MoveSource | null) {
    this.#add(by, { text }, source, null);
  }

  #add(by: Role, told: Told, source: MoveSource | null, message: MoveMessage | null) {
    const core = this.#core;
    const { origin = null, reason = null } = source ?? {};
    const number = core.moves.length + 1;
    if (message) this.#messages.set(core.moves.length, message);
    core.moves = [...core.moves, { number, by, ...told, at: core.moment.at, origin, automatic: false, reason }];
    this.#review();
    core.markChanged();
  }

  /** Grows with everything that is learned about labels and about moves that nobody decided. */
  get #learned(): number {
    return this.labels.learned + this.#askedActions.size + this.#unaskedActions.size + this.#unaskedValues.size;
  }

  /** All moves once something was learned; otherwise only the last, or a long game would take quadratic time. */
  get #firstToReview(): number {
    return this.#learned === this.#reviewedWith ? this.#core.moves.length - 1 : 0;
  }

  /** Labels moves, and recognizes those that nobody decided, with everything learned so far. */
  #review() {
    for (let index = this.#firstToReview; index < this.#core.moves.length; index += 1) {
      const message = this.#messages.get(index);
      const value = message?.isUnasked ? this.labels.answerIn(message.frame) : undefined;
      if (value !== undefined && !this.labels.hasLabel(value)) this.#unaskedValues.add(value);
    }
    const first = this.#firstToReview;
    this.#reviewedWith = this.#learned;
    this.#core.moves = this.#core.moves.map((move, index) => {
      const source = this.#messages.get(index);
      if (!source || index < first) return move;
      const { frame, isLabelled } = source;
      const told = isLabelled ? { text: move.text } : this.labels.ofMessage(String(frame.action), frame);
      const automatic = this.#asks && this.#isAutomatic(move, source);
      if (told.text === move.text && automatic === move.automatic) return move;
      const { message: _, ...rest } = move;
      return { ...rest, ...told, automatic, origin: automatic ? null : move.origin };
    });
  }

  #isAutomatic({ by }: Move, { frame, isUnasked }: MoveMessage): boolean {
    if (by === this.#core.role) return isUnasked;
    const action = String(frame.action);
    const value = this.labels.answerIn(frame);
    return (
      (this.#unaskedActions.has(action) && !this.#askedActions.has(action)) ||
      (value !== undefined && this.#unaskedValues.has(value))
    );
  }
}
