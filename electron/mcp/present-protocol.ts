/** What a client may see of a protocol's options and messages: numbers, flags, and names that can't be sentences (names.ts). */
import type { Releases } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { countWithin, cutText, textMaxBytes } from './answer-size.ts';
import { compareNames } from './game-words.ts';
import { namesOf } from './names.ts';
import { type FieldStructure, structureOf } from './protocol-structure.ts';
import { markUntrusted, type ShownName, tokenPattern, type Untrusted } from './untrusted-text.ts';

export interface Rules {
  protocol_id: string;
  /** Whether it is bundled with Parlor. */
  bundled: boolean;
  /** The folder name of a bundled protocol, otherwise the author's name for it. */
  name: string;
  rated: boolean;
  spec: Spec;
}

/** Bytes of an answer for the fields of one message or for the options of a table, and the most items of an array. */
const fieldsMaxBytes = 6_000;
const arrayMaxItems = 256;

export const isToken = (text: string): boolean => tokenPattern.test(text);

/** A text of the protocol's author: unchanged, marked as untrusted, or omitted. */
export function authorText(
  rules: Rules,
  text: string | undefined,
  { protocols }: Releases,
  maxBytes = textMaxBytes,
): string | Untrusted | null {
  if (!text) return null;
  if (rules.bundled) return text;
  return protocols.includes(rules.protocol_id) ? markUntrusted(cutText(text, maxBytes)) : null;
}

type Scalar = ShownName | number | boolean;
type Fields = { [name: ShownName]: Scalar | Scalar[] };

/** In an order that the author has no influence on, except of bundled protocols. */
export function sortNames<T>(rules: Rules, items: readonly T[], nameOf: (item: T) => string): T[] {
  return rules.bundled ? [...items] : items.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
}

/** A value of a business field; undefined for anything else. */
export function shownValue(rules: Rules, field: FieldStructure, value: unknown): Scalar | undefined {
  const names = namesOf(rules);
  const type = field.type.replace('array:', '');
  if (type === 'integer') return typeof value === 'number' ? value : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (typeof value !== 'string' || !field.values.includes(value)) return undefined;
  return field.isArray ? names.shownInArray(value) : names.shown('value', value);
}

interface ShownFields {
  fields: Fields;
  /** Whether some are left out. */
  cut: boolean;
}

function shownFields(
  rules: Rules,
  kind: 'field' | 'option',
  definitions: ReadonlyMap<string, FieldStructure>,
  values: JsonObject,
): ShownFields {
  let cut = false;
  const entries = [...definitions].flatMap(([name, definition]): [ShownName, Scalar | Scalar[]][] => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const shown = definition.isArray ? shownItems(rules, definition, value) : shownValue(rules, definition, value);
    if (Array.isArray(value) && value.length > arrayMaxItems) cut = true;
    return shown === undefined ? [] : [[namesOf(rules).shown(kind, name)!, shown]];
  });
  const sorted = sortNames(rules, entries, ([name]) => name);
  const count = countWithin(sorted, fieldsMaxBytes);
  return { fields: Object.fromEntries(sorted.slice(0, count)), cut: cut || count < sorted.length };
}

const shownItems = (rules: Rules, definition: FieldStructure, value: unknown): Scalar[] | undefined =>
  Array.isArray(value)
    ? value.slice(0, arrayMaxItems).flatMap((item) => shownValue(rules, definition, item) ?? [])
    : undefined;

/** The options that are numbers, flags or values of enums. */
export const presentOptions = (rules: Rules, options: JsonObject): Fields =>
  shownFields(rules, 'option', structureOf(rules.spec).options, options).fields;

/** Translates options from the names that a client received to those in the spec, which it may use as well. */
export function restoreOptions(rules: Rules, options: JsonObject): JsonObject {
  const names = namesOf(rules);
  const definitions = structureOf(rules.spec).options;
  return Object.fromEntries(
    Object.entries(options).map(([shownName, value]) => {
      const name = names.written('option', shownName) ?? shownName;
      const writtenValue = typeof value === 'string' ? names.written('value', value) : undefined;
      const isOffered = writtenValue !== undefined && definitions.get(name)?.values.includes(writtenValue);
      return [name, isOffered ? writtenValue : value];
    }),
  );
}

export interface RecordedMessage {
  number: number;
  direction: 'host_to_guest' | 'guest_to_host';
  action: string;
  fields: JsonObject;
}

/** A message of the record, with the names that `describeProtocol` gives. */
export function presentMessage(rules: Rules, { number, direction, action, fields }: RecordedMessage) {
  const definition = structureOf(rules.spec).messages.find(
    (message) =>
      [direction, 'both'].includes(message.direction) && message.fields.get('action')?.values.includes(action),
  );
  const shown = shownFields(rules, 'field', definition?.fields ?? new Map(), fields);
  return {
    ...{ number, direction, action: namesOf(rules).shown('value', action) ?? null, fields: shown.fields },
    ...(shown.cut ? { cut: true as const } : {}),
  };
}
