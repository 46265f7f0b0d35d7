/** Reads a spec that may contain anything: Parlor shows protocols that it can't play, which were not validated. */
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import { directions, type Spec, scalarTypes } from '../../shared/protocol/spec.ts';

export interface FieldStructure {
  /** As in the spec, without words of the author: `unknown` for an unknown type, `array:` before the type of its items. */
  type: string;
  isArray: boolean;
  required: boolean;
  /** The values of an enum, or of an array of them. */
  values: readonly string[];
  limits: { min?: number; max?: number; max_length?: number; max_items?: number };
  default: unknown;
}

export interface MessageStructure {
  name: string;
  direction: 'host_to_guest' | 'guest_to_host' | 'both';
  fields: ReadonlyMap<string, FieldStructure>;
}

export interface ProtocolStructure {
  messages: readonly MessageStructure[];
  options: ReadonlyMap<string, FieldStructure>;
}

const structures = new WeakMap<Spec, ProtocolStructure>();

export function structureOf(spec: Spec): ProtocolStructure {
  const known = structures.get(spec);
  if (known) return known;
  const messages: readonly unknown[] = Array.isArray(spec.messages) ? spec.messages : [];
  const structure = { messages: messages.filter(isJsonObject).map(messageOf), options: fieldsIn(spec.parameters) };
  structures.set(spec, structure);
  return structure;
}

const messageOf = ({ name, direction, fields }: JsonObject): MessageStructure => ({
  name: String(name),
  direction: directions.find((each) => each === direction) ?? 'both',
  fields: fieldsIn(fields),
});

const fieldsIn = (fields: unknown): ReadonlyMap<string, FieldStructure> =>
  new Map(
    isJsonObject(fields)
      ? Object.entries(fields).flatMap(([name, field]) => (isJsonObject(field) ? [[name, fieldOf(field)]] : []))
      : [],
  );

function fieldOf(field: JsonObject): FieldStructure {
  const isArray = field.type === 'array';
  const scalar = isArray && isJsonObject(field.items) ? field.items : field;
  const type = [...scalarTypes, 'table'].find((each) => each === scalar.type) ?? 'unknown';
  const { values } = scalar;
  const limits = Object.entries({
    min: scalar.min,
    max: scalar.max,
    max_length: scalar.max_length,
    max_items: isArray ? field.max_items : undefined,
  }).filter(([, limit]) => Number.isFinite(limit));
  return {
    type: isArray ? `array:${type}` : type,
    isArray,
    required: field.required === true,
    values: type === 'enum' && Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [],
    limits: Object.fromEntries(limits),
    default: field.default,
  };
}
