import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { type Choice, type ControlMode, otherRole, type Role, roles } from './hooks.ts';
import { Bench, chooser, type SeatOptions } from './testing/bench.ts';
import { type Game, oracle, pile, sealedHands } from './testing/games.ts';

const unrated: SeatOptions = { control_mode: 'human' };
const rated: SeatOptions = { concede: true, control_mode: 'human' };

function table(game: Game, { host = rated, guest = rated } = {}): Bench {
  const bench = new Bench(game, { host, guest });
  bench.settle();
  return bench;
}

/** Reverses the rules so that the last move loses: a final move that crosses a concession then changes the winner. */
function lastMoveLoses(game: Game): Game {
  const reversed = Object.entries(game.hooks).map(([method, hook]) => [
    method,
    (...args: never[]) => {
      const step = (hook as (...args: never[]) => Json)(...args) as { end?: { winner?: Role } } | null;
      if (!step?.end?.winner) return step as Json;
      return { ...step, end: { ...step.end, winner: otherRole(step.end.winner) } } as unknown as Json;
    },
  ]);
  return { ...game, hooks: Object.fromEntries(reversed) as Game['hooks'] };
}

const resign = (bench: Bench, role: Role) =>
  bench.seats[role].dispatch({ type: 'abort', problem: { code: 'resigned', message: 'You resigned.' } });

const lostBy = (by: Role, code: 'resigned' | 'decision_timeout') => ({
  completed: true,
  winner: otherRole(by),
  reason: null,
  problem: null,
  conceded: { by, code },
});

describe('a game that has started', () => {
  test.each(roles)('the other side wins if the %s resigns, regardless of whose turn it is', (by) => {
    for (const moves of [1, 2]) {
      const bench = table(pile(9));
      for (let move = 0; move < moves; move += 1) {
        bench.seats[move % 2 === 0 ? 'guest' : 'host'].answer(1);
        bench.settle();
      }
      expect(bench.seats[by].game.concession).toBe('open');
      resign(bench, by);
      bench.settle();
      for (const role of roles) {
        expect(bench.seats[role].outcome).toEqual(lostBy(by, 'resigned'));
        expect(bench.seats[role].records.at(-2)).toEqual({ kind: 'concession', by, code: 'resigned' });
      }
    }
  });

  test('the side that runs out of time loses', () => {
    const bench = table(pile(9));
    bench.seats.guest.answer(1);
    bench.advance(600_000);
    for (const role of roles) expect(bench.seats[role].outcome).toEqual(lostBy('host', 'decision_timeout'));
  });

  test('the side that runs out of time also loses in sealed rounds; if both do, neither wins', () => {
    const bench = table(sealedHands(3));
    bench.seats.host.answer();
    bench.advance(600_000);
    for (const role of roles) expect(bench.seats[role].outcome).toEqual(lostBy('guest', 'decision_timeout'));

    const idle = table(sealedHands(3));
    for (const role of roles) idle.seats[role].answer();
    idle.settle();
    idle.advance(600_000);
    for (const role of roles) {
      expect(idle.seats[role].outcome).toMatchObject({ completed: false, problem: { code: 'decision_timeout' } });
    }
  });

  test('a final move that crosses the concession takes precedence', () => {
    const bench = table(lastMoveLoses(pile(3)));
    bench.seats.guest.answer(2);
    bench.settle();
    // The host takes the last stone and loses; the guest resigns before receiving that move.
    bench.seats.host.answer(1);
    bench.seats.host.runHooks();
    expect(bench.seats.host.outcome).toMatchObject({ completed: true, winner: 'guest' });
    resign(bench, 'guest');
    expect(bench.seats.guest.game.concession).toBe('said');
    bench.settle();
    expect(bench.seats.guest.outcome).toEqual(bench.seats.host.outcome);
    expect(bench.seats.guest.outcome?.conceded).toBeUndefined();
  });

  test('if both sides concede, the side to move loses', () => {
    const bench = table(pile(9));
    bench.seats.guest.answer(1);
    bench.settle();
    bench.seats.host.answer(1);
    bench.seats.host.runHooks();
    resign(bench, 'host');
    resign(bench, 'guest');
    for (const role of roles) expect(bench.seats[role].game.concession).toBe('said');
    bench.settle();
    for (const role of roles) expect(bench.seats[role].outcome).toEqual(lostBy('guest', 'resigned'));
  });

  test('a side that conceded plays no more moves, and gives up on a peer that does not confirm', () => {
    const bench = table(pile(9));
    bench.seats.guest.answer(1);
    bench.seats.guest.runHooks();
    resign(bench, 'guest');
    const { guest } = bench.seats;
    expect(guest.game).toMatchObject({ ask: null, concession: 'said' });
    resign(bench, 'guest');
    expect(guest.outbox.filter(({ _sys }) => _sys === 'concede')).toHaveLength(1);
    guest.dispatch({ type: 'frame', frame: { action: 'take', count: 1 } });
    guest.runHooks();
    expect(guest.game.ask).toBeNull();
    bench.clock.now += 61_000;
    guest.dispatch({ type: 'time' });
    expect(guest.outcome).toMatchObject({ completed: false, problem: { code: 'resigned' } });
  });
});

describe('a table that ends unfinished', () => {
  test.each<[string, Game, { host?: SeatOptions; guest?: SeatOptions }]>([
    ['before the first move', pile(9), {}],
    ['without negotiated concessions, or unrated', pile(9), { host: unrated, guest: unrated }],
    ['in a protocol without winners', oracle(), {}],
  ])('%s', (name, game, options) => {
    const bench = table(game, options);
    if (!name.startsWith('before')) {
      bench.seats.guest.runHooks();
      if (bench.seats.guest.game.ask) bench.seats.guest.answer();
      bench.settle();
    }
    expect(bench.seats.guest.game.concession).toBe(name.startsWith('before') ? 'early' : 'none');
    resign(bench, 'guest');
    expect(bench.seats.guest.outcome).toMatchObject({ completed: false, problem: { code: 'resigned' } });
    bench.settle();
    expect(bench.seats.host.outcome).toMatchObject({ completed: false, problem: { code: 'peer_aborted' } });
  });

  test('a concession before the first move, or without negotiation, gives no win', () => {
    const early = table(pile(9));
    early.seats.host.dispatch({ type: 'frame', frame: { _sys: 'concede', code: 'resigned' } });
    expect(early.seats.host.outcome).toMatchObject({ completed: false, problem: { code: 'peer_aborted' } });

    const notNegotiated = table(pile(9), { host: unrated, guest: unrated });
    notNegotiated.seats.guest.answer(1);
    notNegotiated.settle();
    notNegotiated.seats.host.dispatch({ type: 'frame', frame: { _sys: 'concede', code: 'resigned' } });
    notNegotiated.seats.host.dispatch({ type: 'frame', frame: { _sys: 'conceded' } });
    expect(notNegotiated.seats.host.outcome).toBeNull();
  });

  test('ignores a concession with another code', () => {
    for (const code of ['winner', 'peer_timeout', 'decision_invalid']) {
      const bench = table(pile(9));
      bench.seats.guest.answer(1);
      bench.settle();
      bench.seats.host.dispatch({ type: 'frame', frame: { _sys: 'concede', code } });
      expect(bench.seats.host.outcome).toBeNull();
    }
  });
});

/** Plays moves, resignations, the passing of time and lost connections in any order. */
function playRandomly(bench: Bench, choose: () => number, { reconnects }: { reconnects: boolean }): void {
  for (let step = 0; step < 5_000 && !bench.isOver; step += 1) {
    const options: (() => void)[] = [];
    for (const role of roles) if (bench.seats[role].hasPendingCalls) options.push(() => bench.seats[role].runHook());
    if (bench.connected) options.push(...bench.possibleSteps());
    for (const role of roles) {
      const seat = bench.seats[role];
      const { ask, concession } = seat.game;
      if (ask) options.push(() => seat.answer((ask.choices[choose() % ask.choices.length] as Choice).value));
      if (!seat.outcome && concession === 'open' && choose() % 11 === 0) options.push(() => resign(bench, role));
    }
    if (choose() % 17 === 0 && (bench.connected || reconnects)) options.push(() => bench.connect(!bench.connected));
    if (options.length === 0 || choose() % 29 === 0) {
      if (!bench.advanceToTimer() && options.length === 0 && !bench.connected) {
        if (!reconnects) return;
        bench.connect(true);
      }
    } else options[choose() % options.length]?.();
  }
}

test.each<[string, Game]>([
  ['session_loop', pile(7)],
  ['session_loop in which the last move loses', lastMoveLoses(pile(7))],
  ['simultaneous_round', sealedHands(3)],
])('%s: the sides never report different winners, whatever messages cross or get lost', (_name, game) => {
  const modes = fc.constantFrom<ControlMode>('human', 'hybrid', 'autonomous');
  let conceded = 0;
  fc.assert(
    fc.property(
      modes,
      modes,
      fc.boolean(),
      fc.array(fc.nat(1008), { maxLength: 400 }),
      (host, guest, reconnects, numbers) => {
        const bench = new Bench(game, {
          host: { concede: true, control_mode: host },
          guest: { concede: true, control_mode: guest },
        });
        playRandomly(bench, chooser(numbers), { reconnects });
        const ends = roles.map((role) => bench.seats[role].outcome);
        for (const end of ends) expect(end).not.toBeNull();
        const [mine, theirs] = ends;
        if (mine?.completed && theirs?.completed) {
          expect(theirs).toEqual(mine);
          if (mine.conceded) conceded += 1;
        }
        for (const role of roles) expect(bench.seats[role].records.at(-1)?.kind).toBe('end');
        for (const end of ends) if (end?.conceded) expect(end.winner).toBe(otherRole(end.conceded.by));
      },
    ),
    { numRuns: 400 },
  );
  expect(conceded).toBeGreaterThan(20);
});
