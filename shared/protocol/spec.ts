/** Parses and validates a spec.json. */
import { ParlorError } from '../errors.ts';
import { parseJson } from '../json/parse.ts';
import { type LocatedProblem, locatedProblem } from '../json/pointer.ts';
import { utf8Length } from '../json/utf8.ts';
import { isJsonObject } from '../json/value.ts';
import { specMaxBytes, specMaxDepth } from './limits.ts';
import { checkSpec, specRuleTexts } from './spec-rules.ts';
import { type FlowMode, type Spec, type SupportedMode, supportedModes } from './spec-types.ts';

export * from './spec-types.ts';

/** The mode of a spec; session_loop by default. */
export function flowMode(spec: Spec): FlowMode {
  return (spec.flow?.mode || 'session_loop') as FlowMode;
}

export function isSupportedMode(mode: string): mode is SupportedMode {
  return (supportedModes as readonly string[]).includes(mode);
}

/**
 * Parses and validates a spec.json; problems carry JSON pointers. The returned spec matches its type only if there are no
 * problems. Throws ParlorError `malformed_json` or `duplicate_key`, or `invalid_spec` if the text is not an object.
 */
export function readSpec(specText: string): { spec: Spec; problems: LocatedProblem[] } {
  const value = parseJson(specText, { maxDepth: specMaxDepth });
  if (!isJsonObject(value)) throw new ParlorError('invalid_spec', 'A spec is a JSON object.', { pointer: '' });
  const problems = checkSpec(value);
  if (utf8Length(specText) > specMaxBytes)
    problems.unshift(locatedProblem(specRuleTexts, [], 'spec_too_large', { kb: specMaxBytes / 1024 }));
  return { spec: value as unknown as Spec, problems };
}
