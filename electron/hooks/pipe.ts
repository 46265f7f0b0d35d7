/**
 * What a hook host and its sandbox process say to each other, one JSON text per message. Both launchers carry these
 * texts; the process in between is never trusted further than this file checks.
 */
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { isJsonObject, type Json } from '../../shared/json/value.ts';
import type { HookLimits } from './host.ts';

export type ToSandbox =
  | { type: 'load'; source: string; methods: readonly string[]; limits: HookLimits }
  /** `random` seeds this call alone, so that a restarted process answers as the old one would have. */
  | { type: 'call'; id: number; method: string; args: Json[]; random: string };

export type FromSandbox =
  | { type: 'up' }
  | { type: 'loaded'; methods: string[] }
  | { type: 'result'; id: number; value: Json }
  /** `id` is 0 for a failed load. `late`: it ran out of time by itself. The place is that in the hooks file, where one is known. */
  | { type: 'failed'; id: number; late: boolean; message: string; line?: number; column?: number }
  | { type: 'log'; text: string };

export const encode = (message: ToSandbox | FromSandbox): string => JSON.stringify(message);

/** The host trusts no shape. Throws `hook_failed`. */
export function readFromSandbox(text: string): FromSandbox {
  // Two levels are the envelope; the rest is as deep as a peer's JSON may be.
  const message: Json = parseJson(text, { maxDepth: 34 });
  if (isJsonObject(message)) {
    const { type, id, value, late, methods } = message;
    const words = message.message ?? message.text;
    if (type === 'up') return { type };
    if (type === 'loaded' && Array.isArray(methods) && methods.every((name) => typeof name === 'string')) {
      return { type, methods };
    }
    if (type === 'result' && typeof id === 'number' && value !== undefined) return { type, id, value };
    if (type === 'failed' && typeof id === 'number' && typeof late === 'boolean' && typeof words === 'string') {
      const { line, column } = message;
      const place = Number.isSafeInteger(line) && Number.isSafeInteger(column) ? { line, column } : {};
      return { type, id, late, message: words.slice(0, 500), ...(place as { line?: number; column?: number }) };
    }
    if (type === 'log' && typeof words === 'string') return { type, text: words.slice(0, 500) };
  }
  throw new ParlorError('hook_failed', 'The hooks process said something that makes no sense.');
}
