/** The open question of a seat: who may answer it, the agent's proposal, and the deadline. */
import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import type { ClientState } from './client.ts';
import { decisionSeconds, proposalSeconds } from './deadlines.ts';
import type { GameState } from './engine-types.ts';
import {
  type Answer,
  type ControlMode,
  type DecideContext,
  legalAnswer,
  type Proposal,
  type Proposer,
  proposalOf,
  type Question,
} from './hooks.ts';
import { MoveList } from './move-list.ts';
import type { MoveOrigin } from './moves.ts';
import type { TableCore } from './table-core.ts';

interface PendingQuestion {
  ask: Question;
  /** Monotonic. */
  askedAt: number;
  proposal: (Proposal & { by: Proposer }) | null;
  /** Monotonic time at which the proposal, or the agent's answer at its pace, is played. */
  playsAt: number | null;
  held: boolean;
  /**
   * Monotonic time of the deadline of the person or client. Kept while the hooks decide alone, so that switching modes gains
   * no time. Null until a person or client has been asked, and for an untimed question.
   */
  deadline: number | null;
  /** Has no deadline (mode `free`), and an agent need not answer it. */
  untimed: boolean;
  /** Waiting for the agent's answer. */
  consultingAgent: boolean;
  next: (answer: Answer) => void;
}

export class Decisions {
  readonly moves: MoveList;
  readonly #core: TableCore;
  readonly #askedKeys = new Set<string>();
  #pending: PendingQuestion | null = null;
  /** The mode to return to once the client is back, while the person decides in its place. */
  #modeBeforeFallback: ControlMode | null = null;
  /** Called with the question's key when its deadline passes without an answer. */
  onTimeout: (key: string) => void = () => {};
  /** Called when a question has been opened, before the agent is asked. */
  onAsked: (ask: Question) => void = () => {};

  constructor(core: TableCore) {
    this.#core = core;
    this.moves = new MoveList(core);
  }

  get isOpen(): boolean {
    return this.#pending !== null;
  }

  /** Withdraws the open question. */
  close() {
    this.#pending = null;
    this.#clearTimers();
  }

  #clearTimers() {
    for (const name of ['deadline', 'proposal', 'fallback']) this.#core.clearTimer(name);
  }

  /** Opens a question; `next` is called once with the answer. */
  askQuestion(ask: Question, next: (answer: Answer) => void) {
    this.#core.afterView(() => {
      if (!this.#openQuestion(ask, next, false)) return;
      this.onAsked(ask);
      this.#askAgent(ask);
    });
  }

  /** Opens a question without a deadline. The agent is asked only if it may begin, or by `reconsider`. */
  askUntimed(ask: Question, agentMayBegin: boolean, next: (answer: Answer) => void) {
    this.#openQuestion(ask, next, true);
    if (agentMayBegin) this.reconsider();
  }

  /** Asks the agent again for an answer to the open question, after the state has changed. */
  reconsider() {
    if (this.#pending && (this.#core.hasHook('decide') || this.#core.client)) this.#askAgent(this.#pending.ask);
  }

  /** Proposes an answer that the hooks returned without being asked: a reply from `on_message`. */
  proposeReply(answer: Answer) {
    const { controlMode, client } = this.#core;
    if (!this.#pending || controlMode === 'human' || client?.connected) return;
    this.#propose(this.#pending, { answer, reason: null }, 'hooks');
  }

  #openQuestion(ask: Question, next: (answer: Answer) => void, untimed: boolean): boolean {
    const core = this.#core;
    if (core.outcome || core.pendingConcession !== null) return false;
    if (ask.choices.length === 0 && !ask.entry) {
      core.fail('hook_failed', 'The hooks asked a question that has no answers.', { key: ask.key });
      return false;
    }
    if (this.#askedKeys.has(ask.key)) {
      core.fail('hook_failed', 'The hooks asked the same question twice.', { key: ask.key });
      return false;
    }
    this.#askedKeys.add(ask.key);
    this.moves.learnLabels(ask.choices);
    this.#pending = {
      ask,
      askedAt: core.moment.now,
      proposal: null,
      playsAt: null,
      held: false,
      deadline: null,
      untimed,
      consultingAgent: false,
      next,
    };
    this.#startDeadline(this.#pending);
    core.markChanged();
    return true;
  }

  /** A person or a client needs a deadline; hooks don't, because each of their calls has its own time limit. */
  get #hasDeadline(): boolean {
    return this.#core.controlMode !== 'autonomous' || this.#core.client !== null;
  }

  /** Starts or resumes the deadline of the person or the client. */
  #startDeadline(pending: PendingQuestion) {
    const core = this.#core;
    if (pending.untimed || !this.#hasDeadline) return;
    pending.deadline ??= core.moment.now + decisionSeconds(core.config.spec, core.config.options) * 1000;
    const { key } = pending.ask;
    core.setTimer('deadline', pending.deadline, () => this.onTimeout(key));
  }

  /** Changes who decides at this seat, also for the open question. */
  setMode(mode: ControlMode, manner?: string) {
    const core = this.#core;
    const mannerChanged = manner !== undefined && manner !== core.manner;
    this.#modeBeforeFallback = null;
    if (core.outcome || (mode === core.controlMode && !mannerChanged)) return;
    if (mode !== 'human' && !core.hasHook('decide') && core.client === null) {
      return core.refuse({ code: 'decision_invalid', message: 'These hooks cannot decide by themselves.' });
    }
    core.controlMode = mode;
    if (mannerChanged) core.manner = manner;
    core.record({ kind: 'mode', control_mode: mode, ...(mannerChanged ? { manner } : {}) });
    if (mannerChanged && this.#pending?.proposal?.by === 'hooks') this.#pending.proposal = null;
    this.#restart();
  }

  /** Asks the agent again after the hooks' state was replaced. */
  renew() {
    if (this.#pending?.proposal?.by === 'hooks') this.#pending.proposal = null;
    this.#restart();
  }

  /** Asks the open question again after the mode, manner, client or state has changed. */
  #restart() {
    const core = this.#core;
    core.markChanged();
    const pending = this.#pending;
    if (!pending) return;
    this.#clearTimers();
    pending.playsAt = null;
    pending.held = false;
    this.#startDeadline(pending);
    const { proposal } = pending;
    if (core.controlMode === 'human') pending.proposal = null;
    else if (proposal !== null) this.#propose(pending, proposal, proposal.by);
    // In a chat, the agent only replies to the other side.
    else if (!pending.untimed || core.talk.at(-1)?.by !== core.role) core.afterView(() => this.#askAgent(pending.ask));
  }

  #askAgent(ask: Question) {
    const { client, controlMode } = this.#core;
    if (controlMode === 'human' || this.#pending?.ask !== ask) return;
    if (client === null) this.#askHooks(ask);
    else this.#awaitClient(this.#pending);
  }

  /** Monotonic time from which the hooks or the person answer instead of the client; null for never. */
  #fallbackAt(pending: PendingQuestion): number | null {
    const { client, controlMode } = this.#core;
    if (client === null || controlMode === 'human' || pending.proposal !== null) return null;
    return client.connected && !this.#core.hasHook('decide') ? null : client.fallbackAt(pending.deadline);
  }

  #awaitClient(pending: PendingQuestion) {
    const fallbackAt = this.#fallbackAt(pending);
    if (fallbackAt === null) this.#core.clearTimer('fallback');
    else this.#core.setTimer('fallback', fallbackAt, () => this.#fallBack(pending));
  }

  /** The client did not answer in time. */
  #fallBack(pending: PendingQuestion) {
    if (this.#core.hasHook('decide')) this.#askHooks(pending.ask);
    else this.#handOverToPerson();
  }

  /** While the client is away, the person decides; if it is connected but silent, the deadline applies. */
  #handOverToPerson() {
    const { controlMode, client } = this.#core;
    if (controlMode !== 'autonomous' || client?.connected) return;
    this.setMode('human');
    this.#modeBeforeFallback = controlMode;
  }

  setClientState(state: ClientState) {
    const core = this.#core;
    const { client } = core;
    if (
      client === null ||
      core.outcome ||
      (state === 'away' ? !client.connected : state === 'connected' && client.connected)
    )
      return;
    core.record({ kind: 'client', state });
    core.markChanged();
    if (state === 'removed') return this.#removeClient();
    client.setConnected(state === 'connected', core.moment.now);
    if (client.connected && this.#modeBeforeFallback !== null) return this.setMode(this.#modeBeforeFallback);
    if (this.#pending?.proposal === null) this.#askAgent(this.#pending.ask);
  }

  #removeClient() {
    const core = this.#core;
    core.client = null;
    this.#modeBeforeFallback = null;
    if (this.#pending?.proposal?.by === 'client') this.#pending.proposal = null;
    if (core.controlMode !== 'human' && !core.hasHook('decide')) this.setMode('human');
    else this.#restart();
  }

  #askHooks(ask: Question) {
    const core = this.#core;
    const consultedQuestion = this.#pending;
    if (consultedQuestion?.ask !== ask || (consultedQuestion.consultingAgent && !consultedQuestion.untimed)) return;
    if (!core.hasHook('decide')) {
      if (core.controlMode === 'autonomous') core.failHook('decide', 'These hooks cannot decide by themselves.');
      return;
    }
    consultedQuestion.consultingAgent = true;
    const { manner } = core;
    const context = { control_mode: core.controlMode, manner } satisfies DecideContext;
    core.call('decide', [core.state, ask as JsonObject, context], (result) => {
      consultedQuestion.consultingAgent = false;
      const pending = this.#pending;
      if (pending !== consultedQuestion || core.controlMode === 'human') return;
      // The difficulty was changed while the agent was deciding.
      if (manner !== core.manner) return this.#askHooks(ask);
      if (pending.proposal?.by === 'client') return;
      if (pending.untimed && 'value' in result && result.value === null) return;
      const autonomous = core.controlMode === 'autonomous';
      const proposal = 'value' in result ? proposalOf(ask, result.value) : null;
      if (proposal === null) {
        if (core.client !== null) return this.#handOverToPerson();
        // In hybrid mode, the person can answer; in autonomous mode, the table can't continue.
        if (!autonomous) return;
        if ('problem' in result) return core.fail(result.problem.code, result.problem.message, { method: 'decide' });
        return core.fail('decision_invalid', 'The agent decided on something that was not offered.', { key: ask.key });
      }
      this.#propose(pending, proposal, 'hooks');
    });
  }

  #propose(pending: PendingQuestion, proposal: Proposal, by: Proposer) {
    const core = this.#core;
    const autonomous = core.controlMode === 'autonomous';
    // A client has already used its time; if it did not answer, none is left.
    const pace = core.client === null ? core.config.paceMs : 0;
    const { answer } = proposal;
    pending.proposal = { ...proposal, by };
    if (autonomous && pace <= 0) return this.#play(answer, this.#originOf(by));
    const waitMs = autonomous ? pace : proposalSeconds(core.config.spec) * 1000;
    if (!pending.held) {
      const latest = autonomous ? null : pending.deadline;
      pending.playsAt = Math.min(core.moment.now + waitMs, latest ?? Number.POSITIVE_INFINITY);
      core.setTimer('proposal', pending.playsAt, () => this.#play(answer, this.#originOf(by)));
      // If both are due at once, the proposal takes precedence.
      if (pending.deadline === pending.playsAt) core.clearTimer('deadline');
    }
    core.markChanged();
  }

  /** The origin of a proposal that is played without the person's answer. */
  #originOf(by: Proposer): MoveOrigin {
    const { client, controlMode } = this.#core;
    if (by === 'hooks' && client !== null) return 'fallback';
    if (controlMode !== 'autonomous') return 'timeout';
    return by === 'client' ? 'client' : 'agent';
  }

  /** The client's answer: played at once if it decides alone, otherwise proposed to the person. */
  proposeAsClient(key: string, value: Answer, reason: string | null) {
    const core = this.#core;
    const refuse = (code: ErrorCode, message: string) => core.refuse({ code, message, detail: { key } });
    const pending = core.outcome ? null : this.#pending;
    if (pending?.ask.key !== key) {
      if (this.#askedKeys.has(key)) return refuse('decision_finalized', 'This decision has already been made.');
      return refuse('decision_not_open', 'This question is not being asked.');
    }
    if (core.client === null || core.controlMode === 'human')
      return refuse('decision_not_open', 'The person decides at this seat now.');
    if (pending.proposal !== null)
      return refuse('decision_finalized', 'An answer to this question has already been proposed.');
    if (legalAnswer(pending.ask, value) === null) return refuse('decision_invalid', 'That is not one of the choices.');
    core.clearTimer('fallback');
    this.#propose(pending, { answer: value, reason }, 'client');
  }

  /** The person's answer. `ahead`: it was chosen before the question was asked. */
  answer(key: string, value: Answer, ahead = false) {
    const pending = this.#answerableQuestion(key);
    if (!pending) return;
    if (legalAnswer(pending.ask, value) === null) {
      const message = 'That is not one of the choices.';
      return this.#core.refuse({ code: 'decision_invalid', message, detail: { key } });
    }
    const { proposal } = pending;
    const origin = proposal === null ? 'you' : proposal.answer === value ? 'accepted' : 'override';
    this.#play(value, origin, ahead);
  }

  hold(key: string) {
    const pending = this.#answerableQuestion(key);
    if (!pending) return;
    const core = this.#core;
    if (core.controlMode !== 'hybrid') {
      return core.refuse({ code: 'decision_invalid', message: 'There is no proposal to hold here.', detail: { key } });
    }
    if (pending.held) return;
    pending.held = true;
    pending.playsAt = null;
    core.clearTimer('proposal');
    this.#startDeadline(pending);
    core.record({ kind: 'event', name: 'held' });
    core.markChanged();
  }

  #answerableQuestion(key: string): PendingQuestion | null {
    const pending = this.#core.outcome ? null : this.#pending;
    if (pending?.ask.key !== key) {
      this.#core.refuse({ code: 'decision_invalid', message: 'This question is not open any more.', detail: { key } });
      return null;
    }
    if (this.#core.controlMode === 'autonomous') {
      const message = 'At this seat the agent decides alone.';
      this.#core.refuse({ code: 'decision_invalid', message, detail: { key } });
      return null;
    }
    return pending;
  }

  #play(answer: Answer, origin: MoveOrigin, ahead = false) {
    const pending = this.#pending as PendingQuestion;
    const core = this.#core;
    this.close();
    core.moveTimes.addOwn(core.moment.now - pending.askedAt);
    const { proposal } = pending;
    const replacedProposal = origin === 'override' && proposal ? { proposal: proposal.answer } : {};
    const reason = core.client === null ? null : (proposal?.reason ?? null);
    const attribution =
      core.client === null || proposal === null ? {} : { proposer: proposal.by, ...(reason ? { reason } : {}) };
    const decision = { key: pending.ask.key, value: answer, origin, ...(ahead ? { ahead: true as const } : {}) };
    core.record({ kind: 'decision', ...decision, ...replacedProposal, ...attribution }, true);
    core.moveSource = { origin, reason: origin === 'override' ? null : reason };
    pending.next(answer);
  }

  /** The open question as windows show it; null after the table's end. */
  snapshot(clockOf: (monotonic: number) => number): GameState['ask'] {
    const { outcome, client } = this.#core;
    const pending = outcome ? null : this.#pending;
    if (!pending) return null;
    const { proposal } = pending;
    const fallbackAt = this.#fallbackAt(pending);
    return {
      ...pending.ask,
      asked_at: clockOf(pending.askedAt),
      proposal: proposal?.answer ?? null,
      ...(proposal?.reason ? { reason: proposal.reason } : {}),
      ...(client && proposal ? { proposer: proposal.by } : {}),
      ...(fallbackAt === null ? {} : { fallback_at: clockOf(fallbackAt) }),
      plays_at: pending.playsAt === null ? null : clockOf(pending.playsAt),
      held: pending.held,
      deadline_at: pending.deadline === null || !this.#hasDeadline ? null : clockOf(pending.deadline),
    };
  }
}
