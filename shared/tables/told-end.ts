/**
 * The end of a game, as the other side tells it. A side that plays by hand doesn't know the rules: a last message that names no winner looks
 * to it like any other, and it would ask for an answer that nobody awaits. So such a side declares `by_hand` in the handshake, and is sent
 * `over` when the hooks of the other side have ended the game. The game is then over here too. Who has won is a claim that this side can't
 * judge: the outcome has no winner, and what is reported is up to its person.
 */
import type { Decisions } from './decision.ts';
import type { Winner } from './hooks.ts';
import type { TableCore } from './table-core.ts';

export class ToldEnd {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  /** What the other side claims; null until it has told the end. */
  #claim: { winner: Winner | null } | null = null;

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
  }

  /** The first one counts, at a side that plays by hand. */
  receive(winner: Winner | null) {
    if (this.#core.config.byHand) this.#claim ??= { winner };
  }

  /** Ends the game once the message before it was handled, which may end it otherwise. */
  review() {
    const core = this.#core;
    if (this.#claim === null || core.outcome || core.isStepping) return;
    this.#decisions.close();
    core.end({ completed: true, winner: null, reason: null, problem: null, told: this.#claim });
  }
}
