import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { overFrame } from './frames.ts';
import { type Answer, otherRole, type Role, roles } from './hooks.ts';
import { Bench, type SeatOptions } from './testing/bench.ts';
import { pile, sealedHands } from './testing/games.ts';

/** Hooks that know no rules: they ask after every message, and never end the game. */
const askAgain = (state: JsonObject) => ({
  state,
  ask: {
    ...{ key: `turn:${state.turn}`, prompt: 'What do you send?' },
    choices: [1, 2].map((value) => ({ value, label: `take ${value}` })),
  },
});
const byHand: SeatOptions = {
  ...{ control_mode: 'human', byHand: true },
  hooks: {
    first_action: askAgain,
    handle: (state: JsonObject, { turn, left }: JsonObject) =>
      askAgain({ ...state, ...(left === undefined ? {} : { left }), turn: Number(turn ?? state.turn) + 1 }),
    act(state: JsonObject, _key: string, answer: Answer) {
      const [taken, left] = [Number(answer), Number(state.left) - Number(answer)];
      return { state: { ...state, left }, send: { action: 'move', turn: state.turn!, take: taken, left } };
    },
  },
};
const withRules: SeatOptions = { control_mode: 'human', tellsEnd: true };

/** A pile of `size` stones, of which the guest takes the first; `by` plays by hand. */
function table(by: Role, size: number, { tellsEnd = true, knows = false } = {}): Bench {
  const seats = { host: withRules, guest: withRules };
  seats[by] = { ...byHand, byHand: !knows };
  seats[otherRole(by)] = { ...withRules, tellsEnd };
  const bench = new Bench(pile(size), seats);
  bench.settle();
  return bench;
}

/** Takes stones in turn, the guest first. */
function take(bench: Bench, ...stones: number[]) {
  for (const [move, count] of stones.entries()) {
    bench.seats[move % 2 === 0 ? 'guest' : 'host'].answer(count);
    bench.settle();
  }
}

const told = (winner: Role | null) => ({
  ...{ completed: true, winner: null, reason: null, problem: null },
  told: { winner },
});

describe('a side that plays by hand', () => {
  test.each([
    ['guest', 'host', [1, 2]],
    ['guest', 'guest', [1, 1, 1]],
    ['host', 'host', [1, 2]],
  ] as const)(
    'as the %s: the game is over once the other side says so, which claims that the %s won',
    (by, winner, stones) => {
      const bench = table(by, 3);
      take(bench, ...stones);
      const seat = bench.seats[by];
      expect(bench.seats[otherRole(by)].outcome).toMatchObject({ completed: true, winner });
      expect(seat.outcome).toEqual(told(winner));
      expect(seat.records.at(-1)).toEqual({ kind: 'end', ...told(winner) });
      expect(seat.game.ask).toBeNull();
      expect(seat.wake).toBeNull();
    },
  );

  test('is asked for another message by a side that tells no end, and loses its connection', () => {
    const bench = table('guest', 3, { tellsEnd: false });
    take(bench, 1, 2);
    expect(bench.seats.guest.outcome).toMatchObject({ completed: false, problem: { code: 'peer_disconnected' } });
  });

  test('hears the end before its hooks have handled the last message', () => {
    const bench = table('guest', 3);
    bench.seats.guest.answer(1);
    bench.settle();
    bench.seats.host.answer(2);
    bench.seats.host.runHooks();
    for (const frame of bench.seats.host.outbox.splice(0)) bench.seats.guest.dispatch({ type: 'frame', frame });
    bench.seats.guest.dispatch({ type: 'closed' });
    expect(bench.seats.guest.outcome).toBeNull();
    bench.settle();
    expect(bench.seats.guest.outcome).toEqual(told('host'));
  });

  test('hears it after a lost connection', () => {
    const bench = table('guest', 3);
    take(bench, 1);
    bench.seats.host.answer(2);
    bench.seats.host.runHooks();
    bench.connect(false);
    bench.connect(true);
    bench.settle();
    expect(bench.seats.guest.outcome).toEqual(told('host'));
  });

  test('takes any other claim for none', () => {
    const bench = table('guest', 20);
    bench.seats.guest.dispatch({ type: 'frame', frame: { ...overFrame('draw'), winner: 'everybody' } });
    expect(bench.seats.guest.outcome).toEqual(told(null));
  });
});

test.each(roles)('a %s that knows the rules is not told when the game is over', (by) => {
  const bench = table(by, 20, { knows: true });
  const seat = bench.seats[by];
  const { outcome, events } = seat;
  seat.dispatch({ type: 'frame', frame: overFrame(otherRole(by)) });
  expect(seat.outcome).toBe(outcome);
  expect(seat.game.phase).toBe('playing');
  expect(events.length).toBeGreaterThan(0);
});

test('an end that both sides know is told to neither', () => {
  const bench = new Bench(pile(3), { host: { ...withRules, tellsEnd: false }, guest: withRules });
  bench.settle();
  take(bench, 1, 2);
  for (const role of roles)
    expect(bench.seats[role].outcome).toMatchObject({ winner: 'host', reason: 'The pile is empty.' });
  for (const role of roles) expect(bench.seats[role].outcome).not.toHaveProperty('told');
});

test.each([1, 2])('a guest by hand hears the end of %i sealed rounds whose results name no winner', (rounds) => {
  const handle = (state: JsonObject) => ({ state });
  const bench = new Bench(sealedHands(rounds), { host: withRules, guest: { ...byHand, hooks: { handle } } });
  bench.settle();
  for (let round = 0; round < rounds; round += 1) {
    bench.seats.host.answer('rock');
    bench.seats.guest.answer('scissors');
    bench.settle();
  }
  expect(bench.seats.host.outcome).toMatchObject({ completed: true, winner: 'host' });
  expect(bench.seats.guest.outcome).toEqual({ completed: true, winner: null, reason: null, problem: null });
  expect(bench.seats.guest.game.ask).toBeNull();
});
