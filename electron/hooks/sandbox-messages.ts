/**
 * The messages between a hook host and its sandbox process, one JSON text each. The process is untrusted: this file checks every
 * message from it.
 */
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { isJsonObject, type Json } from '../../shared/json/value.ts';
import type { HookLimits } from './limits.ts';

export type ToSandbox =
  | { type: 'load'; source: string; methods: readonly string[]; limits: HookLimits }
  /** `random` seeds this call alone, so that a restarted process answers as the old one would have. */
  | { type: 'call'; id: number; method: string; args: Json[]; random: string };

export type FromSandbox =
  | { type: 'ready' }
  | { type: 'loaded'; methods: string[]; manners: string[] }
  | { type: 'result'; id: number; value: Json }
  /** `id` is 0 for a failed load. `timedOut`: the sandbox itself ran out of time. Line and column in the hooks file, if known. */
  | { type: 'failed'; id: number; timedOut: boolean; message: string; line?: number; column?: number }
  | { type: 'log'; text: string };

export const encode = (message: ToSandbox | FromSandbox): string => JSON.stringify(message);

/** Throws `hook_failed` for an invalid message. */
export function readFromSandbox(text: string): FromSandbox {
  // The depth allowed for a peer's JSON, plus two levels of envelope.
  const message: Json = parseJson(text, { maxDepth: 34 });
  if (isJsonObject(message)) {
    const { type, id, value, timedOut, methods, manners = [] } = message;
    const text = message.message ?? message.text;
    if (type === 'ready') return { type };
    if (type === 'loaded' && isNames(methods) && isNames(manners)) return { type, methods, manners };
    if (type === 'result' && typeof id === 'number' && value !== undefined) return { type, id, value };
    if (type === 'failed' && typeof id === 'number' && typeof timedOut === 'boolean' && typeof text === 'string') {
      const { line, column } = message;
      const position = Number.isSafeInteger(line) && Number.isSafeInteger(column) ? { line, column } : {};
      return { type, id, timedOut, message: text.slice(0, 500), ...(position as { line?: number; column?: number }) };
    }
    if (type === 'log' && typeof text === 'string') return { type, text: text.slice(0, 500) };
  }
  throw new ParlorError('hook_failed', 'The hooks process sent an invalid message.');
}

const isNames = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');
