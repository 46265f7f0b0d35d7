/** The form for a table's options, derived from the parameters of the spec. The pace has its own field (PaceField.tsx). */

import { utf8Length } from '../../shared/json/utf8.ts';
import type { Json } from '../../shared/json/value.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import { defaultLimits } from '../../shared/protocol/limits.ts';
import { isPaceParameter } from '../../shared/protocol/pace.ts';

interface FieldBase {
  name: string;
  /** The author's description; may be empty. */
  description: string;
  /** Initial text of the field. */
  initial: string;
}
export type OptionField = FieldBase &
  (
    | { kind: 'integer'; min: number | null; max: number | null }
    | { kind: 'boolean' }
    | { kind: 'enum'; values: string[] }
    | { kind: 'text'; maxBytes: number }
  );

export interface OptionForm {
  fields: OptionField[];
  /** Parameters without a field; their defaults apply. */
  otherNames: string[];
}

export type OptionProblem =
  | { kind: 'whole_number' }
  | { kind: 'between'; min: number; max: number }
  | { kind: 'at_least'; min: number }
  | { kind: 'at_most'; max: number }
  | { kind: 'too_long'; bytes: number; max: number };

export function createOptionForm(parameters: JsonObject): OptionForm {
  const form: OptionForm = { fields: [], otherNames: [] };
  for (const [name, definition] of Object.entries(parameters)) {
    if (isPaceParameter(name)) continue;
    const field = isJsonObject(definition) ? fieldOf(name, definition) : null;
    if (field) form.fields.push(field);
    else form.otherNames.push(name);
  }
  return form;
}

function fieldOf(name: string, definition: JsonObject): OptionField | null {
  const { type, default: initial, description, min, max, max_length, values } = definition;
  const baseField = {
    name,
    description: typeof description === 'string' ? description : '',
    initial: initialOf(initial),
  };
  switch (type) {
    case 'integer':
      return { ...baseField, kind: 'integer', min: numberOr(min, null), max: numberOr(max, null) };
    case 'boolean':
      return { ...baseField, kind: 'boolean' };
    case 'enum': {
      const choices = Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
      return choices.length > 0 ? { ...baseField, kind: 'enum', values: choices } : null;
    }
    case 'text':
      return { ...baseField, kind: 'text', maxBytes: numberOr(max_length, defaultLimits.text) };
    default:
      return null;
  }
}

const numberOr = <T>(value: Json | undefined, fallback: T): number | T =>
  typeof value === 'number' ? value : fallback;

function initialOf(value: Json | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export const initialTexts = ({ fields }: OptionForm): { [name: string]: string } =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** Reads the options from the field texts. Empty fields are omitted, so their defaults apply. */
export function readOptions(
  { fields }: OptionForm,
  texts: { readonly [name: string]: string },
): { options: JsonObject; problems: { [name: string]: OptionProblem } } {
  const options: JsonObject = {};
  const problems: { [name: string]: OptionProblem } = {};
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (text.trim() === '') continue;
    const problem = problemOf(field, text);
    if (problem) problems[field.name] = problem;
    else options[field.name] = optionOf(field, text);
  }
  return { options, problems };
}

function optionOf({ kind }: OptionField, text: string): Json {
  if (kind === 'integer') return Number(text);
  return kind === 'boolean' ? text === 'yes' : text;
}

function problemOf(field: OptionField, text: string): OptionProblem | null {
  if (field.kind === 'text') {
    const bytes = utf8Length(text);
    return bytes > field.maxBytes ? { kind: 'too_long', bytes, max: field.maxBytes } : null;
  }
  if (field.kind !== 'integer') return null;
  const { min, max } = field;
  const value = Number(text);
  if (!/^\s*[+-]?\d+\s*$/.test(text) || !Number.isSafeInteger(value)) return { kind: 'whole_number' };
  if (min !== null && max !== null) return value < min || value > max ? { kind: 'between', min, max } : null;
  if (min !== null && value < min) return { kind: 'at_least', min };
  return max !== null && value > max ? { kind: 'at_most', max } : null;
}
