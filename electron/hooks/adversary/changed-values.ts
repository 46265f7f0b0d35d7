/** Other values for the business fields of a message, each within its declared range. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import {
  type FieldDefinition,
  gameFieldTypes,
  type ScalarDefinition,
  type Spec,
} from '../../../shared/protocol/spec.ts';
import { messageNamed } from '../../../shared/tables/move-labels.ts';

/** Maximum number of values taken from elsewhere in the game. */
const seenMax = 6;
const randomValues = 2;
const pairsMax = 24;
const unboundedMax = 1_000_000;

/** The business fields present in a message, except its action. */
export function businessFields(spec: Spec, frame: JsonObject): [string, FieldDefinition][] {
  return Object.entries(messageNamed(spec, String(frame.action))?.fields ?? {}).filter(
    ([name, field]) => name !== 'action' && Object.hasOwn(frame, name) && isBusiness(field),
  );
}

const isBusiness = (field: FieldDefinition): boolean =>
  gameFieldTypes.includes(field.type === 'array' ? field.items.type : field.type);

/** A message reduced to what may affect a game. */
export function businessPart(spec: Spec, frame: JsonObject): JsonObject {
  const fields = businessFields(spec, frame).map(([name]) => [name, frame[name]!] as const);
  return { action: frame.action!, ...Object.fromEntries(fields) };
}

/** `seen`: values of the same field elsewhere in the game. */
export function otherValues(field: FieldDefinition, value: Json, seen: readonly Json[], random: () => number): Json[] {
  if (field.type === 'array') return otherArrays(field, value as Json[], random);
  const candidates = candidatesFor(field, value, random);
  return distinct([...candidates, ...seen.filter((each) => fits(field, each)).slice(0, seenMax)], value);
}

function candidatesFor(field: ScalarDefinition, value: Json, random: () => number): Json[] {
  if (field.type === 'enum') return field.values ?? [];
  if (field.type === 'boolean') return [true, false];
  const [min, max] = [field.min ?? -unboundedMax, field.max ?? unboundedMax];
  const near = [1, -1, 2, -2].map((step) => Number(value) + step);
  const drawn = Array.from({ length: randomValues }, () => min + Math.floor(random() * (max - min + 1)));
  return [...near, min, max, 0, ...drawn].filter((each) => fits(field, each));
}

function otherArrays(
  { items, min_items = 0, max_items = Number.POSITIVE_INFINITY }: Extract<FieldDefinition, { type: 'array' }>,
  value: Json[],
  random: () => number,
): Json[] {
  const at = Math.floor(random() * value.length);
  const changed = value.length === 0 ? [] : distinct(candidatesFor(items, value[at]!, random), value[at]!);
  return distinct(
    [
      ...changed.map((each) => value.with(at, each)),
      [...value].reverse(),
      value.slice(0, -1),
      [...value, ...value.slice(-1)],
    ].filter(({ length }) => length >= min_items && length <= max_items),
    value,
  );
}

function fits(field: ScalarDefinition, value: Json): boolean {
  if (field.type === 'enum') return typeof value === 'string' && (field.values ?? []).includes(value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  const { min = -unboundedMax, max = unboundedMax } = field;
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

function distinct(values: readonly Json[], except: Json): Json[] {
  const texts = new Map(values.map((each) => [JSON.stringify(each), each]));
  texts.delete(JSON.stringify(except));
  return [...texts.values()];
}

export interface Change {
  /** Null if several fields changed. */
  field: string | null;
  frame: JsonObject;
}

/** The message with one field changed, and with two changed at once. `others`: messages whose values are tried. */
export function changesOf(
  spec: Spec,
  frame: JsonObject,
  others: readonly JsonObject[],
  random: () => number,
): Change[] {
  const fields = businessFields(spec, frame).map(([name, field]) => {
    const seen = others.flatMap((other) => (Object.hasOwn(other, name) ? [other[name]!] : []));
    const values = otherValues(field, frame[name]!, distinct(seen, frame[name]!), random);
    return { name, values, closed: field.type === 'enum' || field.type === 'boolean' };
  });
  const single = fields.flatMap(({ name, values }) =>
    values.map((value) => ({ field: name, frame: { ...frame, [name]: value } })),
  );
  const pairsOf = (chosen: typeof fields) =>
    chosen.flatMap((first, index) =>
      chosen
        .slice(index + 1)
        .flatMap((second) =>
          first.values.flatMap((a) =>
            second.values.map((b) => ({ field: null, frame: { ...frame, [first.name]: a, [second.name]: b } })),
          ),
        ),
    );
  return [
    ...single,
    // Verdicts usually consist of several flags and names that must agree.
    ...sample(pairsOf(fields.filter(({ closed }) => closed)), pairsMax, random),
    ...sample(pairsOf(fields), pairsMax, random),
  ];
}

/** The message with the values of other messages, except for its counters: integers that grow with each message of its action. */
export function replaysOf(
  spec: Spec,
  frame: JsonObject,
  own: readonly JsonObject[],
  others: readonly JsonObject[],
): JsonObject[] {
  const same = own.filter(({ action }) => action === frame.action);
  const isCounter = (name: string) =>
    same.every((each, at) => typeof each[name] === 'number' && (at === 0 || each[name] > Number(same[at - 1]![name])));
  const names = businessFields(spec, frame)
    .filter(([name, { type }]) => type !== 'integer' || same.length < 2 || !isCounter(name))
    .map(([name]) => name);
  return others.flatMap((other) => {
    const taken = names.filter((name) => Object.hasOwn(other, name));
    return taken.length === 0 ? [] : [{ ...frame, ...Object.fromEntries(taken.map((name) => [name, other[name]!])) }];
  });
}

/** At most `count` items, in order; all if there are fewer. */
export function sample<T>(all: readonly T[], count: number, random: () => number): T[] {
  if (all.length <= count) return [...all];
  const keys = all.map((_, at) => ({ at, key: random() })).sort((a, b) => a.key - b.key);
  const kept = keys.slice(0, count).map(({ at }) => at);
  return kept.sort((a, b) => a - b).map((at) => all[at]!);
}
