/** The rules of Gomoku, and how its hooks play. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardMessageMaxBytes } from '../../../../shared/boards/contract.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { proposalOf, type Question, type Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import {
  bundledHooks,
  type Chooser,
  chooseAtRandom,
  chooseByHooks,
  type Frame,
  playLoop,
  Seat,
} from '../../testing/bundled-hooks.ts';

const hooks = await bundledHooks('gomoku');
const { spec } = readSpec(
  readFileSync(new URL('../../../../resources/protocols/gomoku/spec.json', import.meta.url), 'utf8'),
);
const games = isLongRun ? 200 : 8;

beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom('gomoku'));
});
afterEach(() => vi.restoreAllMocks());

const pair = (choose: Chooser, manners: [string, string] = ['steady', 'easy']): [Seat, Seat] => [
  new Seat('host', hooks, spec, {}, choose, manners[0]),
  new Seat('guest', hooks, spec, {}, choose, manners[1]),
];

/** Both seats answer from one list, in order. */
const scripted = (plays: string): Chooser => {
  const remaining = plays.split(' ');
  return () => remaining.shift()!;
};

/** The seat to move after these plays, which omit passes, and its question. */
function questionAfter(plays: string, manner = 'steady'): { seat: Seat; ask: Question } {
  const remaining = plays === '' ? [] : plays.split(' ');
  let [seat, other] = pair(() => remaining.shift()!, [manner, manner]).reverse() as [Seat, Seat];
  let step = seat.step('first_action');
  for (;;) {
    if (step.ask) {
      if (remaining.length === 0) return { seat, ask: step.ask };
      step = seat.step('act', step.ask.key, seat.answer(step));
    }
    step = other.step('handle', step.send);
    [seat, other] = [other, seat];
  }
}

const plays = (frames: Frame[]) => frames.map(({ play }) => play);
const opening = 'h8 i9 d5';

/** An independent referee: the colour with five in a row, 0 for black; checks every line of the board. */
function winningColour(stones: string[]): 0 | 1 | null {
  const colours = new Map(stones.map((name, at) => [name, at % 2]));
  for (let col = 0; col < 15; col += 1) {
    for (let row = 1; row <= 15; row += 1) {
      for (const [right, up] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const line = [0, 1, 2, 3, 4].map((step) =>
          colours.get(`${String.fromCharCode(97 + col + step * right)}${row + step * up}`),
        );
        if (line[0] !== undefined && line.every((colour) => colour === line[0])) return line[0] as 0 | 1;
      }
    }
  }
  return null;
}

test(`${games} games have the winner that an independent referee finds, and the same end on both sides`, {
  timeout: 3_600_000,
}, () => {
  const openings = new Set<unknown>();
  for (let game = 0; game < games; game += 1) {
    const chooser: Chooser = game % 4 === 0 ? chooseAtRandom : chooseByHooks;
    const [host, guest] = pair(chooser, isLongRun ? ['steady', 'steady'] : ['easy', 'easy']);
    const frames = playLoop(host, guest);
    expect(guest.end).toEqual(host.end);
    expect(guest.end?.completed).toBe(true);
    const stones = plays(frames).filter((play) => /\d/.test(String(play))) as string[];
    expect(winningColour(stones.slice(0, -1))).toBeNull();
    const { winner, black } = guest.view() as { winner: Role | 'draw'; black: Role };
    const five = winningColour(stones);
    if (five === null) expect([winner, stones.length]).toEqual(['draw', 225]);
    else expect(winner === black ? 0 : 1).toBe(five);
    expect(guest.end?.winner).toBe(winner);
    expect(frames.at(-1)).toMatchObject({ action: 'reply', due: 'none', winner });
    expect(JSON.stringify(host.view()).length).toBeLessThan(boardMessageMaxBytes / 2);
    for (const play of ['black', 'white', 'two_more']) if (plays(frames).includes(play)) openings.add(play);
  }
  expect(openings.size).toBeGreaterThan(1);
});

describe('swap2', () => {
  test.each([
    ['white', 'host'],
    ['black', 'guest'],
  ])('after %s, white places the fourth stone', (colour, seat) => {
    const { seat: next, ask } = questionAfter(`${opening} ${colour}`);
    expect([next.role, ask.prompt, ask.choices.length]).toEqual([seat, 'Place a white stone', 222]);
  });

  test('after two more stones from the host, the guest chooses a colour', () => {
    const first = questionAfter(`${opening} two_more`);
    expect([first.seat.role, first.ask.prompt]).toEqual(['host', 'Place a white stone']);
    const second = questionAfter(`${opening} two_more a1 a2`);
    expect([second.seat.role, second.ask.choices.map(({ value }) => value)]).toEqual(['guest', ['black', 'white']]);
    expect(questionAfter(`${opening} two_more a1 a2 white`).seat.role).toBe('guest');
    expect(questionAfter(`${opening} two_more a1 a2 black`).seat.role).toBe('host');
  });

  test('messages alternate: a side with nothing to place passes', () => {
    const [host, guest] = pair(scripted(`${opening} black a1 b1 a2 b2 a3 b3 a4 b4 a5`));
    expect(plays(playLoop(host, guest))).toEqual('h8 pass i9 pass d5 black a1 b1 a2 b2 a3 b3 a4 b4 a5 pass'.split(' '));
    expect(guest.end).toEqual({ completed: true, winner: 'guest', reason: 'Five in a row, a1 to a5.' });
  });
});

test('a row longer than five wins', () => {
  // Black fills the gap of a row of three and two.
  const [host, guest] = pair(scripted('c8 a1 d8 white c1 e8 e1 g8 g1 h8 i1 f8'));
  playLoop(host, guest);
  expect(host.end).toEqual({ completed: true, winner: 'guest', reason: 'Six in a row, c8 to h8.' });
});

describe('an invalid message ends the table', () => {
  test.each([
    ['on an occupied point', 'h8', 'not_free'],
    ['instead of passing', 'a1', 'not_due'],
    ['that chooses a colour', 'black', 'not_due'],
  ])('from the guest: a play %s', (_name, play, reason) => {
    const [host] = pair(chooseAtRandom);
    let step = host.step('handle', { action: 'move', turn: 1, play: 'h8' });
    if (reason === 'not_due' && play === 'a1') {
      step = host.step('handle', { action: 'move', turn: 3, play: 'i9' });
      step = host.step('handle', { action: 'move', turn: 5, play: 'd5' });
      host.step('act', step.ask?.key, 'white');
      expect(host.step('handle', { action: 'move', turn: 7, play }).send).toMatchObject({ action: 'error', reason });
    } else {
      const wrong = host.step('handle', { action: 'move', turn: 3, play });
      expect(wrong.send).toMatchObject({ action: 'error', reason });
    }
    expect(host.end).toMatchObject({ completed: false });
    expect(host.end?.winner).toBeUndefined();
  });

  test.each<[string, object]>([
    ['another turn', { turn: 3 }],
    ['a stone of its own', { play: 'a1' }],
    ['another due action', { due: 'pass' }],
    ['a winner', { winner: 'host' }],
    ['the end', { due: 'none', winner: 'guest' }],
  ])('from the host: %s', (_name, change) => {
    const [, guest] = pair(chooseAtRandom);
    guest.step('act', guest.step('first_action').ask?.key, 'h8');
    const reply = { action: 'reply', turn: 2, play: 'pass', due: 'stone', winner: 'none', ...change };
    expect(guest.step('handle', reply).send).toMatchObject({ action: 'error' });
    expect(guest.end).toMatchObject({ completed: false });
  });

  test('rejects an answer that was not offered', () => {
    const { seat, ask } = questionAfter(opening);
    for (const answer of ['pass', 'a1', 'h8', 'p1', 7]) expect(() => seat.step('act', ask.key, answer)).toThrow();
    expect(() => seat.step('act', 'turn:1', 'black')).toThrow();
  });
});

describe.each(['steady', 'sharp'])('%s', (manner) => {
  const advice = (plays: string) => {
    const { seat, ask } = questionAfter(plays, manner);
    return proposalOf(ask, hooks.decide(seat.state, ask, { control_mode: 'autonomous', manner }))!;
  };

  test.each([
    ['completes five', 'c8 a1 d8 black a3 e8 a5 f8 a7', ['b8', 'g8'], 'makes five in a row'],
    ['stops a four', 'c8 a1 d8 white c2 e8 e3 f8', ['b8', 'g8'], 'stops five in a row'],
    ['turns a three into an open four', 'd8 a1 e8 black a3 f8 a5', ['c8', 'g8'], 'forces five in a row'],
    ['stops a three', 'd8 a1 e8 white a3 f8', ['b8', 'c8', 'g8', 'h8'], 'stops a threat'],
  ])('%s', (_name, plays, points, reason) => {
    const advised = advice(plays);
    expect(points).toContain(advised.answer);
    expect(advised.reason).toBe(reason);
  });
});

test('sharp finds a win by consecutive fours', () => {
  // Black has h8 i8 j8, blocked by white at g8, and h9 h10. k8 makes a four in the row, h7 or h11 one in the column.
  const { seat, ask } = questionAfter('h8 g8 i8 black a1 j8 c1 h9 e1 h10 o15', 'sharp');
  const { reason } = proposalOf(ask, hooks.decide(seat.state, ask, { control_mode: 'autonomous', manner: 'sharp' }))!;
  expect(reason).toBe('forces five in a row');
});
