/** Which messages a seat may send, and a valid one of each. */
import type { Json, JsonObject } from '../json/value.ts';
import type { FieldDefinition, MessageDefinition, ScalarDefinition, Spec } from '../protocol/spec.ts';
import { directionFrom, type Role } from './hooks.ts';

/** The messages that a seat may send, by action. */
export function sentBy(spec: Spec, from: Role): MessageDefinition[] {
  return spec.messages.flatMap((definition) => {
    const { action } = definition.fields;
    if (definition.direction !== directionFrom(from) && definition.direction !== 'both') return [];
    return (action?.type === 'enum' ? (action.values ?? []) : []).map((name) => ({ ...definition, name }));
  });
}

/** A valid message with all of its fields, as an example to change. `name`: its action. */
export function sampleMessage({ name, fields }: MessageDefinition): JsonObject {
  const values = Object.entries(fields).map(([field, definition]) => [field, sampleValue(definition)] as const);
  return { ...Object.fromEntries(values), action: name };
}

function sampleValue(field: FieldDefinition): Json {
  if (field.type !== 'array') return sampleScalar(field);
  return Array.from({ length: field.min_items ?? 0 }, () => sampleScalar(field.items));
}

function sampleScalar({ type, values, min, max, max_length }: ScalarDefinition): Json {
  switch (type) {
    case 'integer':
      return min ?? Math.min(0, max ?? 0);
    case 'boolean':
      return false;
    case 'enum':
      return values?.[0] ?? '';
    case 'nonce':
      return '0'.repeat(32);
    case 'hash':
    case 'key':
      return '0'.repeat(64);
    case 'signature':
      return '0'.repeat(128);
    case 'ciphertext':
      return '00';
    case 'text':
    case 'ot_blob':
      return 'text'.slice(0, max_length);
    default:
      return 'sample';
  }
}
