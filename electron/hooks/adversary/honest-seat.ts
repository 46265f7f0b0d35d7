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

interface Sent {
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
  readonly #sentCache = new Map<string, Sent[]>();

  constructor(game: PlayedGame, role: Role) {
    this.#game = game;
    this.#role = role;
    this.#hooks = game.parts.hooks[role];
  }

  /** Whether the seat could have sent `frame` as its message number `index`. True if that cannot be decided. */
  async couldSend(index: number, frame: JsonObject): Promise<boolean> {
    const wanted = this.#textOf(frame);
    const isWanted = (sent: Sent) => this.#textOf(sent.frame) === wanted;
    const root = this.#rootOf(index);
    if (root && (await this.#sentFrom(root, frame)).some(isWanted)) return true;
    try {
      for (const state of await this.#statesBefore(index)) {
        for (const step of await this.#steps(state, index)) {
          if ((await this.#sentFrom(step, frame)).some(isWanted)) return true;
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
    const at = this.#game.sent(this.#role)[index]?.call ?? -1;
    const act = calls[at];
    if (act?.method !== 'act') return null;
    const call = calls.slice(0, at).findLast(({ value }) => stepOf(value)?.ask?.key === act.args[1]);
    const step = call && stepOf(call.value);
    return step?.ask ? { state: act.args[0] as JsonObject, ask: step.ask, answer: act.args[2]! } : null;
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
  #rootOf(index: number): Step | null {
    const { calls } = this.#game.trace(this.#role);
    const at = this.#game.sent(this.#role)[index]?.call ?? -1;
    const root = calls
      .slice(0, at + 1)
      .findLast(({ method }) => !['act', 'decide', 'view', 'init', 'session_end'].includes(method));
    return root ? stepOf(root.value) : null;
  }

  /** Every message that a step leads to, over all answers to its questions. If one accepts a range, the values of `like` are tried. */
  async #sentFrom(step: Step, like: JsonObject): Promise<Sent[]> {
    const key = canonicalJson([step as unknown as Json, step.ask?.entry ? like : null]);
    const cached = this.#sentCache.get(key);
    if (cached) return cached;
    const results: Sent[] = [];
    const open = [step];
    let answers = 0;
    for (let next = open.pop(); next; next = open.pop()) {
      if (next.send) results.push({ frame: next.send as JsonObject, state: next.state as JsonObject });
      if (!next.ask) continue;
      for (const answer of answersTo(next.ask, like)) {
        answers += 1;
        if (answers > answersMax) throw new TooManyError();
        const answered = await this.#step('act', [next.state as JsonObject, next.ask.key, answer]);
        if (answered) open.push(answered);
      }
    }
    this.#sentCache.set(key, results);
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
    const next = new Map<string, JsonObject>();
    for (const state of this.#states[index]!) {
      for (const after of await this.#statesAfter(state, index)) next.set(canonicalJson(after), after);
      if (next.size > statesMax) throw new TooManyError();
    }
    return [...next.values()];
  }

  async #firstStates(): Promise<JsonObject[]> {
    const { spec, options } = this.#game.parts;
    const agreed = this.#role === 'guest' ? optionsWithoutText(spec, options) : options;
    if (!this.#hooks.methods.has('init')) return [{}];
    const manners = [null, ...this.#hooks.manners];
    const contexts = (['autonomous', 'hybrid', 'human'] as const).flatMap((control_mode) =>
      manners.map((manner) => ({ role: this.#role, control_mode, options: agreed, manner, extra_args: [] })),
    );
    const drawn = await this.#draw((at) => this.#call('init', [contexts[at % contexts.length]!]), contexts.length);
    return drawn.filter(isJsonObject) as JsonObject[];
  }

  /** The states after its message number `index` as it was sent. */
  async #statesAfter(state: JsonObject, index: number): Promise<JsonObject[]> {
    const { frame } = this.#game.sent(this.#role)[index]!;
    const rounds = flowMode(this.#game.parts.spec) === 'simultaneous_round';
    if (rounds && frame.action === 'commit') {
      const round = Math.floor((index - 1) / (this.#role === 'host' ? 3 : 2));
      return (await this.#sample('round_value', [state, round])).map((step) => step.state as JsonObject);
    }
    if (rounds && frame.action === 'reveal') return this.#role === 'host' ? [state] : this.#afterResult(state, index);
    const wanted = this.#textOf(frame);
    const states: JsonObject[] = [];
    for (const step of await this.#steps(state, index)) {
      for (const sent of await this.#sentFrom(step, frame)) {
        if (this.#textOf(sent.frame) === wanted) states.push(sent.state);
      }
    }
    return states;
  }

  /** A guest's state after the result of the round whose value was its message number `index`. */
  async #afterResult(state: JsonObject, index: number): Promise<JsonObject[]> {
    const round = (index - 2) / 2;
    const { frame } = this.#game.sent('host')[3 + 3 * round] ?? {};
    if (!frame) return [state];
    const values = this.#openedIn(round);
    const opened = { round, host_value: values[0]!, guest_value: values[1]! };
    const steps = await this.#sample('handle', [state, withoutChatText(this.#game.parts.spec, frame), opened]);
    return steps.map((step) => step.state as JsonObject);
  }

  /** The steps before its message number `index`, before any answer. */
  async #steps(state: JsonObject, index: number): Promise<Step[]> {
    const { spec } = this.#game.parts;
    const received = (at: number) => withoutChatText(spec, this.#game.sent(otherRole(this.#role))[at]?.frame ?? {});
    const guest = this.#role === 'guest';
    if (index === 0) {
      const method = guest ? 'join' : 'handle_join';
      const defaultStep: Step = { state, send: { action: guest ? 'join' : 'ready' } };
      return this.#hooks.methods.has(method)
        ? this.#sample(method, guest ? [state] : [state, received(0)])
        : [defaultStep];
    }
    if (flowMode(spec) === 'simultaneous_round') {
      if (guest) return [];
      const round = Math.floor((index - 1) / 3);
      return this.#sample('round_judge', [state, round, ...this.#openedIn(round)]);
    }
    if (!guest) return this.#sample('handle', [state, received(index)]);
    if (index > 1) return this.#sample('handle', [state, received(index - 1)]);
    const ready = this.#hooks.methods.has('handle_ready')
      ? await this.#sample('handle_ready', [state, received(0)])
      : null;
    const states = ready ? ready.map((step) => step.state as JsonObject) : [state];
    return (await Promise.all(states.map((each) => this.#sample('first_action', [each])))).flat();
  }

  /** The opened values of a round, the host's first. */
  #openedIn(round: number): Json[] {
    const field = this.#game.parts.spec.flow?.round?.value_field ?? 'value';
    return [this.#game.sent('host')[2 + 3 * round], this.#game.sent('guest')[2 + 2 * round]].map(
      (sent) => sent?.frame[field] ?? null,
    );
  }

  // ---- calls ----------------------------------------------------------------------------------------------------------

  /** The results of a call that may be random. */
  async #sample(method: HookMethod, args: Json[]): Promise<Step[]> {
    const values = await this.#draw(() => this.#call(method, args), 1);
    return values.map(stepOf).filter((step) => step !== null);
  }

  /** Repeats a call until many results in a row were already known. `variants` is the number of different calls that `call` makes. */
  async #draw(call: (at: number) => Promise<Json>, variants: number): Promise<Json[]> {
    const results = new Map<string, Json>();
    let repeats = 0;
    for (let at = 0; repeats < Math.max(4 * variants, 6 * (results.size - 1)); at += 1) {
      if (at === drawsMax) throw new TooManyError();
      const value = await call(at);
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
function answersTo({ choices, entry }: Question, like: JsonObject): Answer[] {
  const answers = choices.map(({ value }) => value);
  if (entry?.type === 'text') return [...answers, 'Some words.'.slice(0, entry.max_bytes)];
  if (entry?.type !== 'integer') return answers;
  const inside = Object.values(like).filter(
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= entry.min && Number(value) <= entry.max,
  );
  return [...new Set([...answers, ...inside, entry.min, entry.max])];
}
