/** The open question of a seat: who may answer it, what the agent proposes, and what happens when time runs out. */
import type { JsonObject } from '../json/value.ts';
import type { TableCore } from './core.ts';
import { decisionSeconds, proposalSeconds } from './deadlines.ts';
import type { Game } from './events.ts';
import { type Answer, type Ask, legalAnswer, otherRole, type Role } from './hooks.ts';
import { isEchoTo, isMove, type MoveOrigin, MoveWords } from './moves.ts';

interface OpenAsk {
  ask: Ask;
  askedAt: number;
  proposal: Answer | null;
  /** Monotonic; the proposal, or the agent's answer at its pace, is played then. */
  playsAt: number | null;
  held: boolean;
  /** Monotonic; null where nobody but the agent is asked, and where an answer may come at any time. */
  deadline: number | null;
  /** In a talk: an agent may have nothing to say. */
  anyTime: boolean;
  next: (answer: Answer) => void;
}

export class Decisions {
  readonly words: MoveWords;
  readonly #core: TableCore;
  readonly #asked = new Set<string>();
  /** Moves that came as messages, by their place in the list. */
  readonly #messages = new Map<number, JsonObject>();
  #open: OpenAsk | null = null;

  constructor(core: TableCore) {
    this.#core = core;
    this.words = new MoveWords(core.terms.spec);
  }

  /** Opens the question; `next` gets the one answer. */
  ask(ask: Ask, next: (answer: Answer) => void) {
    this.#core.whenViewed(() => {
      if (this.#openAsk(ask, next, false) && this.#core.terms.control_mode !== 'human') this.#askAgent(ask);
    });
  }

  /** Opens a question without a deadline, which the agent is asked only where it may begin, or by `reconsider`. */
  askAnyTime(ask: Ask, agentMayBegin: boolean, next: (answer: Answer) => void) {
    this.#openAsk(ask, next, true);
    if (agentMayBegin) this.reconsider();
  }

  /** Asks the agent again what it would answer to the open question, now that something has happened. */
  reconsider() {
    if (this.#open && this.#core.has('decide') && this.#core.terms.control_mode !== 'human')
      this.#askAgent(this.#open.ask);
  }

  /** What the hooks would answer of themselves. */
  suggest(answer: Answer) {
    if (this.#open && this.#core.terms.control_mode !== 'human') this.#propose(this.#open, answer);
  }

  #openAsk(ask: Ask, next: (answer: Answer) => void, anyTime: boolean): boolean {
    const core = this.#core;
    if (core.outcome) return false;
    if (ask.choices.length === 0 && !ask.entry) {
      core.fail('hook_failed', 'The hooks asked a question without an answer.', { key: ask.key });
      return false;
    }
    if (this.#asked.has(ask.key)) {
      core.fail('hook_failed', 'The hooks asked the same question twice.', { key: ask.key });
      return false;
    }
    this.#asked.add(ask.key);
    this.words.learnChoices(ask.choices);
    const timed = core.terms.control_mode !== 'autonomous' && !anyTime;
    const deadline = timed ? core.moment.now + decisionSeconds(core.terms.spec) * 1000 : null;
    this.#open = { ask, askedAt: core.moment.at, proposal: null, playsAt: null, held: false, deadline, anyTime, next };
    if (deadline !== null) {
      core.setTimer('deadline', deadline, () =>
        core.fail('decision_timeout', 'Nobody decided in time.', { key: ask.key }),
      );
    }
    core.touch();
    return true;
  }

  #askAgent(ask: Ask) {
    const core = this.#core;
    const alone = core.terms.control_mode === 'autonomous';
    if (!core.has('decide')) {
      if (alone) core.failHook('decide', 'These hooks cannot decide by themselves.');
      return;
    }
    core.call('decide', [core.state, ask as JsonObject], (result) => {
      const open = this.#open;
      if (open?.ask !== ask) return;
      if (open.anyTime && 'value' in result && result.value === null) return;
      const answer = 'value' in result ? legalAnswer(ask, result.value) : null;
      if (answer === null) {
        // In hybrid a person is there to answer; alone the table has nobody left.
        if (!alone) return;
        if ('problem' in result) return core.fail(result.problem.code, result.problem.message, { method: 'decide' });
        return core.fail('decision_invalid', 'The agent decided on something that was not offered.', { key: ask.key });
      }
      this.#propose(open, answer);
    });
  }

  #propose(open: OpenAsk, answer: Answer) {
    const core = this.#core;
    const alone = core.terms.control_mode === 'autonomous';
    const pace = core.terms.paceMs;
    if (alone && pace <= 0) return this.#play(answer, 'agent');
    const waitMs = alone ? pace : proposalSeconds(core.terms.spec) * 1000;
    open.proposal = answer;
    if (!open.held) {
      open.playsAt = Math.min(core.moment.now + waitMs, open.deadline ?? Number.POSITIVE_INFINITY);
      // Set anew so that at the same instant the proposal is played and the table does not end.
      core.setTimer('proposal', open.playsAt, () => this.#play(answer, alone ? 'agent' : 'timeout'));
      if (open.deadline === open.playsAt) core.clearTimer('deadline');
    }
    core.touch();
  }

  answer(key: string, value: Answer) {
    const open = this.#openFor(key);
    if (!open) return;
    if (legalAnswer(open.ask, value) === null) {
      return this.#core.refuse({
        code: 'decision_invalid',
        message: 'That is not one of the choices.',
        detail: { key },
      });
    }
    const origin = open.proposal === null ? 'you' : open.proposal === value ? 'accepted' : 'override';
    this.#play(value, origin);
  }

  hold(key: string) {
    const open = this.#openFor(key);
    if (!open) return;
    const core = this.#core;
    if (core.terms.control_mode !== 'hybrid') {
      return core.refuse({ code: 'decision_invalid', message: 'There is no proposal to hold here.', detail: { key } });
    }
    if (open.held) return;
    open.held = true;
    open.playsAt = null;
    core.clearTimer('proposal');
    if (open.deadline !== null) {
      core.setTimer('deadline', open.deadline, () => core.fail('decision_timeout', 'Nobody decided in time.', { key }));
    }
    core.record({ kind: 'event', name: 'held' });
    core.touch();
  }

  #openFor(key: string): OpenAsk | null {
    const open = this.#core.outcome ? null : this.#open;
    if (open?.ask.key !== key) {
      this.#core.refuse({ code: 'decision_invalid', message: 'This question is not open any more.', detail: { key } });
      return null;
    }
    if (this.#core.terms.control_mode === 'autonomous') {
      this.#core.refuse({
        code: 'decision_invalid',
        message: 'At this seat the agent decides alone.',
        detail: { key },
      });
      return null;
    }
    return open;
  }

  #play(answer: Answer, origin: MoveOrigin) {
    const open = this.#open as OpenAsk;
    const core = this.#core;
    this.#open = null;
    core.clearTimer('deadline');
    core.clearTimer('proposal');
    core.record({ kind: 'decision', key: open.ask.key, value: answer, origin }, true);
    core.origin = origin;
    open.next(answer);
  }

  /** A message this side has sent: the move it was, told by the one answer it came from, or by its own fields. */
  addSent(frame: JsonObject, answers: readonly Answer[], origin: MoveOrigin) {
    const [answer] = answers;
    if (answer !== undefined && answers.length === 1 && this.words.knows(answer)) {
      this.learnMessage(answer, frame);
      this.addMove(this.#core.role, this.words.ofAnswer(answer), origin);
    } else if (isMove(String(frame.action)) && !isEchoTo(otherRole(this.#core.role), frame)) {
      this.addMessage(this.#core.role, frame, origin);
    }
  }

  /** A message that was a move. Its words may only be known later: the first one comes before anything was asked here. */
  addMessage(by: Role, frame: JsonObject, origin: MoveOrigin | null) {
    this.#messages.set(this.#core.moves.length, frame);
    this.addMove(by, this.words.ofMessage(String(frame.action), frame), origin);
  }

  /** The message that an answer became teaches the words of every message like it, earlier ones too. */
  learnMessage(answer: Answer, frame: JsonObject) {
    this.words.learnMessage(answer, frame);
    const core = this.#core;
    core.moves = core.moves.map((move, at) => {
      const message = this.#messages.get(at);
      return message ? { ...move, text: this.words.ofMessage(String(message.action), message) } : move;
    });
  }

  addMove(by: Role, text: string, origin: MoveOrigin | null) {
    const core = this.#core;
    core.moves = [...core.moves, { number: core.moves.length + 1, by, text, at: core.moment.at, origin }];
    core.touch();
  }

  /** The open question as windows see it; none once the table has ended. */
  shown(wallOf: (monotonic: number) => number): Game['ask'] {
    const open = this.#core.outcome ? null : this.#open;
    if (!open) return null;
    return {
      ...open.ask,
      asked_at: open.askedAt,
      proposal: open.proposal,
      plays_at: open.playsAt === null ? null : wallOf(open.playsAt),
      held: open.held,
      deadline_at: open.deadline === null ? null : wallOf(open.deadline),
    };
  }
}
