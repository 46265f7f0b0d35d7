/** The messages that a seat's own hooks could have sent at a point of a game: what the other seat may accept there. */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { optionsWithoutText, withoutChatText } from '../../../shared/tables/chat-text.ts';
import {
  type Answer,
  type HookMethod,
  legalAnswer,
  otherRole,
  type Question,
  type Role,
  type Step,
  stepSchema,
} from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import { businessPart } from './changed-values.ts';
import type { PlayedGame } from './played-game.ts';

/** Maximum number of answers tried for one message. */
const answersMax = 4_096;
/** Maximum number of repetitions of a random call, and of states that match the messages so far. */
const drawsMax = 2_000;
const statesMax = 512;

interface SentMessage {
  frame: JsonObject;
  state: JsonObject;
}

/** Thrown if there are too many possibilities to list everything that could be sent. */
class TooManyError extends Error {}

/**
 * A message is honest if the seat's hooks would send it in response to the same messages: for some answer to their own questions,
 * some control mode or manner, and some random draw that matches their earlier messages.
 */
export class HonestSeat {
  readonly #game: PlayedGame;
  readonly #role: Role;
  readonly #hooks: HookHost;
  /** The states before each message of this seat, as far as they have been computed. */
  readonly #states: JsonObject[][] = [];
  /** Whether there are too many states before the next message. */
  #tooManyStates = false;
  readonly #messageCache = new Map<string, SentMessage[]>();

  constructor(game: PlayedGame, role: Role) {
    this.#game = game;
    this.#role = role;
    this.#hooks = game.parts.hooks[role];
  }

  /** Whether the seat could have sent `frame` as its message number `index`. True if that cannot be decided. */
  async couldSend(index: number, frame: JsonObject): Promise<boolean> {
    const targetText = this.#textOf(frame);
    const matchesTarget = (sent: SentMessage) => this.#textOf(sent.frame) === targetText;
    const firstStep = this.#firstStepBefore(index);
    if (firstStep && (await this.#messagesFrom(firstStep, frame)).some(matchesTarget)) return true;
    try {
      for (const state of await this.#statesBefore(index)) {
        for (const step of await this.#steps(state, index)) {
          if ((await this.#messagesFrom(step, frame)).some(matchesTarget)) return true;
        }
      }
      return false;
    } catch (error) {
      if (error instanceof TooManyError) return true;
      throw error;
    }
  }

  /** The last question before its message number `index`, its answer, and the state in which it was asked; null without a question. */
  questionBefore(index: number): { state: JsonObject; ask: Question; answer: Json } | null {
    const { calls } = this.#game.trace(this.#role);
    const callIndex = this.#game.messagesFrom(this.#role)[index]?.call ?? -1;
    const actCall = calls[callIndex];
    if (actCall?.method !== 'act') return null;
    const askCall = calls.slice(0, callIndex).findLast(({ value }) => stepOf(value)?.ask?.key === actCall.args[1]);
    const step = askCall && stepOf(askCall.value);
    return step?.ask ? { state: actCall.args[0] as JsonObject, ask: step.ask, answer: actCall.args[2]! } : null;
  }

  /** The step that its hooks return for an answer that they did not offer; null if they reject it. */
  async illegalMessage(index: number, answer: Answer): Promise<JsonObject | null> {
    const question = this.questionBefore(index);
    if (!question || legalAnswer(question.ask, answer) !== null) return null;
    const step = await this.#step('act', [question.state, question.ask.key, answer]);
    if (!step?.send || step.end?.completed === false || step.send.action === 'error') return null;
    return step.send as JsonObject;
  }

  /** Whether a value could have been sealed in a round. */
  async couldSeal(round: number, value: Answer): Promise<boolean> {
    try {
      for (const state of await this.#statesBefore(this.#role === 'host' ? 1 + 3 * round : 1 + 2 * round)) {
        for (const { ask } of await this.#sample('round_value', [state, round])) {
          if (ask && legalAnswer(ask, value) !== null) return true;
        }
      }
      return false;
    } catch (error) {
      if (error instanceof TooManyError) return true;
      throw error;
    }
  }

  #textOf(frame: JsonObject): string {
    return canonicalJson(businessPart(this.#game.parts.spec, frame));
  }

  /** The step that led to a message in the game, before any answer. */
  #firstStepBefore(index: number): Step | null {
    const { calls } = this.#game.trace(this.#role);
    const callIndex = this.#game.messagesFrom(this.#role)[index]?.call ?? -1;
    const firstCall = calls
      .slice(0, callIndex + 1)
      .findLast(({ method }) => !['act', 'decide', 'view', 'init', 'session_end'].includes(method));
    return firstCall ? stepOf(firstCall.value) : null;
  }

  /** Every message that a step leads to, over all answers to its questions. If one accepts a range, the values of `example` are tried. */
  async #messagesFrom(step: Step, example: JsonObject): Promise<SentMessage[]> {
    const key = canonicalJson([step as unknown as Json, step.ask?.entry ? example : null]);
    const cached = this.#messageCache.get(key);
    if (cached) return cached;
    const results: SentMessage[] = [];
    const pendingSteps = [step];
    let answers = 0;
    for (let current = pendingSteps.pop(); current; current = pendingSteps.pop()) {
      if (current.send) results.push({ frame: current.send as JsonObject, state: current.state as JsonObject });
      if (!current.ask) continue;
      for (const answer of answersTo(current.ask, example)) {
        answers += 1;
        if (answers > answersMax) throw new TooManyError();
        const nextStep = await this.#step('act', [current.state as JsonObject, current.ask.key, answer]);
        if (nextStep) pendingSteps.push(nextStep);
      }
    }
    this.#messageCache.set(key, results);
    return results;
  }

  /** All states that match its messages before message number `index`. */
  async #statesBefore(index: number): Promise<JsonObject[]> {
    while (this.#states.length <= index) {
      if (this.#tooManyStates) throw new TooManyError();
      try {
        this.#states.push(await this.#nextStates());
      } catch (error) {
        this.#tooManyStates = error instanceof TooManyError;
        throw error;
      }
    }
    return this.#states[index]!;
  }

  async #nextStates(): Promise<JsonObject[]> {
    const index = this.#states.length - 1;
    if (index < 0) return this.#firstStates();
    const nextStates = new Map<string, JsonObject>();
    for (const state of this.#states[index]!) {
      for (const nextState of await this.#statesAfter(state, index)) {
        nextStates.set(canonicalJson(nextState), nextState);
      }
      if (nextStates.size > statesMax) throw new TooManyError();
    }
    return [...nextStates.values()];
  }

  async #firstStates(): Promise<JsonObject[]> {
    const { spec, options } = this.#game.parts;
    const agreedOptions = this.#role === 'guest' ? optionsWithoutText(spec, options) : options;
    if (!this.#hooks.methods.has('init')) return [{}];
    const manners = [null, ...this.#hooks.manners];
    const contexts = (['autonomous', 'hybrid', 'human'] as const).flatMap((control_mode) =>
      manners.map((manner) => ({ role: this.#role, control_mode, options: agreedOptions, manner, extra_args: [] })),
    );
    const states = await this.#drawResults(
      (attempt) => this.#call('init', [contexts[attempt % contexts.length]!]),
      contexts.length,
    );
    return states.filter(isJsonObject) as JsonObject[];
  }

  /** The states after its message number `index` as it was sent. */
  async #statesAfter(state: JsonObject, index: number): Promise<JsonObject[]> {
    const { frame } = this.#game.messagesFrom(this.#role)[index]!;
    const hasRounds = flowMode(this.#game.parts.spec) === 'simultaneous_round';
    if (hasRounds && frame.action === 'commit') {
      const round = Math.floor((index - 1) / (this.#role === 'host' ? 3 : 2));
      return (await this.#sample('round_value', [state, round])).map((step) => step.state as JsonObject);
    }
    if (hasRounds && frame.action === 'reveal')
      return this.#role === 'host' ? [state] : this.#afterResult(state, index);
    const targetText = this.#textOf(frame);
    const states: JsonObject[] = [];
    for (const step of await this.#steps(state, index)) {
      for (const sent of await this.#messagesFrom(step, frame)) {
        if (this.#textOf(sent.frame) === targetText) states.push(sent.state);
      }
    }
    return states;
  }

  /** A guest's state after the result of the round whose value was its message number `index`. */
  async #afterResult(state: JsonObject, index: number): Promise<JsonObject[]> {
    const round = (index - 2) / 2;
    const { frame } = this.#game.messagesFrom('host')[3 + 3 * round] ?? {};
    if (!frame) return [state];
    const values = this.#openedValues(round);
    const openedValues = { round, host_value: values[0]!, guest_value: values[1]! };
    const steps = await this.#sample('handle', [state, withoutChatText(this.#game.parts.spec, frame), openedValues]);
    return steps.map((step) => step.state as JsonObject);
  }

  /** The steps before its message number `index`, before any answer. */
  async #steps(state: JsonObject, index: number): Promise<Step[]> {
    const { spec } = this.#game.parts;
    const peerMessage = (number: number) =>
      withoutChatText(spec, this.#game.messagesFrom(otherRole(this.#role))[number]?.frame ?? {});
    const isGuest = this.#role === 'guest';
    if (index === 0) {
      const method = isGuest ? 'join' : 'handle_join';
      const defaultStep: Step = { state, send: { action: isGuest ? 'join' : 'ready' } };
      return this.#hooks.methods.has(method)
        ? this.#sample(method, isGuest ? [state] : [state, peerMessage(0)])
        : [defaultStep];
    }
    if (flowMode(spec) === 'simultaneous_round') {
      if (isGuest) return [];
      const round = Math.floor((index - 1) / 3);
      return this.#sample('round_judge', [state, round, ...this.#openedValues(round)]);
    }
    if (!isGuest) return this.#sample('handle', [state, peerMessage(index)]);
    if (index > 1) return this.#sample('handle', [state, peerMessage(index - 1)]);
    const readySteps = this.#hooks.methods.has('handle_ready')
      ? await this.#sample('handle_ready', [state, peerMessage(0)])
      : null;
    const states = readySteps ? readySteps.map((step) => step.state as JsonObject) : [state];
    return (await Promise.all(states.map((readyState) => this.#sample('first_action', [readyState])))).flat();
  }

  /** The opened values of a round, the host's first. */
  #openedValues(round: number): Json[] {
    const field = this.#game.parts.spec.flow?.round?.value_field ?? 'value';
    return [this.#game.messagesFrom('host')[2 + 3 * round], this.#game.messagesFrom('guest')[2 + 2 * round]].map(
      (sent) => sent?.frame[field] ?? null,
    );
  }

  // ---- calls ----------------------------------------------------------------------------------------------------------

  /** The results of a call that may be random. */
  async #sample(method: HookMethod, args: Json[]): Promise<Step[]> {
    const values = await this.#drawResults(() => this.#call(method, args), 1);
    return values.map(stepOf).filter((step) => step !== null);
  }

  /** Repeats a call until many results in a row were already known. `variants` is the number of different calls that `call` makes. */
  async #drawResults(call: (attempt: number) => Promise<Json>, variants: number): Promise<Json[]> {
    const results = new Map<string, Json>();
    let repeats = 0;
    for (let attempt = 0; repeats < Math.max(4 * variants, 6 * (results.size - 1)); attempt += 1) {
      if (attempt === drawsMax) throw new TooManyError();
      const value = await call(attempt);
      const key = canonicalJson(value);
      repeats = results.has(key) ? repeats + 1 : 0;
      results.set(key, value);
    }
    return [...results.values()];
  }

  async #step(method: HookMethod, args: Json[]): Promise<Step | null> {
    return stepOf(await this.#call(method, args));
  }

  /** Null if the hooks fail. */
  #call(method: HookMethod, args: Json[]): Promise<Json> {
    return this.#hooks.call(method, args).catch(() => null);
  }
}

const stepOf = (value: Json): Step | null => stepSchema.safeParse(value).data ?? null;

/** The answers to try: all choices; for a range, its bounds and the values of a message. */
function answersTo({ choices, entry }: Question, example: JsonObject): Answer[] {
  const answers = choices.map(({ value }) => value);
  if (entry?.type === 'text') return [...answers, 'Some words.'.slice(0, entry.max_bytes)];
  if (entry?.type !== 'integer') return answers;
  const messageValues = Object.values(example).filter(
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= entry.min && Number(value) <= entry.max,
  );
  return [...new Set([...answers, ...messageValues, entry.min, entry.max])];
}
