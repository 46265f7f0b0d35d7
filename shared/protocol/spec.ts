/** Reading a spec.json. */
import { ParlorError } from '../errors.ts';
import { parseJson } from '../json/parse.ts';
import type { PlacedProblem } from '../json/pointer.ts';
import { utf8Length } from '../json/utf8.ts';
import { isJsonObject } from '../json/value.ts';
import { type FlowMode, type Spec, type SupportedMode, supportedModes } from './definition.ts';
import { specMaxBytes, specMaxDepth } from './limits.ts';
import { checkSpec } from './rules.ts';

export * from './definition.ts';

/** The mode of a spec; session_loop where it names none. */
export function flowMode(spec: Spec): FlowMode {
  return (spec.flow?.mode || 'session_loop') as FlowMode;
}

export function isSupportedMode(mode: string): mode is SupportedMode {
  return (supportedModes as readonly string[]).includes(mode);
}

/**
 * Reads a spec.json and finds every broken rule, each with a JSON pointer. The spec fits its type only where there are no
 * problems. Throws ParlorError `malformed_json` or `duplicate_key`, or `invalid_spec` where the text is not an object.
 */
export function readSpec(specText: string): { spec: Spec; problems: PlacedProblem[] } {
  const value = parseJson(specText, { maxDepth: specMaxDepth });
  if (!isJsonObject(value)) throw new ParlorError('invalid_spec', 'A spec is a JSON object.', { pointer: '' });
  const problems = checkSpec(value);
  if (utf8Length(specText) > specMaxBytes)
    problems.unshift({ pointer: '', message: `larger than ${specMaxBytes} bytes` });
  return { spec: value as unknown as Spec, problems };
}
