/**
 * A move that the person chooses while the other side decides. It is a wish about the next question, kept by the engine alone: nothing is
 * sent, and once the question is asked the wish answers it like the person would, or is dropped.
 */
import type { Decisions } from './decision.ts';
import { type Answer, aheadSchema, legalAnswer, type Question } from './hooks.ts';
import type { Premove } from './moves.ts';
import type { TableCore } from './table-core.ts';

export class Premoves {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  /** What the person may choose from; null while nothing can be chosen. */
  #offer: Question | null = null;
  #premove: Premove | null = null;
  /** The peer's move is awaited. */
  #isWaiting = false;
  /** The newest call of `ahead`; the results of earlier ones are outdated. */
  #requests = 0;
  #mode: TableCore['controlMode'];

  constructor(core: TableCore, decisions: Decisions) {
    this.#core = core;
    this.#decisions = decisions;
    this.#mode = core.controlMode;
    decisions.onAsked = (ask) => this.#settle(ask);
  }

  /** The peer's move is awaited from now on. A premove outlasts a move that the hooks made without a question. */
  awaitPeer() {
    this.#isWaiting = true;
    if (this.#premove?.dropped) this.#change(null);
    this.#request();
  }

  /** Chooses an answer to the offered question, or takes the choice back. */
  choose(key: string, answer: Answer | null) {
    const choice = this.#offer?.choices.find(({ value }) => value === answer);
    if (this.#core.outcome || this.#offer?.key !== key || (answer !== null && choice === undefined)) {
      const message = 'This move cannot be chosen ahead now.';
      return this.#core.refuse({ code: 'decision_invalid', message, detail: { key } });
    }
    this.#change(choice ? { answer: choice.value, label: choice.label, dropped: null } : null);
  }

  /** Called after every event: whoever takes over the seat doesn't play what was chosen before. */
  review() {
    const { controlMode } = this.#core;
    if (controlMode === this.#mode) return;
    this.#mode = controlMode;
    this.#drop('mode');
    this.#offer = null;
    if (this.#isWaiting) this.#request();
  }

  /** For the snapshot. */
  get state(): { ahead: Question | null; premove: Premove | null } {
    const { outcome, pendingConcession } = this.#core;
    return outcome || pendingConcession !== null
      ? { ahead: null, premove: null }
      : { ahead: this.#offer, premove: this.#premove };
  }

  #request() {
    const core = this.#core;
    this.#requests += 1;
    const request = this.#requests;
    const isOffered = () => core.config.premoves !== false && this.#mode !== 'autonomous';
    // The other side's first move may be one that is never offered to this one: its label is learned in any case.
    if (!core.hasHook('ahead') || (!isOffered() && core.moves.length > 0)) return;
    core.call('ahead', [core.state], (result) => {
      // As without a view, the game continues.
      const offered = aheadSchema.safeParse('value' in result ? result.value : null).data ?? null;
      if (offered) this.#decisions.moves.learnLabels(offered.choices);
      if (request !== this.#requests || !this.#isWaiting || !isOffered()) return;
      const earlier = this.#offer;
      this.#offer = offered && { key: `ahead:${request}`, ...offered };
      if (earlier && earlier.prompt !== offered?.prompt) this.#drop('other_question');
      else if (this.#premove && !offered?.choices.some(({ value }) => value === this.#premove?.answer))
        this.#drop('illegal');
      core.markChanged();
    });
  }

  /** Answers the question with the premove, through the same checks as an answer of the person. */
  #settle(ask: Question) {
    const [offer, premove] = [this.#offer, this.#premove];
    this.#offer = null;
    this.#isWaiting = false;
    if (premove === null || premove.dropped) return;
    if (ask.prompt !== offer?.prompt) return this.#drop('other_question');
    if (legalAnswer(ask, premove.answer) === null) return this.#drop('illegal');
    this.#change(null);
    this.#decisions.answer(ask.key, premove.answer, true);
  }

  #drop(reason: NonNullable<Premove['dropped']>) {
    if (this.#premove && !this.#premove.dropped) this.#change({ ...this.#premove, dropped: reason });
  }

  #change(premove: Premove | null) {
    this.#premove = premove;
    this.#core.markChanged();
  }
}
