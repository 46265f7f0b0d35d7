/** Validates messages against a spec, before sending them and before passing received ones to hooks. */
import { getOwn, isJsonObject } from '../json/value.ts';
import { compileField, type FieldCheck } from './field-types.ts';
import type { Direction, FieldDefinition, Spec } from './spec-types.ts';

/** Maximum number of reported problems. */
const maxProblems = 100;

/**
 * The problems of a message sent in a direction, in the words of the network's own validator; empty if it is valid. `both` matches only
 * definitions marked `both`. The spec is compiled once and must not change afterwards.
 */
export function validateMessage(spec: Spec, message: unknown, direction: Direction): string[] {
  if (!isJsonObject(message)) return ['message: expected object'];
  const action = getOwn(message, 'action');
  const candidates = compiledSpecOf(spec)[direction].get(action as string) ?? [];
  if (candidates.length > 1) return ['ambiguous message schema; pass message_name'];
  const definition = candidates[0];
  if (!definition) {
    const name = typeof action === 'string' ? `'${shorten(action)}'` : 'None';
    return [`message schema not found for action=${name} direction=${direction}`];
  }
  return definition.check(message);
}

interface CompiledMessage {
  check(message: { [key: string]: unknown }): string[];
}
/** By direction and action. */
type CompiledSpec = Record<Direction, Map<string, CompiledMessage[]>>;

const compiledSpecs = new WeakMap<object, CompiledSpec>();

function compiledSpecOf(spec: Spec): CompiledSpec {
  let cached = compiledSpecs.get(spec);
  if (!cached) {
    cached = compile(spec);
    compiledSpecs.set(spec, cached);
  }
  return cached;
}

function compile(spec: Spec): CompiledSpec {
  const byDirection: CompiledSpec = { guest_to_host: new Map(), host_to_guest: new Map(), both: new Map() };
  // The spec may be invalid, so its members may have any type.
  for (const definition of Array.isArray(spec.messages) ? (spec.messages as unknown[]) : []) {
    if (!isJsonObject(definition) || !isJsonObject(definition.fields)) continue;
    const fields = definition.fields;
    const action = getOwn(fields, 'action');
    if (!isJsonObject(action) || !Array.isArray(action.values)) continue;
    const message = compileMessage(fields as unknown as { [name: string]: FieldDefinition });
    for (const direction of Object.keys(byDirection) as Direction[]) {
      if (definition.direction !== direction && definition.direction !== 'both') continue;
      for (const value of new Set(action.values)) {
        if (typeof value !== 'string') continue;
        const candidates = byDirection[direction].get(value);
        if (candidates) candidates.push(message);
        else byDirection[direction].set(value, [message]);
      }
    }
  }
  return byDirection;
}

function compileMessage(definitions: { [name: string]: FieldDefinition }): CompiledMessage {
  const fields = new Map<string, { required: boolean; check: FieldCheck }>();
  for (const [name, definition] of Object.entries(definitions)) {
    fields.set(name, {
      required: isJsonObject(definition) && definition.required === true,
      check: compileField(definition),
    });
  }
  return {
    check(message) {
      const problems: string[] = [];
      for (const key of Object.keys(message)) {
        if (!fields.has(key)) problems.push(`unknown field: ${shorten(key)}`);
        if (problems.length >= maxProblems) return problems;
      }
      for (const [name, { required, check }] of fields) {
        if (!Object.hasOwn(message, name)) {
          if (required) problems.push(`missing required field: ${name}`);
          continue;
        }
        const problem = check(message[name]);
        if (problem !== undefined) problems.push(`${name}${problem}`);
      }
      return problems.slice(0, maxProblems);
    },
  };
}

/** Truncates untrusted text for use in problems. */
function shorten(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}…` : text;
}
