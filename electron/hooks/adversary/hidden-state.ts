/**
 * What a seat has drawn at random and nobody else may know: the keys of its state that come out differently when the call that set them
 * is repeated, with other values for them.
 */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { controlModeSchema, type HookMethod, type Role } from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import type { CompletedCall } from '../self-play.ts';
import { isSame } from './message-space.ts';
import { gameMethods, type PlayedGame } from './played-game.ts';

/** Other draws of one call. */
export interface Draw {
  /** The number of the call among those of the seat. */
  call: number;
  /** The drawn keys of the state, and other values for them, without duplicates. */
  drawn: JsonObject;
  values: JsonObject[];
  /** Whether `values` has everything that can be drawn, as far as repetitions can tell. */
  isExhaustive: boolean;
}

/** How often a random call is repeated: more often if the same comes out again, as there are few possibilities then. */
const fewRepetitions = 40;
const manyRepetitions = 600;
/** Of a game that draws at every turn, only this many calls are repeated so often. */
const fullDraws = 8;
/** Everything has been drawn if each result has come out this often. */
const seenOften = 3;
const drawingMethods: readonly HookMethod[] = ['init', ...gameMethods, 'act'];

export class HiddenState {
  readonly #game: PlayedGame;
  readonly #role: Role;
  readonly #hooks: HookHost;
  readonly #draws: Draw[] = [];
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

  async #drawOf(call: CompletedCall, number: number): Promise<Draw | null> {
    if (!drawingMethods.includes(call.method)) return null;
    const actual = stateIn(call);
    if (!actual) return null;
    // Two repetitions show whether the call draws anything.
    const first = [await this.#repeat(call), await this.#repeat(call)];
    if (first.every((value) => value === null || isSame(value, call.value))) return null;
    const results = new Map<string, { value: Json; count: number }>();
    const isDone = (count: number) => {
      const isKnown = [...results.values()].every((result) => result.count >= seenOften);
      return count >= manyRepetitions || (count >= fewRepetitions && (isKnown || results.size === count));
    };
    const isBrief = this.#draws.length >= fullDraws;
    for (let count = 0; isBrief ? count < first.length : !isDone(count); count += 1) {
      const value = first[count] ?? (await this.#repeat(call));
      const key = canonicalJson(value);
      results.set(key, { value, count: (results.get(key)?.count ?? 0) + 1 });
    }
    const others = [...results.values()]
      .map(({ value }) => stateIn({ ...call, value }))
      .filter((state) => state !== null);
    const keys = Object.keys(actual).filter((key) =>
      others.some((state) => !isSame(state[key] ?? null, actual[key] ?? null)),
    );
    const partOf = (state: JsonObject) => Object.fromEntries(keys.map((key) => [key, state[key] ?? null]));
    const isExhaustive = !isBrief && [...results.values()].every(({ count }) => count > 1);
    return { call: number, drawn: partOf(actual), values: others.map(partOf), isExhaustive };
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
