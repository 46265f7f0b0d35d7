/** The rules of Dots and Boxes, and how its hooks play. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boardMessageMaxBytes } from '../../../../shared/boards/contract.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { proposalOf, type Question, type Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import {
  bundledHooks,
  chooseAtRandom,
  chooseByHooks,
  type Frame,
  playLoop,
  Seat,
} from '../../testing/bundled-hooks.ts';

const hooks = await bundledHooks('dots-and-boxes');
const { spec } = readSpec(
  readFileSync(new URL('../../../../resources/protocols/dots-and-boxes/spec.json', import.meta.url), 'utf8'),
);
const games = isLongRun ? 200 : 20;

beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom('dots-and-boxes'));
});
afterEach(() => vi.restoreAllMocks());

const pair = (size: number, choose = chooseAtRandom, manners: [string, string] = ['steady', 'easy']): [Seat, Seat] => [
  new Seat('host', hooks, spec, { size }, choose, manners[0]),
  new Seat('guest', hooks, spec, { size }, choose, manners[1]),
];

/** The seat to move after these lines, and its question. */
function questionAfter(size: number, lines: string): { seat: Seat; ask: Question } {
  const remaining = lines === '' ? [] : lines.split(' ');
  let [seat, other] = pair(size, () => remaining.shift()!, ['sharp', 'sharp']).reverse() as [Seat, Seat];
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

const advice = ({ seat, ask }: ReturnType<typeof questionAfter>, manner = 'sharp') =>
  proposalOf(ask, hooks.decide(seat.state, ask, { control_mode: 'autonomous', manner }))!;

/** An independent referee: the boxes of each seat, and whether all lines were drawn, each by the seat to move. */
function referee(size: number, frames: Frame[]): { scores: Record<Role, number>; isValid: boolean } {
  const drawn = new Set<unknown>();
  const scores = { host: 0, guest: 0 };
  const dot = (col: number, row: number) => `${'abcdefgh'[col]}${row + 1}`;
  const closed = () => {
    let count = 0;
    for (let col = 0; col < size; col += 1) {
      for (let row = 0; row < size; row += 1) {
        const lines = [
          dot(col, row) + dot(col + 1, row),
          dot(col, row + 1) + dot(col + 1, row + 1),
          dot(col, row) + dot(col, row + 1),
          dot(col + 1, row) + dot(col + 1, row + 1),
        ];
        if (lines.every((line) => drawn.has(line))) count += 1;
      }
    }
    return count;
  };
  let due: Role = 'guest';
  let inTurn = true;
  frames.forEach(({ play }, at) => {
    const by: Role = at % 2 === 0 ? 'guest' : 'host';
    if (play === 'pass') return;
    inTurn &&= by === due;
    const before = closed();
    drawn.add(play);
    scores[by] += closed() - before;
    if (closed() === before) due = by === 'host' ? 'guest' : 'host';
  });
  return { scores, isValid: inTurn && drawn.size === 2 * size * (size + 1) };
}

test(`${games} games have the scores that an independent referee finds, and the same end on both sides`, {
  timeout: 3_600_000,
}, () => {
  const seen = new Set<string>();
  for (let game = 0; game < games; game += 1) {
    const size = 3 + (game % 5);
    const [host, guest] = pair(size, game % 3 === 0 ? chooseAtRandom : chooseByHooks);
    const frames = playLoop(host, guest);
    expect(guest.end).toEqual(host.end);
    const { scores, isValid } = referee(size, frames);
    expect(isValid).toBe(true);
    const winner = scores.host === scores.guest ? 'draw' : scores.host > scores.guest ? 'host' : 'guest';
    expect(guest.end).toMatchObject({ completed: true, winner });
    expect(guest.view()).toMatchObject({ scores, winner });
    expect(frames.at(-1)).toMatchObject({
      due: 'none',
      host_boxes: scores.host,
      guest_boxes: scores.guest,
      winner,
    });
    expect(JSON.stringify(host.view()).length).toBeLessThan(boardMessageMaxBytes / 2);
    seen.add(winner);
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('completing a box keeps the turn, and the other side passes', () => {
  const [host, guest] = pair(3);
  const frames: Frame[] = [];
  let turn = 0;
  const reply = (step: ReturnType<Seat['step']>) => {
    turn += 1;
    frames.push(step.send!);
    return step.send;
  };
  // The guest draws three sides of the lower left box between lines elsewhere; the host closes it.
  const lines = ['a1b1', 'c4d4', 'a2b2', 'd3d4', 'a1a2', 'b1b2'];
  let step = guest.step('first_action');
  for (const [at, line] of lines.entries()) {
    const seat = at % 2 === 0 ? guest : host;
    const other = seat === guest ? host : guest;
    step = other.step('handle', reply(seat.step('act', step.ask?.key, line)));
  }
  expect(frames.at(-1)).toMatchObject({ play: 'b1b2', due: 'pass', host_boxes: 1, guest_boxes: 0 });
  expect(step.send).toEqual({ action: 'move', turn: turn + 1, play: 'pass' });
  expect(host.step('handle', step.send).ask?.prompt).toBe('Draw a line');
});

describe('an invalid message ends the table', () => {
  test.each([
    ['that is already drawn', 'a1b1', 'not_free'],
    ['outside the grid', 'd1e1', 'no_such_line'],
    ['replaced by a pass', 'pass', 'not_due'],
  ])('from the guest: a line %s', (_name, play, reason) => {
    const [host] = pair(3);
    const { ask } = host.step('handle', { action: 'move', turn: 1, play: 'a1b1' });
    host.step('act', ask?.key, 'c1d1');
    expect(host.step('handle', { action: 'move', turn: 3, play }).send).toMatchObject({ action: 'error', reason });
    expect(host.end).toMatchObject({ completed: false });
  });

  test.each<[string, object]>([
    ['another turn', { turn: 4 }],
    ["the guest's line", { play: 'a1b1' }],
    ['a pass', { play: 'pass' }],
    ['a box that is not closed', { host_boxes: 1 }],
    ['another turn order', { due: 'pass' }],
    ['a winner', { winner: 'host' }],
  ])('from the host: %s', (_name, change) => {
    const [, guest] = pair(3);
    guest.step('act', guest.step('first_action').ask?.key, 'a1b1');
    const reply = {
      action: 'reply',
      turn: 2,
      play: 'b1c1',
      due: 'line',
      host_boxes: 0,
      guest_boxes: 0,
      winner: 'none',
    };
    expect(guest.step('handle', { ...reply, ...change }).send).toMatchObject({ action: 'error' });
    expect(guest.end).toMatchObject({ completed: false });
  });

  test('from either side: another size', () => {
    const [host, guest] = pair(4);
    expect(host.step('handle_join', { action: 'join', size: 5 }).end).toMatchObject({ completed: false });
    guest.step('handle_ready', { action: 'ready', size: 5, first: 'guest' });
    expect(guest.end).toMatchObject({ completed: false });
  });
});

/** All horizontal lines of a grid of 3 by 3, which leave three chains of three boxes. */
const chains = 'a1b1 b1c1 c1d1 a2b2 b2c2 c2d2 a3b3 b3c3 c3d3 a4b4 b4c4 c4d4';

describe('sharp', () => {
  test('gives two boxes of an opened chain to keep control', () => {
    const rows = ['1', '2', '3', '4', '5'].map((row) =>
      ['a b', 'b c', 'c d', 'd e'].map((dots) => dots.replace(' ', row) + row),
    );
    const opened = `${rows.flat().join(' ')} a1a2`;
    expect(advice(questionAfter(4, opened))).toEqual({ answer: 'b1b2', reason: 'closes a box' });
    const next = questionAfter(4, `${opened} b1b2 c1c2`);
    expect(next.seat.role).toBe('host');
    expect(advice(next)).toEqual({ answer: 'e1e2', reason: 'gives two boxes to keep control' });
    expect(advice(next, 'steady')).toEqual({ answer: 'd1d2', reason: 'closes a box' });
  });

  test('takes all boxes of the last chain', () => {
    const last = 'a1a2 b1b2 c1c2 d1d2 a2a3 b2b3 c2c3 d2d3 a3a4';
    let next = questionAfter(3, `${chains} ${last}`);
    const drawn: string[] = [];
    while (drawn.length < 3) {
      const { answer } = advice(next);
      drawn.push(String(answer));
      if (drawn.length < 3) next = questionAfter(3, `${chains} ${last} ${drawn.join(' ')}`);
    }
    expect(drawn).toEqual(['b3b4', 'c3c4', 'd3d4']);
  });

  test('beats steady', () => {
    let won = 0;
    for (let game = 0; game < 4; game += 1) {
      const [host, guest] = pair(4, chooseByHooks, game % 2 === 0 ? ['sharp', 'steady'] : ['steady', 'sharp']);
      playLoop(host, guest);
      if (host.end?.winner === (game % 2 === 0 ? 'host' : 'guest')) won += 1;
    }
    expect(won).toBeGreaterThanOrEqual(3);
  });
});
