import { describe, expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import type { Spec } from '../protocol/spec.ts';
import type { HookMethod, Role } from './hooks.ts';
import { readStep } from './step-rules.ts';

const ask = { key: 'a', prompt: 'Choose', choices: [{ value: 1, label: '1' }] };
const send = { action: 'result' };
const refusal = { completed: false, reason: 'Against the rules.' };

function problemOf(mode: string, role: Role, method: HookMethod, value: Json): string | null {
  const read = readStep({ flow: { mode }, messages: [] } as unknown as Spec, role, method, value);
  return 'problem' in read ? read.problem.message : null;
}

const modes = ['session_loop', 'request_response', 'simultaneous_round'];

describe('methods that receive a message', () => {
  test.each<[string, Role, HookMethod]>([
    ...modes.flatMap((mode): [string, Role, HookMethod][] => [
      [mode, 'host', 'handle_join'],
      [mode, 'guest', 'handle_ready'],
      [mode, 'guest', 'handle'],
    ]),
    ['session_loop', 'host', 'handle'],
    ['request_response', 'host', 'handle'],
    ['simultaneous_round', 'host', 'round_judge'],
    ['free', 'host', 'on_message'],
  ])('%s: the %s refuses it in %s, with an answer or without', (mode, role, method) => {
    expect(problemOf(mode, role, method, { state: {}, end: refusal })).toBeNull();
    expect(problemOf(mode, role, method, { state: {}, send, end: refusal })).toBeNull();
  });
});

test.each<[string, Role, HookMethod, object, string]>([
  ['session_loop', 'host', 'handle_join', { ask }, 'Hooks cannot ask before both sides are ready.'],
  ['session_loop', 'guest', 'join', {}, 'A step must send or end here.'],
  ['session_loop', 'guest', 'handle_ready', { send }, 'The ready message cannot be answered.'],
  ['session_loop', 'guest', 'handle', {}, 'A step must ask, send or end.'],
  ['session_loop', 'guest', 'act', { ask, end: refusal }, 'A step cannot both ask and send or end.'],
  ['request_response', 'guest', 'handle', { send }, 'A response cannot be answered.'],
  ['simultaneous_round', 'guest', 'handle', { send, end: { completed: true } }, 'A result cannot be answered.'],
  ['simultaneous_round', 'host', 'round_value', { end: refusal }, 'round_value must ask and nothing else.'],
  ['simultaneous_round', 'host', 'round_judge', {}, 'round_judge must send its result.'],
  ['simultaneous_round', 'host', 'round_judge', { end: { completed: true } }, 'round_judge must send its result.'],
  ['simultaneous_round', 'host', 'round_judge', { ask, end: refusal }, 'round_judge must send its result.'],
  ['free', 'host', 'on_message', { ask }, 'In a chat, hooks cannot ask questions of their own.'],
  ['free', 'guest', 'act', { send }, 'In a chat, act must return a text to send.'],
])('%s, %s: %s can’t return %j', (mode, role, method, step, message) => {
  expect(problemOf(mode, role, method, { state: {}, ...step } as Json)).toBe(message);
});

test.each([null, 7, {}, { state: [] }, { state: {}, ask: { ...ask, key: '' } }])('%j is no step', (value) => {
  expect(problemOf('session_loop', 'host', 'handle', value)).toBe('handle did not return a step.');
});
