/** Lies in the opening messages, judged by the options on which both sides had agreed. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { isSame } from './message-space.ts';
import type { PlayedGame } from './played-game.ts';
import { playGame } from './random-game.ts';

/** The agreed options that a message states with other values. Options that nobody agreed on are the host's choice. */
export function changedTerms({ parts }: PlayedGame, frame: JsonObject): string[] {
  const { options, spec } = parts;
  return Object.keys(frame).filter(
    (name) => Object.hasOwn(spec.parameters ?? {}, name) && name in options && !isSame(frame[name]!, options[name]!),
  );
}

/** The options in a message that weren't agreed on. */
export function openTerms({ parts }: PlayedGame, frame: JsonObject): JsonObject {
  const { options, spec } = parts;
  const entries = Object.entries(frame).filter(([name]) => name in (spec.parameters ?? {}) && !(name in options));
  return Object.fromEntries(entries);
}

/** The agreed options as a message states them. */
export function agreedTerms({ parts }: PlayedGame, frame: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frame).filter(([name]) => name in parts.options));
}

/** The message with the options as in another one: what remains differs in something that is no option. */
export function withTermsOf({ parts }: PlayedGame, frame: JsonObject, honest: JsonObject): JsonObject {
  const names = Object.keys(parts.spec.parameters ?? {}).filter((name) => name in honest);
  return { ...frame, ...Object.fromEntries(names.map((name) => [name, honest[name]!])) };
}

/** Finds out which options the hooks play by: pace, for example, is none of them. */
export class Terms {
  readonly #game: PlayedGame;
  readonly #known = new Map<string, boolean>();

  constructor(game: PlayedGame) {
    this.#game = game;
  }

  /** Whether the game goes another way, or its questions differ, with another value of an option. */
  async matter(name: string, value: Json): Promise<boolean> {
    const key = `${name} ${JSON.stringify(value)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { options } = this.#game.parts;
    const [agreed, other] = [await this.#courseOf(options), await this.#courseOf({ ...options, [name]: value })];
    const matters = !isSame(agreed, other);
    this.#known.set(key, matters);
    return matters;
  }

  /** The messages and questions of a game with these options, without the openings, which state them. */
  async #courseOf(options: JsonObject): Promise<Json> {
    const planned = { options, guest: 'first', host: 'last', seed: 'terms' } as const;
    const { report, parts } = await playGame(this.#game.parts, planned);
    const messages = report.frames.filter(({ frame }) => !Object.hasOwn(frame, '_sys')).slice(2);
    const business = messages.map(({ frame }) =>
      Object.fromEntries(Object.entries(frame).filter(([, value]) => !isMachineText(value))),
    );
    const questions = [report.seats.host, report.seats.guest].map(({ trace }) =>
      trace.calls.flatMap(({ value }) =>
        isJsonObject(value) && isJsonObject(value.ask) ? [value.ask.choices as Json] : [],
      ),
    );
    return [business, questions, parts.spec.name ?? null] as Json;
  }
}

/** Hashes and nonces differ in every game. */
const isMachineText = (value: Json): boolean =>
  Array.isArray(value) ? value.some(isMachineText) : typeof value === 'string' && /^[0-9a-f]{16,}$/.test(value);
