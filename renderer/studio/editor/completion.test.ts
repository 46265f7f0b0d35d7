import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import { EditorState, type Extension } from '@codemirror/state';
import { expect, test } from 'vitest';
import { templateSpec } from '../../../shared/protocol/templates.ts';
import { completeHooks } from './hooks-completion.ts';
import { completeSpec } from './spec-completion.ts';

/** The labels offered at the cursor, which `|` marks in the text. */
function labels(
  text: string,
  language: Extension,
  complete: (context: CompletionContext) => CompletionResult | null,
  explicit = true,
): string[] {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: language });
  return complete(new CompletionContext(state, pos, explicit))?.options.map(({ label }) => label) ?? [];
}
const inSpec = (text: string) => labels(text, jsonLanguage, completeSpec);
const inHooks = (text: string, explicit = true) =>
  labels(
    text,
    javascriptLanguage,
    completeHooks(() => templateSpec('session_loop', 'Trial')),
    explicit,
  );

test('completes a spec with the keys and values that are valid at the cursor', () => {
  expect(inSpec('{ "|" }')).toEqual(expect.arrayContaining(['"messages"', '"flow"', '"parameters"']));
  expect(inSpec('{ "flow": {}, | }')).not.toContain('"flow"');
  expect(inSpec('{ "flow": { "mode": "|" } }')).toEqual(expect.arrayContaining(['"free"', '"simultaneous_round"']));
  expect(inSpec('{ "messages": [{ "direction": "|" }] }')).toEqual(['"guest_to_host"', '"host_to_guest"', '"both"']);
  expect(inSpec('{ "messages": [{ "fields": { "bid": { "type": "integer", "m|" } } }] }')).toContain('"max"');
  expect(inSpec('{ "messages": [{ "fields": { "bid": { "required": | } } }] }')).toEqual(['true', 'false']);
});

test('completes hooks with the missing methods, and with the members of a step and of the spec', () => {
  expect(inHooks('export function init() {}\n|')).toEqual(expect.arrayContaining(['act', 'decide']));
  expect(inHooks('export function init() {}\n|')).not.toContain('init');
  expect(inHooks('export function han|')).toEqual(['handle_join', 'handle_ready', 'handle']);
  expect(inHooks('  return { s|')).toEqual(expect.arrayContaining(['state', 'send', 'move']));
  expect(inHooks('|', false)).toEqual([]);
});
