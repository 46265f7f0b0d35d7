/** Explains, within an answer, the numbers that it has in place of names. */
import { answerBytes } from './answer-size.ts';
import { compareNames } from './game-words.ts';
import { type NameKind, nameKinds, namesOf } from './names.ts';
import type { Rules } from './present-protocol.ts';
import { type FieldStructure, structureOf } from './protocol-structure.ts';
import type { ShownName } from './untrusted-text.ts';

export interface Explanation {
  /** Of a message. */
  direction?: 'host_to_guest' | 'guest_to_host' | 'both' | undefined;
  /** Of a field or an option. */
  type?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** Number of values of an enum. */
  values?: number | undefined;
  /** The first message that has this field, or the first field or option that has this value. */
  in?: ShownName | undefined;
  /** Position of a value in its enum, from 1. */
  position?: number | undefined;
  /** The word that a value has elsewhere. */
  word?: ShownName | undefined;
}

export type Legend = { [number: ShownName]: Explanation };

const numberPattern = /^(message|field|option|value)_\d+$/;
const kindOf = (name: string): NameKind | undefined => nameKinds.find((kind) => name.startsWith(`${kind}_`));

/** An answer in the making: the room that is left in it, and what it has to explain. */
export interface AnswerRoom {
  /** Whether `part` fits, with the explanations that it needs; if so, it counts from now on. */
  add(part: unknown): boolean;
  /** The items that fit, from the first one, if `spare` bytes are to be left. */
  fill<T>(items: readonly T[], spare?: number): T[];
  /** Explanations of the numbers in all parts; undefined if there are none. */
  legend(): Legend | undefined;
}

/** `rules`: null for an answer without names of a protocol. */
export function createRoom(rules: Rules | null, maxBytes: number): AnswerRoom {
  const explained = new Map<ShownName, Explanation>();
  let left = maxBytes;
  function add(part: unknown, spare = 0): boolean {
    const explanations = rules === null || rules.bundled ? new Map() : explain(rules, part, explained);
    const bytes = answerBytes(part) + 4 + (explanations.size === 0 ? 0 : answerBytes(Object.fromEntries(explanations)));
    if (bytes > left - spare) return false;
    left -= bytes;
    for (const [name, explanation] of explanations) explained.set(name, explanation);
    return true;
  }
  return {
    add: (part) => add(part),
    fill(items, spare) {
      const end = items.findIndex((item) => !add(item, spare));
      return end < 0 ? [...items] : items.slice(0, end);
    },
    legend() {
      if (explained.size === 0) return undefined;
      return Object.fromEntries([...explained].sort(([a], [b]) => compareNames(a, b)));
    },
  };
}

export const legendOf = (rules: Rules, shown: unknown): Legend | undefined => {
  const room = createRoom(rules, Number.POSITIVE_INFINITY);
  room.add(shown);
  return room.legend();
};

/** The numbers in `shown`, and those that their explanations use, without the `known` ones. */
function explain(rules: Rules, shown: unknown, known: ReadonlyMap<ShownName, Explanation>) {
  const explanations = new Map<ShownName, Explanation>();
  const open = numbersIn(shown);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (explanations.has(name) || known.has(name)) continue;
    const explanation = explanationOf(rules, name);
    if (explanation === null) continue;
    explanations.set(name, explanation);
    open.push(...numbersIn(explanation.in));
  }
  return explanations;
}

function numbersIn(value: unknown): ShownName[] {
  if (typeof value === 'string') return numberPattern.test(value) ? [value as ShownName] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value)].flatMap(numbersIn);
}

function explanationOf(rules: Rules, number: ShownName): Explanation | null {
  const names = namesOf(rules);
  const { messages, options } = structureOf(rules.spec);
  const kind = kindOf(number)!;
  const name = names.written(kind, number);
  if (name === undefined) return null;
  if (kind === 'message') return { direction: messages.find((message) => message.name === name)?.direction };
  if (kind === 'option') return describeField(options.get(name)!);
  if (kind === 'field') {
    const message = messages.find(({ fields }) => fields.has(name))!;
    return { ...describeField(message.fields.get(name)!), in: names.shown('message', message.name) };
  }
  const holders = [
    ...messages.flatMap(({ fields }) => [...fields].map((field) => ['field', ...field] as const)),
    ...[...options].map((option) => ['option', ...option] as const),
  ];
  const [holderKind, holder, { values }] = holders.find(([, , { values }]) => values.includes(name))!;
  const shown = names.shown('value', name);
  return {
    in: names.shown(holderKind, holder),
    ...{ position: values.indexOf(name) + 1, values: values.length },
    ...(shown === number ? {} : { word: shown }),
  };
}

const describeField = ({ type, values, limits: { min, max } }: FieldStructure): Explanation => ({
  type,
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  ...(values.length === 0 ? {} : { values: values.length }),
});
