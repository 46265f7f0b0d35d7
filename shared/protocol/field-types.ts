/** The field types of the specification, each compiled to a closure over its constraints. */
import { pythonText } from '../json/python.ts';
import { characterCount, utf8Length } from '../json/utf8.ts';
import { isJsonObject } from '../json/value.ts';
import { defaultLimits } from './limits.ts';
import type { FieldDefinition, ScalarDefinition } from './spec-types.ts';

/** The problem with a value, as a predicate for the field's name; undefined if valid. */
export type FieldCheck = (value: unknown) => string | undefined;

export function compileField(definition: FieldDefinition): FieldCheck {
  if (!isJsonObject(definition)) return unsupported(undefined);
  return definition.type === 'array' ? compileArray(definition) : compileScalar(definition);
}

const matchPattern =
  (pattern: RegExp, expected: string): FieldCheck =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `: ${expected}`;

/** The types without constraints of their own. */
const fixedChecks: { [type: string]: FieldCheck } = {
  boolean: (value) => (typeof value === 'boolean' ? undefined : ': expected boolean'),
  hash: matchPattern(/^[0-9a-f]{64}$/, 'expected lowercase SHA256 hex'),
  nonce: matchPattern(/^[0-9a-f]{16,64}$/, 'expected 16-64 lowercase hex chars'),
  id: matchPattern(/^[A-Za-z0-9_.:-]{1,128}$/, 'expected safe identifier'),
  signature: matchPattern(/^[0-9a-f]{128}$/, 'expected lowercase Ed25519 signature hex'),
  key: matchPattern(/^[0-9a-f]{64}$/, 'expected 32-byte key (64 hex chars)'),
  ticket: (value) =>
    typeof value === 'string' &&
    value !== '' &&
    value.isWellFormed() &&
    hasAtMostCharacters(value, defaultLimits.ticket)
      ? undefined
      : `: expected non-empty ticket <= ${defaultLimits.ticket} chars`,
};

function compileScalar(definition: ScalarDefinition): FieldCheck {
  switch (definition.type) {
    case 'integer':
      return compileInteger(definition.min ?? -Infinity, definition.max ?? Infinity);
    case 'enum':
      return compileEnum(definition.values);
    case 'text':
    case 'ot_blob':
      return compileBytes(definition.type, definition.max_length ?? defaultLimits[definition.type]);
    case 'ciphertext':
      return compileCiphertext(definition.max_length ?? defaultLimits.ciphertext);
    default:
      return Object.hasOwn(fixedChecks, definition.type) ? fixedChecks[definition.type]! : unsupported(definition.type);
  }
}

function compileInteger(min: number, max: number): FieldCheck {
  return (value) => {
    // Beyond 2^53, doubles are not exact.
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return ': expected integer';
    if (value < min) return `: below min ${min}`;
    return value > max ? `: above max ${max}` : undefined;
  };
}

function compileEnum(values: readonly unknown[] | undefined): FieldCheck {
  const allowed = new Set(Array.isArray(values) ? values : []);
  return (value) => {
    if (typeof value !== 'string') return ': expected enum string';
    if (allowed.has(value)) return undefined;
    return `: value '${value.length > 64 ? `${value.slice(0, 64)}…` : value}' not in enum`;
  };
}

function compileBytes(type: 'text' | 'ot_blob', max: number): FieldCheck {
  const problem = `: expected ${type} <= ${max} UTF-8 bytes`;
  return (value) =>
    typeof value === 'string' && value.length <= max && value.isWellFormed() && utf8Length(value) <= max
      ? undefined
      : problem;
}

function compileCiphertext(max: number): FieldCheck {
  const problem = `: expected hex ciphertext <= ${max} chars (even length)`;
  return (value) =>
    typeof value === 'string' && value.length <= max && value.length % 2 === 0 && /^[0-9a-f]+$/.test(value)
      ? undefined
      : problem;
}

function compileArray(definition: Extract<FieldDefinition, { type: 'array' }>): FieldCheck {
  if (!isJsonObject(definition.items) || (definition.items.type as string) === 'array') return unsupported('array');
  const checkItem = compileScalar(definition.items);
  const min = definition.min_items ?? 0;
  const max = definition.max_items ?? Infinity;
  const maxBytes = definition.max_total_bytes ?? defaultLimits.array;
  return (value) => {
    if (!Array.isArray(value)) return ': expected array';
    if (value.length < min) return ': below min_items';
    if (value.length > max) return ': above max_items';
    let bytes = 0;
    for (let i = 0; i < value.length; i += 1) {
      const element: unknown = value[i];
      const problem = checkItem(element);
      if (problem !== undefined) return `[${i}]${problem}`;
      bytes += utf8Length(pythonText(element as string | number | boolean));
    }
    return bytes > maxBytes ? `: array total ${bytes} bytes exceeds ${maxBytes}` : undefined;
  };
}

function unsupported(type: unknown): FieldCheck {
  return () => `: unsupported field type '${String(type)}'`;
}

/** Whether a text has at most this many code points; checks cheap bounds on UTF-16 units first. */
function hasAtMostCharacters(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && characterCount(text) <= max);
}
