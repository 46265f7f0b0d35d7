/**
 * What nobody else may know of a seat: the keys of its state that come out differently when the call that set them is repeated, or made
 * with another answer that sends the same as far as the other side can see, with other values for them.
 */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { controlModeSchema, type HookMethod, type Role } from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import type { CompletedCall } from '../self-play.ts';
import { comparedPart } from './field-values.ts';
import { isSame, occursOften } from './message-space.ts';
import { gameMethods, type PlayedGame, stepOf } from './played-game.ts';

/** Other results of one call. */
export interface Draw {
  /** The number of the call among those of the seat. */
  call: number;
  /** The keys of the state that are hidden, and other values for them: each a few times, apart from keys that never repeat. */
  drawn: JsonObject;
  values: JsonObject[];
  /** Whether `values` has everything that can be drawn, as far as repetitions can tell. */
  isExhaustive: boolean;
}

/** A call that returns the same this often is taken to draw nothing. More at the start, where a secret is drawn, often from few values. */
const repetitionsOfCall = 2;
const repetitionsOfStart = 12;
/** How often a random call is repeated: more often if the same comes out again, as there are few possibilities then. */
const fewRepetitions = 40;
const manyRepetitions = 600;
/** After this many for each kind of result and for one more, the chance that a kind is still missing is tiny: 1 in 30,000 of ten. */
const repetitionsOfEach = 12;
/** Of a game that draws at every turn, only this many calls are repeated so often. */
const fullDraws = 8;
/** Of states that differ only in keys that never repeat, such as a nonce, so many are kept; if each came out so often, there are no others. */
const keptAlike = occursOften;
const valuesMax = 200;
/** Answers of which it is tried whether they send the same. */
const answersMax = 64;
const drawingMethods: readonly HookMethod[] = ['init', ...gameMethods, 'act'];

export class HiddenState {
  readonly #game: PlayedGame;
  readonly #role: Role;
  readonly #hooks: HookHost;
  readonly #draws: Draw[] = [];
  #randomCalls = 0;
  #searched = 0;

  constructor(game: PlayedGame, role: Role) {
    this.#game = game;
    this.#role = role;
    this.#hooks = game.parts.hooks[role];
  }

  /** The draws before call number `end` of the seat. */
  async drawsBefore(end: number): Promise<Draw[]> {
    const { calls } = this.#game.trace(this.#role);
    for (; this.#searched < end; this.#searched += 1) {
      const call = calls[this.#searched]!;
      const draw = await this.#drawOf(call, this.#searched);
      if (draw) this.#draws.push(draw);
      const modes = call.method === 'init' ? await this.#modesOf(call, this.#searched, draw) : null;
      if (modes) this.#draws.push(modes);
    }
    return this.#draws.filter(({ call }) => call < end);
  }

  /** Adds one more result to the `values` of each draw that isn't exhaustive. */
  async drawAgain(draws: readonly Draw[]): Promise<void> {
    const { calls } = this.#game.trace(this.#role);
    for (const { call: number, drawn, values, isExhaustive } of draws) {
      if (isExhaustive) continue;
      const call = calls[number]!;
      const state = stateIn({ ...call, value: await this.#repeat(call) });
      if (state) values.push(Object.fromEntries(Object.keys(drawn).map((key) => [key, state[key] ?? null])));
    }
  }

  async #drawOf(call: CompletedCall, number: number): Promise<Draw | null> {
    if (!drawingMethods.includes(call.method)) return null;
    const actual = stateIn(call);
    if (!actual) return null;
    const answered = await this.#answeredAlike(call, number);
    const first: (Json | null)[] = [];
    const isOther = (value: Json | null) => value !== null && !isSame(value, call.value);
    const most = call.method === 'init' ? repetitionsOfStart : repetitionsOfCall;
    while (first.length < repetitionsOfCall || (first.length < most && !first.some(isOther)))
      first.push(await this.#repeat(call));
    const isDrawn = first.some(isOther);
    if (!isDrawn && answered.states.length === 0) return null;
    const states: JsonObject[] = [];
    if (isDrawn) this.#randomCalls += 1;
    const isBrief = this.#randomCalls > fullDraws;
    const isDone = (count: number) => {
      if (!isDrawn) return true;
      if (isBrief) return count >= first.length;
      if (count >= manyRepetitions) return true;
      if (count < fewRepetitions || count % fewRepetitions !== 0) return false;
      const kinds = alikeIn(states);
      return count >= repetitionsOfEach * (kinds.length + 1) && kinds.every(isSeenOften);
    };
    for (let count = 0; !isDone(count); count += 1) {
      const state = stateIn({ ...call, value: first[count] ?? (await this.#repeat(call)) });
      if (state) states.push(state);
    }
    const others = [...keptOf(states), ...Array.from({ length: keptAlike }, () => answered.states).flat()];
    const keys = Object.keys(actual).filter((key) =>
      others.some((state) => !isSame(state[key] ?? null, actual[key] ?? null)),
    );
    if (keys.length === 0) return null;
    const partOf = (state: JsonObject) => Object.fromEntries(keys.map((key) => [key, state[key] ?? null]));
    const isExhaustive =
      !isBrief && answered.isComplete && (!isDrawn || resultsOf(states).every((group) => group.length > 1));
    return { call: number, drawn: partOf(actual), values: others.slice(0, valuesMax).map(partOf), isExhaustive };
  }

  /** The states after other answers to the same question that send the same, apart from what is sealed or encrypted. */
  async #answeredAlike(call: CompletedCall, number: number): Promise<{ states: JsonObject[]; isComplete: boolean }> {
    const sent = stepOf(call.value)?.send as JsonObject | undefined;
    if (call.method !== 'act' || !sent) return { states: [], isComplete: true };
    const [state, key, answer] = call.args;
    const { spec } = this.#game.parts;
    const { calls } = this.#game.trace(this.#role);
    const asked = calls.slice(0, number).findLast(({ value }) => stepOf(value)?.ask?.key === key);
    const ask = asked && stepOf(asked.value)?.ask;
    const answers = (ask?.choices ?? []).map(({ value }) => value).filter((value) => value !== answer);
    const states: JsonObject[] = [];
    for (const other of answers.slice(0, answersMax)) {
      const value = await this.#repeat({ method: 'act', args: [state!, key!, other] });
      const message = stepOf(value)?.send as JsonObject | undefined;
      const next = stateIn({ ...call, value });
      if (message && next && isSame(comparedPart(spec, message), comparedPart(spec, sent))) states.push(next);
    }
    return { states, isComplete: !ask?.entry && answers.length <= answersMax };
  }

  /** The other control modes that the seat may have, which nobody else sees, treated as if they had been drawn. */
  async #modesOf(call: CompletedCall, number: number, draw: Draw | null): Promise<Draw | null> {
    const [context] = call.args;
    const actual = stateIn(call);
    if (!actual || !isJsonObject(context)) return null;
    const values: JsonObject[] = [];
    for (const control_mode of controlModeSchema.options.filter((mode) => mode !== context.control_mode)) {
      const value = await this.#repeat({ ...call, args: [{ ...context, control_mode }] });
      const entries = Object.entries(stateIn({ ...call, value }) ?? {});
      const differing = entries.filter(
        ([key, each]) => !(key in (draw?.drawn ?? {})) && !isSame(each!, actual[key] ?? null),
      );
      if (differing.length > 0) values.push(Object.fromEntries(differing) as JsonObject);
    }
    const keys = new Set(values.flatMap((value) => Object.keys(value)));
    const partOf = (state: JsonObject) =>
      Object.fromEntries([...keys].map((key) => [key, state[key] ?? actual[key] ?? null]));
    return keys.size === 0
      ? null
      : { call: number, drawn: partOf(actual), values: values.map(partOf), isExhaustive: true };
  }

  #repeat({ method, args }: Pick<CompletedCall, 'method' | 'args'>): Promise<Json> {
    return this.#hooks.call(method, args).catch(() => null);
  }
}

/** States by their results. */
function resultsOf(states: readonly JsonObject[]): JsonObject[][] {
  return [...Map.groupBy(states, (state) => canonicalJson(state)).values()];
}

/** States that differ only in keys whose values never repeat. If all keys repeat or none does, those that are the same. */
function alikeIn(states: readonly JsonObject[]): JsonObject[][] {
  const keys = Object.keys(states[0] ?? {});
  const unique = new Set(
    keys.filter((key) => new Set(states.map((state) => canonicalJson(state[key] ?? null))).size === states.length),
  );
  const partOf = (state: JsonObject) => Object.fromEntries(Object.entries(state).filter(([key]) => !unique.has(key)));
  return [...Map.groupBy(states, (state) => canonicalJson(partOf(state))).values()];
}

/** A few of each kind, but as many as there are repetitions of a call, since keys that never repeat matter too. */
function keptOf(states: readonly JsonObject[]): JsonObject[] {
  const alike = alikeIn(states);
  const inRounds = Array.from({ length: Math.max(0, ...alike.map((group) => group.length)) }, (_, round) =>
    alike.flatMap((group) => group.slice(round, round + 1)),
  );
  const few = inRounds.slice(0, keptAlike).flat();
  return few.length >= fewRepetitions ? few : inRounds.flat().slice(0, fewRepetitions);
}

const isSeenOften = (group: readonly JsonObject[]): boolean => group.length >= keptAlike;

/** The state that a call returned. */
function stateIn({ method, value }: CompletedCall): JsonObject | null {
  const state = method === 'init' ? value : isJsonObject(value) ? value.state : null;
  return isJsonObject(state) ? (state as JsonObject) : null;
}

/** The state with another value for everything in it that was drawn and has not changed since; null if there is nothing. */
export function redrawn(state: JsonObject, draws: readonly Draw[], repetition: number): JsonObject | null {
  const next = { ...state };
  let isChanged = false;
  for (const { drawn, values } of draws) {
    const other = values[repetition % values.length];
    for (const [key, value] of Object.entries(drawn)) {
      if (!other || !(key in state) || !isSame(state[key]!, value)) continue;
      next[key] = other[key]!;
      isChanged = true;
    }
  }
  return isChanged ? next : null;
}
