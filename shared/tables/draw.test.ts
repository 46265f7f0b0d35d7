import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { excludesDraw } from '../protocol/named-winner.ts';
import { readSpec } from '../protocol/spec.ts';
import { isLongRun } from '../testing/long.ts';
import { budgets } from './budgets.ts';
import { canBeDrawn } from './draw.ts';
import type { UntimedEvent } from './engine-types.ts';
import { drawFrame, drawSayings } from './frames.ts';
import { type Choice, type ControlMode, otherRole, type Role, roles } from './hooks.ts';
import type { DrawAction } from './outcome.ts';
import { Bench, chooser, type SeatOptions } from './testing/bench.ts';
import { type Game, oracle, pile, sealedHands } from './testing/games.ts';

const bundledSpec = (name: string) =>
  readSpec(readFileSync(new URL(`../../resources/protocols/${name}/spec.json`, import.meta.url), 'utf8')).spec;

const person: SeatOptions = { draws: true, concede: true, control_mode: 'human' };

/** A table after `moves` moves, of which the guest makes the first. */
function table({ game = pile(20), moves = 1, host = person, guest = person } = {}): Bench {
  const bench = new Bench(game, { host, guest });
  bench.settle();
  for (let move = 0; move < moves; move += 1) {
    bench.seats[move % 2 === 0 ? 'guest' : 'host'].answer(1);
    bench.settle();
  }
  return bench;
}

const resignation: UntimedEvent = { type: 'abort', problem: { code: 'resigned', message: 'You resigned.' } };

const act = (bench: Bench, role: Role, action: DrawAction) => bench.seats[role].dispatch({ type: 'draw', action });
const states = (bench: Bench) => roles.map((role) => bench.seats[role].game.draw);
const agreed = { completed: true, winner: 'draw', reason: null, problem: null, agreed: true };

function expectDraw(bench: Bench, offered_by: Role) {
  for (const role of roles) {
    expect(bench.seats[role].outcome).toEqual(agreed);
    expect(bench.seats[role].records.at(-2)).toEqual({ kind: 'draw', offered_by });
  }
}

test('games with turns whose rules know a draw can be drawn', () => {
  const drawn = ['connect-four', 'dots-and-boxes', 'gomoku', 'reversi'];
  const others = ['battleship', 'liars-dice', 'rock-paper-scissors', 'chat', 'oracle'];
  expect([...drawn, ...others].filter((name) => canBeDrawn(bundledSpec(name)))).toEqual(drawn);
});

test('a game whose messages name no draw as the result ends without one', () => {
  const decided = ['battleship', 'liars-dice'];
  const others = ['connect-four', 'rock-paper-scissors', 'sealed-bid-auction', 'oracle'];
  expect([...decided, ...others].filter((name) => excludesDraw(bundledSpec(name)))).toEqual(decided);
});

describe('an offer', () => {
  test.each(roles.flatMap((by) => [1, 2].map((moves) => [by, moves] as const)))(
    'of the %s after %i moves ends the game as a draw once it is accepted',
    (by, moves) => {
      const bench = table({ moves });
      act(bench, by, 'offer');
      expect(bench.seats[by].game.draw).toBe('offered');
      bench.settle();
      expect(bench.seats[otherRole(by)].game.draw).toBe('asked');
      act(bench, otherRole(by), 'accept');
      bench.settle();
      expectDraw(bench, by);
    },
  );

  test('that is declined can be made again after the next own move', () => {
    const bench = table({ moves: 2 });
    act(bench, 'guest', 'offer');
    bench.settle();
    act(bench, 'host', 'decline');
    bench.settle();
    expect(states(bench)).toEqual(['open', 'declined']);
    act(bench, 'guest', 'offer');
    expect(bench.seats.guest.refusals).toEqual(['draw_unavailable']);
    bench.seats.guest.answer(1);
    bench.settle();
    expect(states(bench)).toEqual(['open', 'open']);
  });

  test('that was declined is told only until the next move', () => {
    const bench = table({ moves: 1 });
    act(bench, 'guest', 'offer');
    bench.settle();
    act(bench, 'host', 'decline');
    bench.settle();
    expect(states(bench)).toEqual(['open', 'declined']);
    bench.seats.host.answer(1);
    bench.settle();
    expect(states(bench)).toEqual(['open', 'spent']);
  });

  test.each(roles)('lapses with the next move of the %s', (mover) => {
    const bench = table({ moves: mover === 'guest' ? 2 : 1 });
    act(bench, 'guest', 'offer');
    bench.settle();
    bench.seats[mover].answer(1);
    bench.settle();
    expect(states(bench)).toEqual(['open', mover === 'guest' ? 'open' : 'spent']);
    act(bench, 'host', 'accept');
    expect(bench.seats.host.refusals).toEqual(['draw_unavailable']);
    bench.settle();
    expect(bench.seats.host.outcome).toBeNull();
  });

  test('that crosses a move has lapsed, and so has one whose acceptance crosses a move', () => {
    const bench = table({ moves: 1 });
    act(bench, 'guest', 'offer');
    bench.seats.host.answer(1);
    bench.settle();
    expect(states(bench)).toEqual(['open', 'spent']);

    act(bench, 'host', 'offer');
    bench.settle();
    bench.seats.guest.answer(1);
    bench.settle();
    act(bench, 'host', 'offer');
    act(bench, 'guest', 'decline');
    expect(bench.seats.guest.refusals).toEqual(['draw_unavailable']);

    const crossing = table({ moves: 2 });
    act(crossing, 'guest', 'offer');
    crossing.settle();
    act(crossing, 'host', 'accept');
    expect(crossing.seats.host.game.draw).toBe('accepted');
    crossing.seats.guest.answer(1);
    crossing.settle();
    expect(states(crossing)).toEqual(['open', 'open']);
    expect(crossing.seats.host.outcome).toBeNull();
  });

  test('that meets another one is an agreement as soon as either side accepts', () => {
    const bench = table({ moves: 1 });
    for (const role of roles) act(bench, role, 'offer');
    bench.settle();
    expect(states(bench)).toEqual(['asked', 'asked']);
    for (const role of roles) act(bench, role, 'accept');
    bench.settle();
    expectDraw(bench, 'guest');
  });

  test('lapses with the connection, but an acceptance that is on its way counts', () => {
    const bench = table({ moves: 2 });
    act(bench, 'guest', 'offer');
    bench.connect(false);
    bench.connect(true);
    bench.settle();
    expect(states(bench)).toEqual(['open', 'open']);

    act(bench, 'guest', 'offer');
    bench.settle();
    act(bench, 'host', 'accept');
    bench.connect(false);
    bench.connect(true);
    bench.settle();
    expectDraw(bench, 'guest');
  });

  test('is declined at once by a seat that nobody watches', () => {
    const bench = table({ moves: 0, host: { draws: true, concede: true, control_mode: 'autonomous' } });
    bench.seats.guest.answer(1);
    bench.settle();
    act(bench, 'guest', 'offer');
    bench.settle();
    expect(states(bench)).toEqual(['open', 'declined']);
    expect(bench.seats.host.outcome).toBeNull();
  });

  test('loses its effect if its side resigns before it is accepted', () => {
    const bench = table({ moves: 2 });
    act(bench, 'guest', 'offer');
    bench.settle();
    act(bench, 'host', 'accept');
    bench.seats.guest.dispatch(resignation);
    bench.settle();
    for (const role of roles)
      expect(bench.seats[role].outcome).toMatchObject({ winner: 'host', conceded: { by: 'guest', code: 'resigned' } });
  });

  test.each(['an answer', 'a move of the other side'])(
    'loses its effect if its side resigns while its hooks compute %s, although the acceptance is on its way',
    (computed) => {
      const bench = table({ moves: computed === 'an answer' ? 1 : 2 });
      if (computed === 'an answer') {
        act(bench, 'host', 'offer');
        bench.settle();
        bench.seats.host.answer(1);
      } else {
        bench.seats.guest.answer(1);
        bench.seats.guest.runHooks();
        bench.seats.host.dispatch({ type: 'frame', frame: bench.seats.guest.outbox.shift()! });
        act(bench, 'host', 'offer');
        bench.seats.guest.dispatch({ type: 'frame', frame: bench.seats.host.outbox.shift()! });
      }
      act(bench, 'guest', 'accept');
      bench.seats.host.dispatch(resignation);
      expect(bench.seats.host.game.concession).toBe('said');
      bench.settle();
      for (const role of roles)
        expect(bench.seats[role].outcome).toMatchObject({
          winner: 'guest',
          conceded: { by: 'host', code: 'resigned' },
        });
    },
  );

  test('still counts for a side that resigns after the side to move has accepted', () => {
    const bench = table({ moves: 2 });
    act(bench, 'host', 'offer');
    bench.settle();
    act(bench, 'guest', 'accept');
    bench.seats.host.dispatch(resignation);
    expect(bench.seats.host.game.concession).toBe('said');
    bench.settle();
    expectDraw(bench, 'host');
  });

  test('still counts for a side that resigns while it waits for the agreement', () => {
    const bench = table({ moves: 2 });
    act(bench, 'guest', 'offer');
    bench.settle();
    act(bench, 'host', 'accept');
    bench.seats.host.dispatch(resignation);
    bench.settle();
    expectDraw(bench, 'guest');
  });

  test.each<[string, Parameters<typeof table>[0]]>([
    ['before the first move', { moves: 0 }],
    [
      'to a peer that does not answer offers',
      { guest: { ...person, draws: false }, host: { ...person, draws: false } },
    ],
    ['in sealed rounds', { game: sealedHands(3), moves: 0 }],
    ['in a protocol without winners', { game: oracle(), moves: 0 }],
  ])('is not made %s', (_name, options) => {
    const bench = table(options);
    act(bench, 'guest', 'offer');
    expect(bench.seats.guest.refusals).toEqual(['draw_unavailable']);
    expect(bench.seats.guest.outbox.filter(({ draw }) => draw !== undefined)).toEqual([]);
  });

  test('is made at most so often in a game', () => {
    const bench = table({ game: pile(50), moves: 2 });
    for (let offer = 0; offer < budgets.draws.offers; offer += 1) {
      act(bench, 'guest', 'offer');
      bench.settle();
      for (const role of ['guest', 'host'] as const) {
        bench.seats[role].answer(1);
        bench.settle();
      }
    }
    expect(bench.seats.guest.refusals).toEqual([]);
    expect(states(bench)).toEqual(['open', 'spent']);
  });
});

/** Whatever somebody might send about a draw. */
const anyFrame = fc.oneof(
  fc.tuple(fc.constantFrom(...drawSayings), fc.nat(24)).map(([saying, position]) => drawFrame(saying, position)),
  fc
    .record(
      {
        draw: fc.oneof(fc.constantFrom(...drawSayings), fc.jsonValue()),
        messages: fc.oneof(fc.nat(24), fc.jsonValue()),
        phrase: fc.constantFrom('hello', 'thanks'),
        code: fc.constantFrom('resigned', 'decision_timeout'),
      },
      { requiredKeys: [] },
    )
    .map((fields) => ({ ...fields, _sys: 'remark' }) as JsonObject),
);

/** Plays to the end; after each step, one side receives one of the frames. Nobody here says anything about a draw. */
function playWith(game: Game, numbers: number[], frames: readonly JsonObject[]) {
  const bench = new Bench(game, { host: { draws: true }, guest: { draws: true } });
  const choose = chooser(numbers);
  let next = 0;
  for (let steps = bench.possibleSteps(); steps.length > 0; steps = bench.possibleSteps()) {
    steps[choose() % steps.length]!();
    const frame = frames[next % Math.max(1, frames.length)];
    const seat = bench.seats[roles[next % 2]!];
    next += 1;
    if (frame && !seat.done) seat.dispatch({ type: 'frame', frame });
    for (const role of roles) {
      const answers = bench.seats[role].outbox.filter(({ _sys }) => _sys === 'remark');
      expect(answers.every(({ draw }) => draw === 'decline')).toBe(true);
      bench.seats[role].outbox.splice(
        0,
        Infinity,
        ...bench.seats[role].outbox.filter((each) => !answers.includes(each)),
      );
    }
  }
  return roles.map((role) => {
    const { records, outcome, game } = bench.seats[role];
    return { records, outcome, used: game.used_ms };
  });
}

test('without an agreement, no frame about a draw changes a game, its record or its result', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.array(anyFrame, { minLength: 1 }), (numbers, frames) => {
      const without = playWith(pile(20), numbers, []);
      expect(playWith(pile(20), numbers, frames)).toEqual(without);
      expect(without.every(({ outcome }) => outcome?.completed)).toBe(true);
    }),
    { numRuns: isLongRun ? 40 : 15 },
  );
});

interface Course {
  reconnects: boolean;
  /** One of so many chances to resign is taken. */
  resignsIn: number;
  /** Whether silence is noticed. */
  beats: boolean;
  /** Time passes in one of so many steps, up to the next time limit. */
  waitsIn: number;
}

/** Plays moves, offers, answers, resignations, the passing of time and lost connections in any order. */
function playRandomly(bench: Bench, choose: () => number, { reconnects, resignsIn, waitsIn }: Course): void {
  for (let step = 0; step < 5_000 && !bench.isOver; step += 1) {
    const options: (() => void)[] = [];
    for (const role of roles) if (bench.seats[role].hasPendingCalls) options.push(() => bench.seats[role].runHook());
    if (bench.connected) options.push(...bench.possibleSteps());
    for (const role of roles) {
      const seat = bench.seats[role];
      if (seat.outcome) continue;
      const { ask, draw, concession } = seat.game;
      if (ask) options.push(() => seat.answer((ask.choices[choose() % ask.choices.length] as Choice).value));
      if (draw === 'open') options.push(() => act(bench, role, 'offer'));
      if (draw === 'asked') options.push(() => act(bench, role, choose() % 3 === 0 ? 'decline' : 'accept'));
      if (concession === 'open' && choose() % resignsIn === 0) options.push(() => seat.dispatch(resignation));
    }
    if (choose() % 17 === 0 && (bench.connected || reconnects)) options.push(() => bench.connect(!bench.connected));
    if (options.length === 0 || choose() % waitsIn === 0) {
      if (!bench.advanceToTimer() && options.length === 0 && !bench.connected) {
        if (!reconnects) return;
        bench.connect(true);
      }
    } else options[choose() % options.length]?.();
  }
}

test('the sides never report different results, whatever messages cross or get lost', () => {
  const mode = fc.constantFrom<ControlMode>('human', 'hybrid', 'autonomous');
  const course = fc.record<Course>({
    reconnects: fc.boolean(),
    beats: fc.boolean(),
    resignsIn: fc.constantFrom(2, 7, 23),
    waitsIn: fc.constantFrom(4, 29),
  });
  const seen = { drawn: 0, resigned: 0, decision_timeout: 0 };
  fc.assert(
    fc.property(mode, mode, course, fc.array(fc.nat(1008), { maxLength: 400 }), (host, guest, course, numbers) => {
      const heartbeat = course.beats ? {} : { intervalMs: 0 };
      const bench = new Bench(pile(12), {
        host: { ...person, control_mode: host, heartbeat },
        guest: { ...person, control_mode: guest, heartbeat },
      });
      playRandomly(bench, chooser(numbers), course);
      const [mine, theirs] = roles.map((role) => bench.seats[role].outcome);
      if (mine?.completed && theirs?.completed) {
        expect(theirs).toEqual(mine);
        if (mine.agreed) seen.drawn += 1;
        if (mine.conceded) seen[mine.conceded.code] += 1;
      }
      // Nobody is said to have agreed who didn't offer or accept.
      for (const role of roles) {
        const said = bench.seats[role].events.some((event) => event.type === 'draw' && event.action !== 'decline');
        if (bench.seats[role].outcome?.agreed) expect(said).toBe(true);
      }
    }),
    { numRuns: isLongRun ? 3_000 : 1_500 },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(isLongRun ? 10 : 0);
});
