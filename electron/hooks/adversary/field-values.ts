/** Other values for the fields of a message, each within its declared range. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import {
  type FieldDefinition,
  gameFieldTypes,
  type ScalarDefinition,
  type Spec,
} from '../../../shared/protocol/spec.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';

/** A field with at most this many values is tried with all of them. */
const smallDomain = 128;
/** Maximum number of values taken from elsewhere in the game. */
const seenValuesMax = 6;
/** An array with at most this many items is also tried with as many as it may have. */
const longItems = 256;
const randomCount = 2;
const unboundedMax = 1_000_000;

/** The business fields present in a message, except its action. */
export function businessFields(spec: Spec, frame: JsonObject): [string, FieldDefinition][] {
  return fieldsOf(spec, frame).filter(([name, field]) => Object.hasOwn(frame, name) && isBusiness(field));
}

/** The declared fields of a message, except its action. */
export const fieldsOf = (spec: Spec, frame: JsonObject): [string, FieldDefinition][] =>
  Object.entries(messageByAction(spec, String(frame.action))?.fields ?? {}).filter(([name]) => name !== 'action');

export const isBusiness = (field: FieldDefinition): boolean =>
  gameFieldTypes.includes(field.type === 'array' ? field.items.type : field.type);

/** A message reduced to what may affect a game: its business fields, and of the others only which there are and how many items they have. */
export function comparedPart(spec: Spec, frame: JsonObject): JsonObject {
  const fields = fieldsOf(spec, frame).flatMap(([name, field]) => {
    const value = frame[name];
    if (value === undefined) return [];
    return [[name, isBusiness(field) ? value : `${Array.isArray(value) ? value.length : 1} of ${field.type}`] as const];
  });
  return { action: frame.action!, ...Object.fromEntries(fields) };
}

/** Every value of a small field; null for others. */
export function domainOf(field: ScalarDefinition): readonly Json[] | null {
  if (field.type === 'enum') return (field.values ?? []).length <= smallDomain ? (field.values ?? []) : null;
  if (field.type === 'boolean') return [false, true];
  if (field.type !== 'integer' || field.min === undefined || field.max === undefined) return null;
  if (field.max - field.min >= smallDomain) return null;
  return Array.from({ length: field.max - field.min + 1 }, (_, at) => field.min! + at);
}

/** All other values of a small field; for a larger one, those around `value`, at the edges, `seenValues` and a few at random. */
export function otherValues(
  field: FieldDefinition,
  value: Json,
  seenValues: readonly Json[],
  random: () => number,
): Json[] {
  if (field.type === 'array') return otherArrays(field, value as Json[], random);
  const seen = seenValues.filter((candidate) => fitsRange(field, candidate)).slice(-seenValuesMax);
  return distinct([...seen, ...(domainOf(field) ?? candidatesFor(field, value, random))], value);
}

function candidatesFor(field: ScalarDefinition, value: Json, random: () => number): Json[] {
  if (field.type === 'enum') return sample(field.values ?? [], 2 * smallDomain, random);
  if (field.type !== 'integer') return [];
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
  const places = sample([...value.keys()], 8, random);
  const replacements = isBusiness(items)
    ? places.flatMap((index) =>
        sample(distinct(domainOf(items) ?? candidatesFor(items, value[index]!, random), value[index]!), 6, random).map(
          (item) => value.with(index, item),
        ),
      )
    : [];
  return distinct(
    [
      value.slice(0, -1),
      [...value, ...value.slice(-1)],
      [...value].reverse(),
      ...replacements,
      value.slice(0, min_items),
      ...(value.length > 0 && max_items <= longItems ? [lengthened(value, max_items)] : []),
    ].filter(({ length }) => length >= min_items && length <= max_items),
    value,
  );
}

/** The items again and again. */
const lengthened = (value: readonly Json[], length: number): Json[] =>
  Array.from({ length }, (_, index) => value[index % value.length]!);

/** Values for a field that the message does not have. */
export function absentValues(field: FieldDefinition, seenValues: readonly Json[], random: () => number): Json[] {
  if (field.type === 'array') return distinct(seenValues.slice(-2), null);
  const seen = seenValues.filter((candidate) => fitsRange(field, candidate)).slice(-seenValuesMax);
  return distinct([...seen, ...(domainOf(field) ?? candidatesFor(field, field.min ?? 0, random))], null);
}

function fitsRange(field: ScalarDefinition, value: Json): boolean {
  if (field.type === 'enum') return typeof value === 'string' && (field.values ?? []).includes(value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type !== 'integer') return typeof value === 'string';
  const { min = -unboundedMax, max = unboundedMax } = field;
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

export function distinct(values: readonly Json[], excluded: Json): Json[] {
  const valuesByText = new Map(values.map((value) => [JSON.stringify(value), value]));
  valuesByText.delete(JSON.stringify(excluded));
  return [...valuesByText.values()];
}

/** At most `count` items, in order; all if there are fewer. */
export function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  if (items.length <= count) return [...items];
  const keys = items.map((_, index) => ({ index, key: random() })).sort((a, b) => a.key - b.key);
  const indexes = keys.slice(0, count).map(({ index }) => index);
  return indexes.sort((a, b) => a - b).map((index) => items[index]!);
}
