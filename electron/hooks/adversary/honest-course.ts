/** Whether an honest seat could have sent what a seat sent after it had answered a question with something that wasn't offered. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { type Answer, legalAnswer, type Question, type Role, type Step } from '../../../shared/tables/hooks.ts';
import type { CompletedCall } from '../self-play.ts';
import { comparedPart } from './field-values.ts';
import { HiddenState, redrawn } from './hidden-state.ts';
import { isSame, occursOften } from './message-space.ts';
import { type PlayedGame, stepOf, steppingMethods } from './played-game.ts';

/** A seat's message that no honest course of the game has. */
export interface ExposedLie {
  /** Its number among the seat's messages. */
  index: number;
  /** The field that differs from every honest message; null if several do. */
  field: string | null;
}

/** Maximum number of calls of the hooks to follow the honest courses of one lie. */
const callsMax = 1_500;
/** In how many other hidden states the seat is asked, and in how many of them its answers are followed. */
const askedStates = 40;
const followedStates = 16;
/** An integer with at most so many values can be answered in every way. */
const entryMax = 128;
/** How often the lie is repeated, to find the fields that are drawn at random. */
const repetitions = 2;

/** Where an honest course leaves the one that was played. */
interface Departure {
  index: number;
  part: JsonObject;
  answer: Answer | null;
}

interface Place {
  step: Step;
  /** The next of the calls that were made, and of the messages that were sent. */
  call: number;
  message: number;
  /** The answer in place of the lie. */
  answer: Answer | null;
}

/** Follows a seat's game from the first of the questions with the lie, with every answer that was offered. */
export class HonestCourse {
  readonly #game: PlayedGame;
  readonly #role: Role;
  readonly #lie: { call: number; answer: Answer };
  /** The number of the call that asked the first question. */
  readonly #root: number;
  /** The calls that followed, with their numbers, and the messages that were sent. */
  readonly #calls: (CompletedCall & { number: number })[];
  readonly #sent: { frame: JsonObject; index: number }[];
  readonly #unstable = new Set<string>();
  #remaining = callsMax;
  /** Whether a question has more answers than were tried. */
  #isOpen = false;

  /** `lie`: the number of the call with the lie among those of the seat. */
  constructor(game: PlayedGame, role: Role, lie: { call: number; answer: Answer }) {
    this.#game = game;
    this.#role = role;
    this.#lie = lie;
    const calls = game.trace(role).calls.map((call, number) => ({ ...call, number }));
    this.#root = calls.slice(0, lie.call).findLastIndex(({ method }) => steppingMethods.includes(method));
    this.#calls = calls
      .slice(this.#root + 1)
      .filter(({ method }) => method === 'act' || steppingMethods.includes(method));
    const isAfter = ({ call }: { call: number }) => call > this.#root;
    this.#sent = game
      .messagesFrom(role)
      .flatMap((sent, index) => (isAfter(sent) ? [{ frame: sent.frame, index }] : []));
  }

  /** Null if an honest seat could have sent every message, or if that can't be decided. */
  async exposedLie(): Promise<ExposedLie | null> {
    const root = this.#game.trace(this.#role).calls[this.#root];
    const step = root && stepOf(root.value);
    if (!root || !step?.ask || this.#sent.length === 0) return null;
    await this.#findUnstable(step);
    const departures = await this.#departuresFrom(step);
    if (!departures || departures.length === 0) return null;
    const others = await this.#otherSteps(root, step);
    if (this.#isOfferedIn([step, ...others])) return null;
    for (const other of others.slice(0, followedStates)) {
      const found = await this.#departuresFrom(other);
      if (!found) return null;
      departures.push(...found);
    }
    const index = Math.max(...departures.map((departure) => departure.index));
    const { frame } = this.#sent[index]!;
    const nearest = departures.filter((departure) => departure.index === index);
    // With too many courses to follow all of them, only an answer that a message carries unchanged is proof enough.
    const isComplete = this.#remaining > 0 && !this.#isOpen;
    if (!isComplete && !this.#isCarried(frame, nearest)) return null;
    return { index: this.#sent[index]!.index, field: this.#differingField(frame, nearest) };
  }

  #isCarried(frame: JsonObject, departures: readonly Departure[]): boolean {
    const answers = new Set(departures.map(({ answer }) => answer));
    return (
      answers.size > 1 &&
      Object.entries(frame).some(
        ([name, value]) =>
          value === this.#lie.answer && departures.every(({ part, answer }) => part[name] === (answer as Json)),
      )
    );
  }

  #differingField(frame: JsonObject, departures: readonly Departure[]): string | null {
    const part = this.#part(frame);
    const names = [...new Set([part, ...departures.map((each) => each.part)].flatMap((each) => Object.keys(each)))];
    const differing = names.filter((name) =>
      departures.every((each) => !isSame(each.part[name] ?? null, part[name] ?? null)),
    );
    return differing.length === 1 ? differing[0]! : null;
  }

  /** Repeats the lie from the same state: a field with another value was drawn at random. */
  async #findUnstable(first: Step): Promise<void> {
    for (let count = 0; count < repetitions; count += 1) {
      let step: Step | null = first;
      let message = 0;
      for (const { method, args, number } of this.#calls) {
        if (!step) break;
        const isAnswer = method === 'act';
        if (isAnswer !== (step.ask !== undefined)) break;
        const answer = number === this.#lie.call ? this.#lie.answer : (args[2] as Answer);
        step = isAnswer ? await this.#answer(step, answer) : await this.#call(method, step, args);
        const sent = this.#sent[message];
        if (!step?.send || !sent) continue;
        message += 1;
        const [part, repeated] = [this.#part(sent.frame), this.#part(step.send as JsonObject)];
        if (part.action !== repeated.action) break;
        for (const name of Object.keys({ ...part, ...repeated })) {
          if (!isSame(part[name] ?? null, repeated[name] ?? null)) this.#unstable.add(`${part.action} ${name}`);
        }
      }
    }
  }

  /** Where each honest course leaves the played one; null if one does not. */
  async #departuresFrom(step: Step): Promise<Departure[] | null> {
    const departures: Departure[] = [];
    const places: Place[] = [{ step, call: 0, message: 0, answer: null }];
    for (let place = places.pop(); place; place = places.pop()) {
      const { send, ask } = place.step;
      if (send) {
        const sent = this.#sent[place.message];
        if (!sent) return null;
        const part = this.#part(send as JsonObject);
        if (!isSame(part, this.#part(sent.frame))) {
          departures.push({ index: place.message, part, answer: place.answer });
          continue;
        }
        place.message += 1;
      }
      if (place.message === this.#sent.length) return null;
      if (ask) {
        const isNext = this.#calls[place.call]?.method === 'act';
        for (const answer of this.#answersTo(ask, place)) {
          if (this.#remaining <= 0) return departures;
          const next = await this.#answer(place.step, answer);
          const isLie = isNext && this.#calls[place.call]!.number === this.#lie.call;
          const call = isNext ? place.call + 1 : place.call;
          if (next) places.push({ step: next, call, message: place.message, answer: isLie ? answer : place.answer });
        }
        continue;
      }
      const call = this.#calls.findIndex(({ method }, at) => at >= place.call && method !== 'act');
      const made = this.#calls[call];
      if (place.step.end || !made || this.#remaining <= 0) continue;
      const next = await this.#call(made.method, place.step, made.args);
      if (next) places.push({ ...place, step: next, call: call + 1 });
    }
    return departures;
  }

  /** Every answer before the first message; after it the one that was given, unless it isn't offered. */
  #answersTo(ask: Question, { call, message }: Place): Answer[] {
    const given = this.#calls[call]?.args[2];
    if (message > 0 && this.#calls[call]?.method === 'act' && legalAnswer(ask, given) !== null)
      return [given as Answer];
    const { entry } = ask;
    const choices = ask.choices.map(({ value }) => value);
    if (!entry) return choices;
    if (entry.type === 'integer' && entry.max - entry.min < entryMax) {
      return [
        ...new Set([...choices, ...Array.from({ length: entry.max - entry.min + 1 }, (_, at) => entry.min + at)]),
      ];
    }
    this.#isOpen = true;
    return entry.type === 'integer' ? [...new Set([...choices, entry.min, entry.max])] : choices;
  }

  /** The same question in other states that the seat could be in unseen, and with what asking draws. */
  async #otherSteps(root: CompletedCall, actual: Step): Promise<Step[]> {
    const draws = await new HiddenState(this.#game, this.#role).drawsBefore(this.#root);
    const [state] = root.args as [JsonObject];
    const steps: Step[] = [];
    for (let repetition = 0; repetition < askedStates; repetition += 1) {
      const step = await this.#call(root.method, { state: redrawn(state, draws, repetition) ?? state }, root.args);
      if (step?.ask && !isSame(step as unknown as Json, actual as unknown as Json)) steps.push(step);
    }
    return steps;
  }

  /** Whether the lie would have been offered in another state, or may be: what is offered there differs, and not all of it came out. */
  #isOfferedIn([actual, ...others]: readonly Step[]): boolean {
    const isFirst = this.#calls[0]?.number === this.#lie.call;
    if (isFirst && others.some(({ ask }) => legalAnswer(ask!, this.#lie.answer) !== null)) return true;
    const offers = others.map(({ ask }) => ask!.choices.map(({ value }) => value));
    const own = actual!.ask!.choices.map(({ value }) => value);
    if (offers.every((values) => isSame(values, own))) return false;
    return [...Map.groupBy(offers.flat(), (value) => value).values()].some(({ length }) => length < occursOften);
  }

  #answer(step: Step, answer: Answer): Promise<Step | null> {
    return this.#call('act', step, [step.state as Json, step.ask!.key, answer]);
  }

  /** `args`: of the call that was made; its state is replaced. */
  async #call(method: CompletedCall['method'], { state }: Pick<Step, 'state'>, args: Json[]): Promise<Step | null> {
    this.#remaining -= 1;
    const value = await this.#game.parts.hooks[this.#role].call(method, args.with(0, state as Json)).catch(() => null);
    return stepOf(value);
  }

  #part(frame: JsonObject): JsonObject {
    const entries = Object.entries(comparedPart(this.#game.parts.spec, frame));
    return Object.fromEntries(entries.filter(([name]) => !this.#unstable.has(`${frame.action} ${name}`)));
  }
}
