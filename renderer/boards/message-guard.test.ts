import { describe, expect, it } from 'vitest';
import { boardMessageMaxBytes, boardRate, boardSizeRate } from '../../shared/boards/contract.ts';
import type { Question } from '../../shared/tables/hooks.ts';
import { checkJsonLimits } from './json-limits.ts';
import { type AskedQuestion, createMessageGuard } from './message-guard.ts';

const ask: Question = {
  key: 'turn:7',
  prompt: 'Drop a disc',
  choices: [
    { value: 1, label: 'column 1' },
    { value: 5, label: 'column 5', hint: 'height 2' },
  ],
};
const call = (method: string, params: unknown, id: number | undefined = 1) => ({ jsonrpc: '2.0', id, method, params });
const initializedGuard = (open: AskedQuestion | null = ask) => {
  const guard = createMessageGuard(() => open);
  expect(guard.receive(call('ui/initialize', {}), 0)).toEqual({
    kind: 'initialize',
    id: 1,
    marks: false,
    ahead: false,
    draws: false,
  });
  return guard;
};

describe('U9: requests from a board', () => {
  it('accepts a legal choice of the open question, or clearing the pick', () => {
    const guard = initializedGuard();
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toEqual({
      kind: 'pick',
      id: 1,
      key: 'turn:7',
      answer: 5,
      plays: true,
    });
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: null }), 0)).toMatchObject({ answer: null });
  });

  it('takes a pick of the moment in which a foreseen question is asked as one for it', () => {
    const guard = initializedGuard({ ...ask, foreseenAs: 'ahead:3' });
    expect(guard.receive(call('ui/answer', { key: 'ahead:3', answer: 5 }), 0)).toMatchObject({
      kind: 'pick',
      key: 'turn:7',
    });
    expect(guard.receive(call('ui/answer', { key: 'ahead:3', answer: 99 }), 0)).toMatchObject({ illegal: 99 });
    expect(guard.receive(call('ui/answer', { key: 'ahead:2', answer: 5 }), 0)).toMatchObject({
      kind: 'reject',
      late: true,
    });
  });

  it('rejects picks out of turn, out of range or of another type, and unknown methods', () => {
    const guard = initializedGuard();
    const refused = { kind: 'reject', id: 1 };
    expect(guard.receive(call('ui/answer', { key: 'turn:6', answer: 5 }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 2 }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: '5' }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: { $gt: 0 } }), 0)).toMatchObject({ code: -32602 });
    expect(guard.receive(call('tables/resign', {}), 0)).toMatchObject({ code: -32601 });
    expect(guard.receive(call('constructor', {}), 0)).toMatchObject({ code: -32601 });
    expect(initializedGuard(null).receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toMatchObject(refused);
  });

  it('returns the refused answer, and the numbers shown on the board', () => {
    const guard = initializedGuard();
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 2 }), 0)).toMatchObject({ illegal: 2 });
    expect(guard.receive(call('ui/answer', { key: 'turn:6', answer: 2 }), 0)).not.toHaveProperty('illegal');
    const numbers = [{ number: 5, answer: 5 }];
    expect(guard.receive(call('ui/numbers', { numbers }), 0)).toEqual({ kind: 'numbers', numbers });
    for (const number of [0, 10, 1.5])
      expect(guard.receive(call('ui/numbers', { numbers: [{ number, answer: 5 }] }), 0)).toMatchObject({
        code: -32602,
      });
  });

  it('requires exactly one initialization, before anything else', () => {
    const guard = createMessageGuard(() => ask);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toMatchObject({ kind: 'reject' });
    expect(guard.receive(call('ui/initialize', {}), 0)).toMatchObject({ kind: 'initialize' });
    expect(guard.receive(call('ui/initialize', {}), 0)).toMatchObject({ kind: 'reject' });
  });
});

describe('U8: floods and malformed messages', () => {
  it('changes the size of the frame only a few times, then once a second', () => {
    const guard = initializedGuard();
    const resize = (now: number) => guard.receive(call('ui/size', { height: 400 }), now).kind;
    const kinds = Array.from({ length: 30 }, () => resize(0));
    expect(kinds.filter((kind) => kind === 'size')).toHaveLength(boardSizeRate.burst);
    expect(resize(1000)).toBe('size');
    expect(resize(1000)).toBe('dropped');
  });

  it('allows a burst, drops the excess, refills, and stops a board that continues', () => {
    const guard = initializedGuard();
    const message = call('ui/numbers', { numbers: [] });
    for (let i = 1; i < boardRate.burst; i++) expect(guard.receive(message, 0).kind).toBe('numbers');
    expect(guard.receive(message, 0).kind).toBe('dropped');
    expect(guard.receive(message, 100).kind).toBe('numbers');
    const kinds = Array.from({ length: 400 }, () => guard.receive(message, 110));
    const stop = kinds.find((received) => received.kind === 'stop');
    expect(stop).toMatchObject({ reason: 'flood' });
    expect(stop?.kind === 'stop' && stop.perSecond).toBeGreaterThan(boardRate.burst);
  });

  it('drops messages that are too deep, cyclic, not JSON, or pollute prototypes', () => {
    const guard = initializedGuard();
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
    const poisoned = JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ui/size","params":{"__proto__":{"height":1}}}');
    for (const bad of [
      cyclic,
      deep,
      poisoned,
      new Map(),
      new Uint8Array(8),
      10n,
      undefined,
      Number.NaN,
      'ui/size',
      null,
    ]) {
      expect(guard.receive(bad, 0).kind).toBe('dropped');
    }
  });

  it('stops a board at its first oversized message', () => {
    for (const huge of [
      call('ui/log', { level: 'info', text: 'x'.repeat(boardMessageMaxBytes) }),
      new Array(10_000_000),
      Array.from({ length: boardMessageMaxBytes }, () => ({})),
    ]) {
      expect(initializedGuard().receive(huge, 0)).toMatchObject({ kind: 'stop', reason: 'oversized' });
    }
  });

  it('stops measuring a message at the limit', () => {
    expect(checkJsonLimits({ text: 'x'.repeat(boardMessageMaxBytes) })).toEqual({ violation: 'too_large' });
    expect(checkJsonLimits({ a: [1, 'two', null, true] })).toEqual({ json: { a: [1, 'two', null, true] } });
  });
});
