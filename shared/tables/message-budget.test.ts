import { expect, test } from 'vitest';
import { budgets } from './budgets.ts';
import { isWithinFrame, MessageBudget } from './message-budget.ts';
import { Bench } from './testing/bench.ts';
import { pile, talk } from './testing/games.ts';

test('counts messages, bytes, values and concessions, and names the budget that is passed', () => {
  const budget = new MessageBudget();
  for (let number = 0; number < budgets.messages.count; number += 1) expect(budget.passedByMessage({})).toBeNull();
  expect(budget.passedByMessage({})).toBe('messages');

  const long = new MessageBudget();
  const frame = { text: 'é'.repeat(20_000) };
  const fitting = Math.floor(budgets.messages.bytes / Buffer.byteLength(JSON.stringify(frame)));
  for (let number = 0; number < fitting; number += 1) expect(long.passedByMessage(frame)).toBeNull();
  expect(long.passedByMessage(frame)).toBe('bytes');

  const dense = new MessageBudget();
  const { values } = budgets.frame;
  const digits = { a: Array(values - 2).fill(0) };
  const within = Math.floor(budgets.messages.values / values);
  for (let number = 0; number < within; number += 1) expect(dense.passedByMessage(digits)).toBeNull();
  expect(dense.passedByMessage(digits)).toBe('values');
  // Its peer can still read its record, with as much of its own.
  expect(2 * budgets.messages.values).toBeLessThanOrEqual(budgets.files.recordValues);

  for (let number = 0; number < budgets.concessions; number += 1) expect(long.passedByConcession()).toBeNull();
  expect(long.passedByConcession()).toBe('concessions');
});

test('what may be sent is what a peer accepts', () => {
  const { bytes, values } = budgets.frame;
  expect(isWithinFrame({ a: 'x'.repeat(bytes - 8) })).toBe(true);
  expect(isWithinFrame({ a: 'x'.repeat(bytes - 7) })).toBe(false);
  expect(isWithinFrame({ a: Array(values - 2).fill(0) })).toBe(true);
  expect(isWithinFrame({ a: Array(values - 1).fill(0) })).toBe(false);
});

test('a side that only repeats a confirmation that nobody asked for ends the table', () => {
  const bench = new Bench(pile(4), {});
  const { host } = bench.seats;
  const confirm = () => host.dispatch({ type: 'frame', frame: { _sys: 'conceded' } });
  for (let number = 0; number < budgets.concessions; number += 1) confirm();
  expect(host.outcome).toBeNull();
  confirm();
  expect(host.outcome?.problem).toMatchObject({ code: 'peer_flooded', detail: { budget: 'concessions' } });
});

test('messages of a chat that wait for slow hooks are limited', () => {
  const bench = new Bench(talk(1), { host: { control_mode: 'human' }, guest: { control_mode: 'human' } });
  bench.settle();
  const { host } = bench.seats;
  const { waiting, burst, burstMs } = budgets.chat;
  const say = () => {
    // Slower than a burst.
    bench.clock.now += (2 * burstMs) / burst;
    host.dispatch({ type: 'frame', frame: { action: 'chat', text: 'hello', seq: 1 } });
  };
  // The first one is with the hooks.
  for (let number = 0; number <= waiting; number += 1) say();
  expect(host.outcome).toBeNull();
  say();
  expect(host.outcome?.problem).toMatchObject({ code: 'peer_flooded', detail: { budget: 'chat' } });
});

test('a message of this side that a peer would refuse fails its hooks, and is not sent', () => {
  const join = () => ({ state: {}, send: { action: 'join', text: 'x'.repeat(budgets.frame.bytes) } });
  const bench = new Bench(pile(4), { guest: { hooks: { join } } });
  bench.settle();
  const { host, guest } = bench.seats;
  const detail = { direction: 'sent', problems: ['message: too large'] };
  expect(guest.outcome?.problem).toMatchObject({ code: 'hook_failed', detail });
  expect(host.outcome?.problem?.code).toBe('peer_aborted');
});
