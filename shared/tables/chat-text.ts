/** Chat text in messages, separated from everything that affects a game. */
import type { JsonObject } from '../json/value.ts';
import type { MessageDefinition, Spec } from '../protocol/spec.ts';
import { messageByAction } from './move-labels.ts';
import type { ChatMessage } from './moves.ts';

/** The names of a message's text fields. */
export function chatFields(definition: MessageDefinition | undefined): string[] {
  return Object.entries(definition?.fields ?? {}).flatMap(([name, field]) =>
    (field.type === 'array' ? field.items : field).type === 'text' ? [name] : [],
  );
}

/** The texts of a validated message, in the order of the spec. */
export function chatTextsOf(spec: Spec, frame: JsonObject): string[] {
  return chatFields(messageByAction(spec, String(frame.action))).flatMap((name) => {
    const value = frame[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map(String) : [String(value)];
  });
}

/** Limits for the chat messages of a snapshot. */
const maxMessages = 200;
const maxCharacters = 60_000;

/** The newest messages within the limits. */
export function newestMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const newest = messages.slice(-maxMessages);
  let characters = newest.reduce((sum, { text }) => sum + text.length, 0);
  while (characters > maxCharacters && newest.length > 1) characters -= newest.shift()!.text.length;
  return newest;
}

/** A validated message without its text fields, for hooks. Untrusted text never reaches code that decides. */
export function withoutChatText(spec: Spec, frame: JsonObject): JsonObject {
  const textFields = chatFields(messageByAction(spec, String(frame.action)));
  return Object.fromEntries(Object.entries(frame).filter(([name]) => !textFields.includes(name)));
}

/** A table's options for hooks: numbers, flags, and whatever the spec doesn't declare as text. */
export function optionsWithoutText(spec: Spec, options: JsonObject): JsonObject {
  const parameters = spec.parameters ?? {};
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => {
      if (typeof value === 'number' || typeof value === 'boolean') return true;
      return Object.hasOwn(parameters, name) && parameters[name]?.type !== 'text';
    }),
  );
}
