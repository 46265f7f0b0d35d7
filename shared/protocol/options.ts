/** Validates a table's options against its spec's parameters, on both sides before the engine starts. */
import { ParlorError } from '../errors.ts';
import { utf8Length } from '../json/utf8.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { defaultLimits } from './limits.ts';
import type { ColumnDefinition, ParameterDefinition, Spec } from './spec-types.ts';

/** The values that apply to options that a table doesn't name. */
export type OptionDefaults = Readonly<Record<string, string | number | boolean>>;

/** The defaults that the spec states; parameters without one have none here. */
export function defaultsOf({ parameters }: Spec): OptionDefaults {
  const defaults = Object.entries(isJsonObject(parameters) ? parameters : {}).flatMap(([name, parameter]) => {
    const value = isJsonObject(parameter) ? parameter.default : undefined;
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isScalar ? [[name, value] as const] : [];
  });
  return Object.fromEntries(defaults);
}

/** The problems of the options; empty if they are valid. Options that the spec does not define are ignored. */
export function validateOptions(spec: Spec, options: unknown): string[] {
  if (!isJsonObject(options)) return ['options: expected object'];
  const problems: string[] = [];
  if (!isJsonObject(spec.parameters)) return problems;
  for (const [name, parameter] of Object.entries(spec.parameters)) {
    if (!Object.hasOwn(options, name) || !isJsonObject(parameter)) continue;
    checkOption(name, parameter, options[name], problems);
  }
  return problems;
}

/** Throws `options_invalid` with the first problem of the options. */
export function requireValidOptions(spec: Spec, options: unknown): void {
  const [problem] = validateOptions(spec, options);
  if (problem === undefined) return;
  throw new ParlorError('options_invalid', `The options do not fit the protocol: ${problem}.`, { problem });
}

/**
 * Throws `options_invalid` if an option is not a parameter of the protocol, as after a typo. For options that a person enters: those of
 * an existing invitation may have more. Protocols without declared parameters take any; `pricing` belongs to the invitation.
 */
export function requireKnownOptions({ parameters }: Spec, options: JsonObject): void {
  if (!isJsonObject(parameters)) return;
  const names = Object.keys(parameters);
  const unknownName = Object.keys(options).find((name) => name !== 'pricing' && !names.includes(name));
  if (unknownName === undefined) return;
  const known = names.length === 0 ? 'It has none.' : `Its options are: ${names.join(', ')}.`;
  throw new ParlorError('options_invalid', `The protocol has no option "${unknownName}". ${known}`, {
    problem: `${unknownName}: unknown option`,
  });
}

function checkOption(name: string, parameter: ParameterDefinition, value: unknown, problems: string[]): void {
  switch (parameter.type) {
    case 'integer':
    case 'boolean':
    case 'enum':
      checkLeaf(name, parameter, value, problems);
      return;
    case 'text': {
      const max = parameter.max_length ?? defaultLimits.text;
      if (typeof value !== 'string' || !value.isWellFormed() || utf8Length(value) > max) {
        problems.push(`${name}: expected text <= ${max} UTF-8 bytes`);
      }
      return;
    }
    case 'table':
      if (!isJsonObject(value)) {
        problems.push(`${name}: expected table`);
        return;
      }
      for (const [row, cells] of Object.entries(value))
        checkColumn(`${name}.${row}`, rowDefinition(parameter.columns), cells, problems);
      return;
    case 'id':
      // The network defines this type without constraints.
      return;
  }
}

/** Normalizes columns, which are given as one definition or as one per name. */
function rowDefinition(columns: Extract<ParameterDefinition, { type: 'table' }>['columns']): ColumnDefinition {
  if (isJsonObject(columns) && typeof columns.type === 'string') return columns as unknown as ColumnDefinition;
  return { type: 'object', fields: columns as { [name: string]: ColumnDefinition } };
}

function checkColumn(name: string, definition: ColumnDefinition, value: unknown, problems: string[]): void {
  if (!isJsonObject(definition)) return;
  if (definition.type !== 'object') {
    checkLeaf(name, definition as Leaf, value, problems);
    return;
  }
  if (!isJsonObject(value)) {
    problems.push(`${name}: expected object`);
    return;
  }
  const fields = isJsonObject(definition.fields) ? definition.fields : {};
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) problems.push(`${name}.${key}: unknown key`);
  }
  for (const [key, field] of Object.entries(fields)) {
    if (Object.hasOwn(value, key)) checkColumn(`${name}.${key}`, field, value[key], problems);
    else if (!isJsonObject(field) || field.required !== false) problems.push(`${name}.${key}: missing`);
  }
}

type Leaf = Exclude<ColumnDefinition, { type: 'object' }>;

function checkLeaf(name: string, definition: Leaf, value: unknown, problems: string[]): void {
  switch (definition.type) {
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) problems.push(`${name}: expected integer`);
      else if (value < (definition.min ?? -Infinity) || value > (definition.max ?? Infinity)) {
        problems.push(`${name}: value out of range`);
      }
      return;
    case 'boolean':
      if (typeof value !== 'boolean') problems.push(`${name}: expected boolean`);
      return;
    case 'enum':
      if (typeof value !== 'string' || !Array.isArray(definition.values) || !definition.values.includes(value)) {
        problems.push(`${name}: invalid enum`);
      }
  }
}
