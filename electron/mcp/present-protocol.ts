/** What a client may see of a protocol: its structure, under names that can't be sentences, and its texts if they are released. */
import type { Releases } from '../../shared/bridge/contract.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import {
  type FieldDefinition,
  flowMode,
  flowModes,
  type MessageDefinition,
  type Spec,
  scalarTypes,
} from '../../shared/protocol/spec.ts';
import { decisionSeconds } from '../../shared/tables/deadlines.ts';
import { markUntrusted, tokenPattern, type Untrusted } from './untrusted-text.ts';

export interface Rules {
  protocol_id: string;
  /** Whether it is bundled with Parlor. */
  bundled: boolean;
  /** The folder name of a bundled protocol, otherwise the author's name for it. */
  name: string;
  rated: boolean;
  spec: Spec;
}

export const isToken = (text: string): boolean => tokenPattern.test(text);
/** The name itself, or its index. */
const nameOrIndex = (text: string, index: number): string | number => (isToken(text) ? text : index);
/** As the key of an object. */
const keyOrIndex = (text: string, index: number): string => String(nameOrIndex(text, index));

/** A text of the protocol's author: unchanged, marked as untrusted, or omitted. */
export function authorText(rules: Rules, text: string | undefined, { protocols }: Releases): string | Untrusted | null {
  if (!text) return null;
  if (rules.bundled) return text;
  return protocols.includes(rules.protocol_id) ? markUntrusted(text) : null;
}

type Scalar = string | number | boolean;
type ScalarDefinition = { type: string; values?: string[] | undefined };

/** A value of a business field; undefined for anything else. */
function scalarOf(definition: ScalarDefinition, value: unknown): Scalar | undefined {
  if (definition.type === 'integer') return typeof value === 'number' ? value : undefined;
  if (definition.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (definition.type !== 'enum' || typeof value !== 'string') return undefined;
  const index = definition.values?.indexOf(value) ?? -1;
  return index < 0 ? undefined : nameOrIndex(value, index);
}

type Fields = { [name: string]: Scalar | Scalar[] };

function fieldsOf(definitions: { [name: string]: FieldDefinition | ScalarDefinition }, values: JsonObject): Fields {
  const fields: Fields = {};
  for (const [index, [name, definition]] of Object.entries(definitions).entries()) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    const scalar =
      'items' in definition && Array.isArray(value)
        ? value.flatMap((item) => scalarOf(definition.items, item) ?? [])
        : scalarOf(definition as ScalarDefinition, value);
    if (scalar !== undefined) fields[keyOrIndex(name, index)] = scalar;
  }
  return fields;
}

/** The options that are numbers, flags or values of enums. */
export const presentOptions = ({ spec }: Rules, options: JsonObject): Fields =>
  fieldsOf((spec.parameters ?? {}) as { [name: string]: ScalarDefinition }, options);

/** Translates options from the names that a client received to those in the spec. */
export function restoreOptions({ spec }: Rules, options: JsonObject): JsonObject {
  const names = Object.entries(spec.parameters ?? {});
  return Object.fromEntries(
    Object.entries(options).map(([shownName, value]) => {
      const [name, definition] = names.find(([candidate], index) => keyOrIndex(candidate, index) === shownName) ?? [
        shownName,
        null,
      ];
      const values = definition?.type === 'enum' ? definition.values : [];
      const originalValue = values.find((candidate, index) => nameOrIndex(candidate, index) === value);
      return [name, originalValue ?? value];
    }),
  );
}

const actionsOf = ({ fields: { action } }: MessageDefinition): string[] =>
  (action?.type === 'enum' && action.values) || [];

export interface RecordedMessage {
  number: number;
  direction: 'host_to_guest' | 'guest_to_host';
  action: string;
  fields: JsonObject;
}

/** A message of the record with the names that `describeProtocol` gives. */
export function presentMessage({ spec }: Rules, { number, direction, action, fields }: RecordedMessage) {
  const index = spec.messages.findIndex(
    (message) => [direction, 'both'].includes(message.direction) && actionsOf(message).includes(action),
  );
  const definitions = spec.messages[index]?.fields ?? {};
  return { number, direction, action: nameOrIndex(action, Math.max(0, index)), fields: fieldsOf(definitions, fields) };
}

/** The index of a value in the first enum that contains it; null if none does. */
export function enumIndex({ spec }: Rules, value: string): number | null {
  for (const { fields } of spec.messages) {
    for (const field of Object.values(fields)) {
      const { type, values } = (field.type === 'array' ? field.items : field) as ScalarDefinition;
      const index = type === 'enum' ? (values?.indexOf(value) ?? -1) : -1;
      if (index >= 0) return index;
    }
  }
  return null;
}

export function describeProtocol(rules: Rules, releases: Releases) {
  const { spec, protocol_id, bundled, rated } = rules;
  return {
    protocol_id,
    name: authorText(rules, rules.name, releases),
    shipped: bundled,
    mode: knownName(flowModes, flowMode(spec)),
    rated,
    decision_seconds: decisionSeconds(spec, {}),
    messages: spec.messages.map(({ name, direction, fields }, index) => ({
      name: nameOrIndex(name, index),
      direction,
      fields: Object.entries(fields).map(([field, definition], fieldIndex) =>
        fieldOf(nameOrIndex(field, fieldIndex), definition),
      ),
    })),
    options: Object.entries(spec.parameters ?? {}).map(([name, definition], index) => ({
      ...fieldOf(nameOrIndex(name, index), definition as FieldDefinition),
      required: false,
      default: scalarOf(definition as ScalarDefinition, definition.default) ?? null,
    })),
    description: authorText(rules, spec.description, releases),
    rules: authorText(rules, textOfRules(spec.rules), releases),
  };
}

/** A spec that Parlor can display but not play may contain any names. */
const knownName = (knownNames: readonly string[], name: string): string =>
  knownNames.includes(name) ? name : 'unknown';
const typeOf = ({ type }: { type: string }): string => knownName([...scalarTypes, 'table'], type);

function fieldOf(name: string | number, field: FieldDefinition) {
  const scalar = field.type === 'array' ? field.items : field;
  const { values, min, max, max_length } = scalar;
  return {
    name,
    type: field.type === 'array' ? `array:${typeOf(scalar)}` : typeOf(scalar),
    required: field.required === true,
    ...(values ? { values: values.map(nameOrIndex) } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(max_length === undefined ? {} : { max_length }),
    ...(field.type === 'array' && field.max_items !== undefined ? { max_items: field.max_items } : {}),
  };
}

function textOfRules(rules: Json | undefined): string | undefined {
  if (rules === undefined || rules === null || typeof rules === 'string') return rules ?? undefined;
  return Object.entries(rules)
    .map(([topic, text]) => `${topic}: ${typeof text === 'string' ? text : JSON.stringify(text)}`)
    .join('\n');
}
