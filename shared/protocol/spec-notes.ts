/**
 * What is probably a mistake in a valid spec. The specification allows unknown names and says nothing of defaults and repeated values, so
 * none of it is an error: other communities have such specs.
 */
import { type LocatedProblem, locatedProblem, type PathStep, type ProblemParams } from '../json/pointer.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { validateOptions } from './options.ts';
import { type JsonSchema, specJsonSchema } from './spec-schema.ts';
import type { Spec } from './spec-types.ts';

export const specNoteTexts = {
  similar_name: 'This name has no meaning here. Did you mean {name}?',
  default_invalid: 'Its default is not one of its own values: {problem}.',
  repeated_value: '{value} is listed twice.',
} as const;

/** The notes on a valid spec. */
export function findSpecNotes(spec: Spec): LocatedProblem[] {
  const notes: LocatedProblem[] = [];
  const report = (path: readonly PathStep[], code: keyof typeof specNoteTexts, params: ProblemParams) =>
    notes.push(locatedProblem(specNoteTexts, path, code, params));
  const visit = (value: Json, schema: JsonSchema, path: readonly PathStep[]): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, schema.items ?? {}, [...path, index]);
      return;
    }
    if (!isJsonObject(value)) return;
    const known = schema.properties ?? {};
    for (const [name, member] of Object.entries(value)) {
      const meant = Object.hasOwn(known, name) ? undefined : similarName(name, value, known);
      if (meant !== undefined) report([...path, name], 'similar_name', { name: meant });
      const { additionalProperties } = schema;
      const inner = Object.hasOwn(known, name) ? known[name] : additionalProperties;
      if (typeof inner === 'object') visit(member, inner, [...path, name]);
    }
    const repeated = repeatedValue(value);
    if (repeated !== undefined) report([...path, 'values'], 'repeated_value', { value: repeated });
  };
  visit(spec as unknown as JsonObject, schema(), []);
  for (const [name, parameter] of Object.entries(spec.parameters ?? {})) {
    if (!isJsonObject(parameter) || parameter.default === undefined || parameter.default === null) continue;
    const [problem] = validateOptions(spec, { [name]: parameter.default as Json });
    if (problem !== undefined) report(['parameters', name, 'default'], 'default_invalid', { problem });
  }
  return notes;
}

let specSchema: JsonSchema | null = null;
function schema(): JsonSchema {
  specSchema ??= specJsonSchema();
  return specSchema;
}

/** A known name that is one edit away and isn't there itself. Names of fields and options are free. */
const similarName = (name: string, object: JsonObject, known: { [name: string]: JsonSchema }): string | undefined =>
  Object.keys(known).find((each) => each.length > 3 && !Object.hasOwn(object, each) && isOneEditAway(name, each));

/** One character more, less or other, or two neighbours exchanged; case doesn't count. */
function isOneEditAway(first: string, second: string): boolean {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA === restB ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}

function repeatedValue({ type, values }: JsonObject): string | undefined {
  if (type !== 'enum' || !Array.isArray(values)) return undefined;
  const repeated = values.find((value, index) => values.indexOf(value) < index);
  return typeof repeated === 'string' ? repeated : undefined;
}
