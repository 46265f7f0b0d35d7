import { describe, expect, it } from 'vitest';
import { boardMessageMaxBytes, boardPing, boardRate } from '../../shared/boards/port.ts';
import type { Ask } from '../../shared/tables/hooks.ts';
import { createGuard } from './guard.ts';
import { measured } from './measure.ts';

const ask: Ask = {
  key: 'turn:7',
  prompt: 'Drop a disc',
  choices: [
    { value: 1, label: 'column 1' },
    { value: 5, label: 'column 5', hint: 'height 2' },
  ],
};
const call = (method: string, params: unknown, id: number | undefined = 1) => ({ jsonrpc: '2.0', id, method, params });
const ready = (open: Ask | null = ask) => {
  const guard = createGuard(() => open);
  expect(guard.receive(call('ui/initialize', {}), 0)).toEqual({ kind: 'initialize', id: 1 });
  return guard;
};

describe('U9: what a board may ask for', () => {
  it('picks one of the legal choices of the open question, or clears the pick', () => {
    const guard = ready();
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toEqual({
      kind: 'pick',
      id: 1,
      answer: 5,
    });
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: null }), 0)).toMatchObject({ answer: null });
  });

  it('is refused out of turn, out of range, with another type, and by unknown names', () => {
    const guard = ready();
    const refused = { kind: 'refuse', id: 1 };
    expect(guard.receive(call('ui/answer', { key: 'turn:6', answer: 5 }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 2 }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: '5' }), 0)).toMatchObject(refused);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: { $gt: 0 } }), 0)).toMatchObject({ code: -32602 });
    expect(guard.receive(call('tables/resign', {}), 0)).toMatchObject({ code: -32601 });
    expect(guard.receive(call('constructor', {}), 0)).toMatchObject({ code: -32601 });
    expect(ready(null).receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toMatchObject(refused);
  });

  it('introduces itself once, and first', () => {
    const guard = createGuard(() => ask);
    expect(guard.receive(call('ui/answer', { key: 'turn:7', answer: 5 }), 0)).toMatchObject({ kind: 'refuse' });
    expect(guard.receive(call('ui/initialize', {}), 0)).toMatchObject({ kind: 'initialize' });
    expect(guard.receive(call('ui/initialize', {}), 0)).toMatchObject({ kind: 'refuse' });
  });
});

describe('U8: floods and malformed messages', () => {
  it('takes the burst, drops what is over, refills, and stops a board that goes on', () => {
    const guard = ready();
    const say = call('ui/size', { height: 10 });
    for (let i = 1; i < boardRate.burst; i++) expect(guard.receive(say, 0).kind).toBe('size');
    expect(guard.receive(say, 0).kind).toBe('dropped');
    expect(guard.receive(say, 100).kind).toBe('size');
    const kinds = Array.from({ length: 400 }, () => guard.receive(say, 110));
    const stop = kinds.find((received) => received.kind === 'stop');
    expect(stop).toMatchObject({ reason: 'flood' });
    expect(stop?.kind === 'stop' && stop.perSecond).toBeGreaterThan(boardRate.burst);
  });

  it('drops what is too large, too deep, cyclic, no JSON, or poisons prototypes', () => {
    const guard = ready();
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
    const poisoned = JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ui/size","params":{"__proto__":{"height":1}}}');
    for (const bad of [
      cyclic,
      deep,
      poisoned,
      call('ui/log', { level: 'info', text: 'x'.repeat(boardMessageMaxBytes) }),
      new Array(10_000_000),
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

  it('measures a large message as large without walking all of it', () => {
    expect(measured({ text: 'x'.repeat(boardMessageMaxBytes) })).toEqual({ fault: 'too_large' });
    expect(measured({ a: [1, 'two', null, true] })).toEqual({ json: { a: [1, 'two', null, true] } });
  });
});

describe('U7: a board that hangs', () => {
  it('is stopped after three unanswered pings, and one answer keeps it', () => {
    const guard = ready();
    const ids: string[] = [];
    for (let i = 0; i < boardPing.misses; i++) {
      const ping = guard.ping(i * boardPing.everyMs);
      if ('id' in ping) ids.push(ping.id);
    }
    expect(ids).toHaveLength(boardPing.misses);
    expect(guard.receive({ jsonrpc: '2.0', id: ids[0], result: {} }, 0)).toEqual({ kind: 'pong' });
    expect(guard.ping(0)).toHaveProperty('id');
    expect(guard.ping(0)).toEqual({ stop: 'hung' });
  });

  it('is not kept by answers to pings that were never sent', () => {
    const guard = ready();
    for (let i = 0; i < boardPing.misses; i++) guard.ping(0);
    guard.receive({ jsonrpc: '2.0', id: 'ping:99', result: {} }, 0);
    expect(guard.ping(0)).toEqual({ stop: 'hung' });
  });
});
