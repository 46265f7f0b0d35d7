/** The messages to which a step leads, over all answers to its questions. */
import { canonicalJson } from '../../../shared/json/canonical.ts';
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { Answer, Question, Step } from '../../../shared/tables/hooks.ts';
import type { HookHost } from '../hook-host.ts';
import { stepOf } from './played-game.ts';

/** If everything that was drawn came out so often, something that could be, but never came out, is very unlikely. */
export const occursOften = 4;
/** Maximum number of answers tried. */
const answersMax = 400;

interface Place {
  step: Step;
  children: Map<string, Place | null>;
}

export class MessageSpace {
  /** What the answers tried so far lead to. */
  readonly messages: JsonObject[] = [];
  readonly #hooks: HookHost;
  readonly #root: Place | null;
  #answers = 0;
  #complete = false;

  constructor(hooks: HookHost, step: Step | null) {
    this.#hooks = hooks;
    this.#root = step && this.#add(step);
  }

  /** Whether `messages` has everything that could be sent. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** Whether an answer leads to a matching message. Tries the answers that `frame` contains first, and only these if `hinted`. */
  async has(matches: (message: JsonObject) => boolean, frame: JsonObject, hinted = false): Promise<boolean> {
    if (this.messages.some(matches)) return true;
    if (!this.#root) return false;
    const hints = new Set(Object.values(frame).map((value) => JSON.stringify(value)));
    const isHinted = (answer: Answer) =>
      hints.has(JSON.stringify(answer)) ||
      (typeof answer === 'string' &&
        answer.split(/[^\w-]+|x/).some((part) => part !== '' && (hints.has(part) || hints.has(`"${part}"`))));
    await this.#visit([this.#root], frame, isHinted);
    if (this.messages.some(matches)) return true;
    if (hinted || this.#complete) return false;
    this.#complete = await this.#visit([this.#root], frame, () => true, matches);
    return this.messages.some(matches);
  }

  /** Visits places in breadth; false if it stopped early. */
  async #visit(
    places: Place[],
    frame: JsonObject,
    isTried: (answer: Answer) => boolean,
    matches?: (message: JsonObject) => boolean,
  ): Promise<boolean> {
    let isComplete = true;
    for (let place = places.shift(); place; place = places.shift()) {
      const { step, children } = place;
      if (!step.ask) continue;
      if (step.ask.entry) isComplete = false;
      for (const answer of answersTo(step.ask, frame).filter(isTried)) {
        const key = JSON.stringify(answer);
        if (!children.has(key)) {
          if (this.#answers >= answersMax) return false;
          children.set(key, await this.#child(step, answer));
          if (matches && this.messages.some(matches)) return false;
        }
        const child = children.get(key);
        if (child) places.push(child);
      }
    }
    return isComplete;
  }

  async #child({ state, ask }: Step, answer: Answer): Promise<Place | null> {
    this.#answers += 1;
    const value = await this.#hooks.call('act', [state as JsonObject, ask!.key, answer]).catch(() => null);
    const step = stepOf(value);
    return step && this.#add(step);
  }

  #add(step: Step): Place {
    if (step.send) this.messages.push(step.send as JsonObject);
    return { step, children: new Map() };
  }
}

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

/** Whether two JSON values are equal. */
export const isSame = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);
