/** Words between people in messages: kept apart from everything that steers a game. */
import type { JsonObject } from '../json/value.ts';
import type { MessageDefinition, Spec } from '../protocol/spec.ts';
import { messageNamed } from './moves.ts';

/** The names of the fields that carry a person's words. */
export function wordFields(definition: MessageDefinition | undefined): string[] {
  return Object.entries(definition?.fields ?? {}).flatMap(([name, field]) =>
    (field.type === 'array' ? field.items : field).type === 'text' ? [name] : [],
  );
}

/** The words of a validated message, in the order of the spec. */
export function wordsOf(spec: Spec, frame: JsonObject): string[] {
  return wordFields(messageNamed(spec, String(frame.action))).flatMap((name) => {
    const value = frame[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map(String) : [String(value)];
  });
}

/** A validated message as hooks see it. What a stranger wrote in words never gets to code that decides. */
export function withoutWords(spec: Spec, frame: JsonObject): JsonObject {
  const words = wordFields(messageNamed(spec, String(frame.action)));
  return Object.fromEntries(Object.entries(frame).filter(([name]) => !words.includes(name)));
}

/** A table's options as hooks see them: numbers and flags, and what the spec declares as anything but text. */
export function optionsWithoutWords(spec: Spec, options: JsonObject): JsonObject {
  const parameters = spec.parameters ?? {};
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      if (typeof value === 'number' || typeof value === 'boolean') return true;
      return Object.hasOwn(parameters, name) && parameters[name]?.type !== 'text';
    }),
  );
}
