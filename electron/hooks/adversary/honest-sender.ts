/** What an honest seat could have sent at a point of a game: in its actual state, and in others that it could be in unseen. */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import { legalAnswer, type Role } from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import { comparedPart } from './field-values.ts';
import { type Draw, HiddenState, redrawn } from './hidden-state.ts';
import { isSame, MessageSpace } from './message-space.ts';
import { type PlayedGame, stepOf } from './played-game.ts';

/** What is known about the messages that could be sent. Messages are reduced to their business fields. */
export interface Possibilities {
  /** The seat would send it in its actual state, for one of the answers that it offers. */
  isActual: boolean;
  /** It would send these; all that it could if `isComplete`. */
  actual: JsonObject[];
  isComplete: boolean;
  /** It would send it in another state that fits all its messages so far. */
  isPossible: boolean;
  /** What it would send instead in such states, one message for each; empty if nothing is hidden. */
  possible: JsonObject[];
  /** Whether these states are all that there are. */
  isExhaustive: boolean;
  /** What it would send in other states, whether or not they fit the messages so far. */
  redrawn: JsonObject[];
}

interface OtherStates {
  others: { space: MessageSpace; fits: boolean }[];
  isExhaustive: boolean;
}

/** How often only the last draw is made again, if a message doesn't fit when all are. */
const lastDraws = 40;
/** In how many other states a seat is asked at least, and how often it is drawn again for that. */
const othersMin = 64;
const drawsAgain = 300;
/** How often the same must be opened after the same message until the message follows from it. */
const repeatedMin = 12;

export class HonestSender {
  readonly #game: PlayedGame;
  readonly #role: Role;
  readonly #hooks: HookHost;
  readonly #hidden: HiddenState;
  readonly #spaces = new Map<number, MessageSpace>();
  readonly #others = new Map<number, OtherStates>();

  constructor(game: PlayedGame, role: Role) {
    this.#game = game;
    this.#role = role;
    this.#hooks = game.parts.hooks[role];
    this.#hidden = new HiddenState(game, role);
  }

  /** `frame`: sent in place of the seat's message number `index`. */
  async possibilities(index: number, frame: JsonObject): Promise<Possibilities> {
    const target = this.#part(frame);
    const matches = (message: JsonObject) => isSame(this.#part(message), target);
    const space = this.#spaceOf(index);
    const isActual = (await space.has(matches, frame)) || matches(this.#game.messagesFrom(this.#role)[index]!.frame);
    const known = {
      isActual,
      actual: [this.#game.messagesFrom(this.#role)[index]!.frame, ...space.messages].map((message) =>
        this.#part(message),
      ),
      isComplete: space.isComplete,
    };
    if (isActual) return { ...known, isPossible: true, possible: [], isExhaustive: false, redrawn: [] };
    const { others, isExhaustive } = await this.#othersAt(index);
    const fitting = others.filter(({ fits }) => fits);
    let isPossible = false;
    for (const { space: other } of fitting) isPossible ||= await other.has(matches, frame, true);
    const sentIn = async ({ space: other }: (typeof others)[number]) => {
      const { frame: sent } = this.#game.messagesFrom(this.#role)[index]!;
      await other.has(() => false, sent, true);
      return other.messages.slice(0, 1).map((message) => this.#part(message));
    };
    const possible: JsonObject[] = [];
    for (const other of fitting) possible.push(...(await sentIn(other)));
    const redrawnMessages: JsonObject[] = [];
    for (const other of others) redrawnMessages.push(...(await sentIn(other)));
    return { ...known, isPossible, possible, isExhaustive, redrawn: redrawnMessages };
  }

  /** The step that its hooks return for an answer that they did not offer; null if they reject it. */
  async unofferedMessage(index: number, answer: string | number | boolean): Promise<JsonObject | null> {
    const question = this.#game.answeredBefore(this.#role, index);
    if (!question || legalAnswer(question.ask, answer) !== null) return null;
    const value = await this.#hooks.call('act', [question.state, question.ask.key, answer]).catch(() => null);
    const step = stepOf(value);
    if (!step?.send || step.end?.completed === false || step.send.action === 'error') return null;
    return step.send as JsonObject;
  }

  /** The host's ready message if these had been options of the table, too; null if its hooks don't make it. */
  async readyWith(options: JsonObject): Promise<JsonObject | null> {
    const { calls } = this.#game.trace('host');
    const [init, join] = (['init', 'handle_join'] as const).map((method) =>
      calls.find((call) => call.method === method),
    );
    const context = init?.args[0];
    if (!init || !join || !isJsonObject(context)) return null;
    const agreed = isJsonObject(context.options) ? context.options : {};
    const state = await this.#hooks
      .call('init', [{ ...context, options: { ...agreed, ...options } }])
      .catch(() => null);
    const request = isJsonObject(join.args[1]) ? (join.args[1] as JsonObject) : {};
    // In some protocols, the host grants what the guest requests.
    const asked = Object.fromEntries(Object.entries(request).map(([name, value]) => [name, options[name] ?? value]));
    const value = await this.#hooks.call('handle_join', [state, asked]).catch(() => null);
    return (stepOf(value)?.send as JsonObject | undefined) ?? null;
  }

  #part(frame: JsonObject): JsonObject {
    return comparedPart(this.#game.parts.spec, frame);
  }

  #spaceOf(index: number): MessageSpace {
    const known = this.#spaces.get(index);
    if (known) return known;
    const call = this.#game.sendingCall(this.#role, index);
    const space = new MessageSpace(this.#hooks, call && stepOf(call.value));
    this.#spaces.set(index, space);
    return space;
  }

  /** The seat before its message, with other values for everything that it has drawn. */
  async #othersAt(index: number): Promise<OtherStates> {
    const known = this.#others.get(index);
    if (known) return known;
    const found: OtherStates = { others: [], isExhaustive: false };
    this.#others.set(index, found);
    const call = this.#game.sendingCall(this.#role, index);
    if (!call) return found;
    const [state, ...rest] = call.args;
    const draws = await this.#hidden.drawsBefore(call.number);
    const own = (await this.#hidden.drawsBefore(call.number + 1)).find((draw) => draw.call === call.number);
    const all = own ? [...draws, own] : draws;
    found.isExhaustive = all.length === 1 && all[0]!.isExhaustive && !own;
    const count = Math.max(0, ...all.map(({ values }) => values.length));
    const add = async (redrawnDraws: readonly Draw[], repetition: number) => {
      const other = isJsonObject(state) ? redrawn(state, redrawnDraws, repetition) : null;
      if (!other && !own) return true;
      const value = await this.#hooks.call(call.method, [other ?? state!, ...rest]).catch(() => null);
      const step = stepOf(value);
      if (!step || step.end?.completed === false) return true;
      const fits = other === null || (await this.#fitsBefore(index, redrawnDraws, repetition));
      found.others.push({ space: new MessageSpace(this.#hooks, step), fits });
      return fits;
    };
    for (let repetition = 0; repetition < count; repetition += 1) {
      const fits = await add(draws, repetition);
      // What an earlier message has shown can't be otherwise, but what was drawn last may.
      if (!fits && draws.length > 1 && repetition < lastDraws) await add(draws.slice(-1), repetition);
    }
    // Late in a game, few of the states lead to the same place.
    for (let again = 0; again < drawsAgain && found.others.length > 0 && found.others.length < othersMin; again += 1) {
      await this.#hidden.drawAgain(draws);
      await add(draws, count + again);
    }
    return found;
  }

  /**
   * Whether a message follows from what the seat opens later: in other states, the same values of these fields are opened only after the
   * same message.
   */
  async isDetermined(
    index: number,
    openings: readonly { index: number; values: readonly string[] }[],
  ): Promise<boolean> {
    const { call } = this.#game.messagesFrom(this.#role)[index]!;
    const draws = await this.#hidden.drawsBefore(call + 1);
    const messages = new Map<string, string>();
    let repeated = 0;
    for (let repetition = 0; repetition < Math.max(0, ...draws.map(({ values }) => values.length)); repetition += 1) {
      const message = await this.#messageIn(index, draws, repetition);
      const opened: JsonObject[] = [];
      for (const opening of openings) {
        const frame = await this.#messageIn(opening.index, draws, repetition);
        if (frame && opening.values.every((name) => name in frame)) opened.push(pick(frame, opening.values));
      }
      if (!message || opened.length < openings.length) continue;
      const [key, text] = [canonicalJson(opened), canonicalJson(this.#part(message))];
      const known = messages.get(key);
      if (known !== undefined && known !== text) return false;
      if (known === text) repeated += 1;
      messages.set(key, text);
    }
    return repeated >= repeatedMin && new Set(messages.values()).size > 1;
  }

  /** Whether the seat would have sent the same messages so far for the same answers. */
  async #fitsBefore(index: number, draws: readonly Draw[], repetition: number) {
    for (const [earlier, { frame }] of this.#game.messagesFrom(this.#role).slice(0, index).entries()) {
      const message = await this.#messageIn(earlier, draws, repetition);
      if (!message || !isSame(this.#part(message), this.#part(frame))) return false;
    }
    return true;
  }

  /** What the seat would have sent for the same answer; null if nothing. */
  async #messageIn(index: number, draws: readonly Draw[], repetition: number): Promise<JsonObject | null> {
    const { frame, call } = this.#game.messagesFrom(this.#role)[index]!;
    const made = this.#game.trace(this.#role).calls[call];
    const state = made?.args[0];
    // The engine sends an opening itself if there are no hooks for it.
    if (!made || !isJsonObject(state) || !stepOf(made.value)?.send) return frame;
    const before = draws.filter((draw) => draw.call < call);
    const other = redrawn(state as JsonObject, before, repetition);
    if (!other) return frame;
    const value = await this.#hooks.call(made.method, [other, ...made.args.slice(1)]).catch(() => null);
    return (stepOf(value)?.send as JsonObject | undefined) ?? null;
  }
}

const pick = (frame: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, frame[name]!]));
