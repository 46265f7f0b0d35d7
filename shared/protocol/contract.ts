/** Protocol ids: the hash of the contract, the part of a spec that both sides must agree on. */
import { ParlorError } from '../errors.ts';
import { isTextJsonObject, NumberText, parseJson, type TextJson, type TextJsonObject } from '../json/parse.ts';
import { pythonJson } from '../json/python.ts';
import { getOwn } from '../json/value.ts';
import { sha256Hex } from '../signing/hash.ts';

/**
 * SHA-256 hex of the contract of a spec.json text: messages, rules, choices, commit_reveal, timing, the flow's phases, mode and mode
 * block, and the parameters without their defaults.
 * Throws ParlorError `malformed_json`, `duplicate_key`, or `invalid_spec` if the text is not an object.
 */
export function protocolIdOf(specText: string): string {
  return sha256Hex(contractTextOf(specText));
}

/** The text that protocolIdOf hashes. */
export function contractTextOf(specText: string): string {
  const spec = parseJson(specText, { numbers: 'text' });
  if (!isTextJsonObject(spec)) throw new ParlorError('invalid_spec', 'A spec is a JSON object.', { pointer: '' });
  const contract: TextJsonObject = {};
  for (const key of ['messages', 'rules', 'choices', 'commit_reveal', 'timing']) {
    if (Object.hasOwn(spec, key)) contract[key] = spec[key]!;
  }
  const flow = flowOf(getOwn(spec, 'flow'));
  if (Object.keys(flow).length > 0) contract.flow = flow;
  const parameters = getOwn(spec, 'parameters');
  if (isTextJsonObject(parameters)) contract.parameters = mapMembers(parameters, withoutDefault);
  return pythonJson(contract);
}

/** The member of `flow` that is part of the contract, by mode. */
const modeBlocks = new Map([
  ['simultaneous_round', 'round'],
  ['authoritative_realtime', 'realtime'],
  ['authoritative_group', 'group'],
]);

function flowOf(flow: TextJson | undefined): TextJsonObject {
  const contractFlow: TextJsonObject = {};
  if (!isTextJsonObject(flow)) return contractFlow;
  const phases = getOwn(flow, 'phases');
  if (isTruthy(phases)) contractFlow.phases = phases!;
  const mode = getOwn(flow, 'mode');
  // session_loop is the default mode, so naming it must not change the id.
  if (typeof mode !== 'string' || mode === '' || mode === 'session_loop') return contractFlow;
  contractFlow.mode = mode;
  const name = modeBlocks.get(mode);
  const block = name === undefined ? undefined : getOwn(flow, name);
  if (name !== undefined && isTextJsonObject(block)) contractFlow[name] = block;
  return contractFlow;
}

function withoutDefault(parameter: TextJson): TextJson {
  if (!isTextJsonObject(parameter)) return parameter;
  const { default: _, ...rest } = parameter;
  return rest;
}

function mapMembers(object: TextJsonObject, transform: (member: TextJson) => TextJson): TextJsonObject {
  // fromEntries defines own members, so `__proto__` is an ordinary name.
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, transform(member)]));
}

/** Truthiness as in Python, whose semantics the network's ids follow. */
function isTruthy(value: TextJson | undefined): boolean {
  if (value instanceof NumberText) return Number(value.text) !== 0;
  if (Array.isArray(value)) return value.length > 0;
  if (isTextJsonObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
