/** Other values for the business fields of a message, each within its declared range. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import {
  type FieldDefinition,
  gameFieldTypes,
  type ScalarDefinition,
  type Spec,
} from '../../../shared/protocol/spec.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';

/** Maximum number of values taken from elsewhere in the game. */
const seenValuesMax = 6;
const randomCount = 2;
const pairsMax = 24;
const unboundedMax = 1_000_000;

/** The business fields present in a message, except its action. */
export function businessFields(spec: Spec, frame: JsonObject): [string, FieldDefinition][] {
  return Object.entries(messageByAction(spec, String(frame.action))?.fields ?? {}).filter(
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

/** `seenValues`: values of the same field elsewhere in the game. */
export function otherValues(
  field: FieldDefinition,
  value: Json,
  seenValues: readonly Json[],
  random: () => number,
): Json[] {
  if (field.type === 'array') return otherArrays(field, value as Json[], random);
  const candidates = candidatesFor(field, value, random);
  return distinct(
    [...candidates, ...seenValues.filter((candidate) => fitsRange(field, candidate)).slice(0, seenValuesMax)],
    value,
  );
}

function candidatesFor(field: ScalarDefinition, value: Json, random: () => number): Json[] {
  if (field.type === 'enum') return field.values ?? [];
  if (field.type === 'boolean') return [true, false];
  const [min, max] = [field.min ?? -unboundedMax, field.max ?? unboundedMax];
  const neighbors = [1, -1, 2, -2].map((step) => Number(value) + step);
  const randomIntegers = Array.from({ length: randomCount }, () => min + Math.floor(random() * (max - min + 1)));
  return [...neighbors, min, max, 0, ...randomIntegers].filter((candidate) => fitsRange(field, candidate));
}

function otherArrays(
  { items, min_items = 0, max_items = Number.POSITIVE_INFINITY }: Extract<FieldDefinition, { type: 'array' }>,
  value: Json[],
  random: () => number,
): Json[] {
  const index = Math.floor(random() * value.length);
  const replacements = value.length === 0 ? [] : distinct(candidatesFor(items, value[index]!, random), value[index]!);
  return distinct(
    [
      ...replacements.map((item) => value.with(index, item)),
      [...value].reverse(),
      value.slice(0, -1),
      [...value, ...value.slice(-1)],
    ].filter(({ length }) => length >= min_items && length <= max_items),
    value,
  );
}

function fitsRange(field: ScalarDefinition, value: Json): boolean {
  if (field.type === 'enum') return typeof value === 'string' && (field.values ?? []).includes(value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  const { min = -unboundedMax, max = unboundedMax } = field;
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

function distinct(values: readonly Json[], excluded: Json): Json[] {
  const valuesByText = new Map(values.map((value) => [JSON.stringify(value), value]));
  valuesByText.delete(JSON.stringify(excluded));
  return [...valuesByText.values()];
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
    const seenValues = others.flatMap((other) => (Object.hasOwn(other, name) ? [other[name]!] : []));
    const values = otherValues(field, frame[name]!, distinct(seenValues, frame[name]!), random);
    return { name, values, isClosed: field.type === 'enum' || field.type === 'boolean' };
  });
  const singleChanges = fields.flatMap(({ name, values }) =>
    values.map((value) => ({ field: name, frame: { ...frame, [name]: value } })),
  );
  const pairsOf = (pairFields: typeof fields) =>
    pairFields.flatMap((first, index) =>
      pairFields
        .slice(index + 1)
        .flatMap((second) =>
          first.values.flatMap((a) =>
            second.values.map((b) => ({ field: null, frame: { ...frame, [first.name]: a, [second.name]: b } })),
          ),
        ),
    );
  return [
    ...singleChanges,
    // Verdicts usually consist of several flags and names that must agree.
    ...sample(pairsOf(fields.filter(({ isClosed }) => isClosed)), pairsMax, random),
    ...sample(pairsOf(fields), pairsMax, random),
  ];
}

/** The message with the values of other messages, except for its counters: integers that grow with each message of its action. */
export function replaysOf(
  spec: Spec,
  frame: JsonObject,
  ownFrames: readonly JsonObject[],
  others: readonly JsonObject[],
): JsonObject[] {
  const sameAction = ownFrames.filter(({ action }) => action === frame.action);
  const isCounter = (name: string) =>
    sameAction.every(
      (other, index) =>
        typeof other[name] === 'number' && (index === 0 || other[name] > Number(sameAction[index - 1]![name])),
    );
  const names = businessFields(spec, frame)
    .filter(([name, { type }]) => type !== 'integer' || sameAction.length < 2 || !isCounter(name))
    .map(([name]) => name);
  return others.flatMap((other) => {
    const sharedNames = names.filter((name) => Object.hasOwn(other, name));
    return sharedNames.length === 0
      ? []
      : [{ ...frame, ...Object.fromEntries(sharedNames.map((name) => [name, other[name]!])) }];
  });
}

/** At most `count` items, in order; all if there are fewer. */
export function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  if (items.length <= count) return [...items];
  const keys = items.map((_, index) => ({ index, key: random() })).sort((a, b) => a.key - b.key);
  const indexes = keys.slice(0, count).map(({ index }) => index);
  return indexes.sort((a, b) => a - b).map((index) => items[index]!);
}
