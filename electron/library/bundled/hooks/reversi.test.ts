import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { boardMessageMaxBytes } from '../../../../shared/boards/contract.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { proposalOf, type Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import { bundledHooks, type Chooser, chooseByHooks, type Frame, playLoop, Seat } from '../../testing/bundled-hooks.ts';

const { spec } = readSpec(
  readFileSync(fileURLToPath(new URL('../../../../resources/protocols/reversi/spec.json', import.meta.url)), 'utf8'),
);
const hooks = await bundledHooks('reversi');
const random = randomFrom('reversi');
const chooseAtRandom: Chooser = (_hooks, _state, ask) => ask.choices[Math.floor(random() * ask.choices.length)]!.value;

const pair = (choose: Chooser, manner = 'easy'): [Seat, Seat] => [
  new Seat('host', hooks, spec, {}, choose, manner),
  new Seat('guest', hooks, spec, {}, choose, manner),
];
const stateOf = (role: Role, moves: string[], manner = 'steady') => ({
  ...hooks.init({ role, options: {}, manner }),
  moves,
});
/** A seat after these moves of both sides. */
const seatAfter = (role: Role, moves: string[]) => {
  const seat = new Seat(role, hooks, spec, {});
  seat.state = stateOf(role, moves);
  return seat;
};
const askAfter = (moves: string[]) => {
  const step = hooks.first_action as (state: unknown) => { ask: Parameters<Chooser>[2] };
  return step(stateOf(moves.length % 2 === 0 ? 'guest' : 'host', moves)).ask;
};
const legalAfter = (moves: string[]) => askAfter(moves).choices.map(({ value }) => String(value));

/** The shortest game: nine moves, after which the host has no disc. */
const shortest = ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5'];
/** For each seat, moves after which it must pass. */
const passes = passingGame();

/** Plays at random until each seat has had to pass. */
function passingGame(): Record<Role, string[]> {
  const found: Partial<Record<Role, string[]>> = {};
  while (!found.host || !found.guest) {
    const moves: string[] = [];
    while (!hooks.view(stateOf('guest', moves)).over) {
      const legal = legalAfter(moves);
      if (legal.length === 0) found[moves.length % 2 === 0 ? 'guest' : 'host'] ??= [...moves];
      moves.push(legal.length === 0 ? 'pass' : legal[Math.floor(random() * legal.length)]!);
    }
  }
  return found as Record<Role, string[]>;
}

describe('reversi: rules', () => {
  test('the number of games after one to four moves matches the published counts', () => {
    const games = (moves: string[], depth: number): number =>
      depth === 0 ? 1 : legalAfter(moves).reduce((sum, cell) => sum + games([...moves, cell], depth - 1), 0);
    expect([1, 2, 3, 4].map((depth) => games([], depth))).toEqual([4, 12, 56, 244]);
  });

  test('the guest wins the shortest game after nine moves, with all discs', () => {
    const remaining = [...shortest];
    const [host, guest] = pair(() => remaining.shift()!);
    const frames = playLoop(host, guest);
    expect(frames.at(-1)).toEqual({
      action: 'round_result',
      turn: 9,
      cell: 'c5',
      player: 'guest',
      host_discs: 0,
      guest_discs: 13,
      game_over: true,
      winner: 'guest',
    });
    expect(guest.end).toEqual({ completed: true, winner: 'guest', reason: 'The guest has 13 discs, the host 0.' });
    expect(host.end).toEqual(guest.end);
  });

  test('games have the same end on both sides, and the winner has more discs', () => {
    const seen = new Set<string>();
    for (let game = 0; game < (isLongRun ? 200 : 20); game += 1) {
      const [host, guest] = pair(game % 4 === 0 ? chooseByHooks : chooseAtRandom);
      playLoop(host, guest);
      expect(guest.end).toEqual(host.end);
      const { board, winner, moves } = guest.view() as {
        board: (Role | null)[][];
        winner: string;
        moves: { label: string }[];
      };
      const count = (seat: Role) => board.flat().filter((cell) => cell === seat).length;
      const lead = count('host') - count('guest');
      expect(winner).toBe(lead === 0 ? 'draw' : lead > 0 ? 'host' : 'guest');
      const placed = moves.filter(({ label }) => label !== 'pass').length;
      expect(count('host') + count('guest')).toBe(4 + placed);
      expect(JSON.stringify(host.view()).length).toBeLessThan(boardMessageMaxBytes / 2);
      if (placed < moves.length) seen.add('passed');
      seen.add(winner);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['guest', 'host', 'passed']));
  });

  test('a seat without a legal move passes without a question, and the list of moves shows it', () => {
    const host = seatAfter('host', passes.host.slice(0, -1));
    const step = host.step('handle', { action: 'move', turn: passes.host.length, cell: passes.host.at(-1)! });
    expect(step.ask).toBeUndefined();
    const turn = passes.host.length + 1;
    expect(step.send).toMatchObject({ turn, cell: 'pass', player: 'host', game_over: false });
    expect((host.view().moves as object[]).at(-1)).toEqual({ by: 'host', label: 'pass', hint: 'no legal move' });

    const before = passes.guest.slice(0, -1);
    const guest = seatAfter('guest', before);
    const result = seatAfter('host', before).step('act', `turn:${passes.guest.length}`, passes.guest.at(-1)!).send!;
    const answered = guest.step('handle', result);
    expect(answered.ask).toBeUndefined();
    expect(answered.send).toEqual({ action: 'move', turn: passes.guest.length + 1, cell: 'pass' });
  });

  test.each<[string, string[], Partial<Frame>, string]>([
    ['on a cell that turns nothing', [], { cell: 'a1' }, 'illegal_move'],
    ['on a disc', [], { cell: 'd4' }, 'illegal_move'],
    ['with another turn number', [], { turn: 3 }, 'not_your_turn'],
    ['that passes although a move is legal', [], { cell: 'pass' }, 'illegal_move'],
    ['instead of a pass', passes.guest, { cell: 'a1', turn: passes.guest.length + 1 }, 'must_pass'],
  ])('the host refuses a move %s', (_name, moves, change, reason) => {
    const host = seatAfter('host', moves);
    const step = host.step('handle', { action: 'move', turn: 1, cell: 'd3', ...change });
    expect(step.send).toMatchObject({ action: 'error', reason });
    expect(step.end).toMatchObject({ completed: false });
    expect(step.end?.winner).toBeUndefined();
  });

  const honest: Frame = {
    action: 'round_result',
    turn: 2,
    cell: 'c3',
    player: 'host',
    host_discs: 3,
    guest_discs: 3,
    game_over: false,
    winner: 'none',
  };

  test.each<[string, object]>([
    ['an illegal cell', { cell: 'a1' }],
    ['a pass although a move is legal', { cell: 'pass' }],
    ['another turn', { turn: 4 }],
    ['other discs', { host_discs: 4, guest_discs: 2 }],
    ['a false win', { game_over: true, winner: 'host' }],
    ["the guest's own move", { player: 'guest', cell: 'd3', turn: 1 }],
  ])('the guest leaves a host that claims %s', (_name, change) => {
    expect(seatAfter('guest', ['d3']).step('handle', honest).ask).toBeDefined();
    const step = seatAfter('guest', ['d3']).step('handle', { ...honest, ...change } as Frame);
    expect(step.send).toMatchObject({ action: 'error', reason: 'wrong_result' });
    expect(step.end).toMatchObject({ completed: false });
    expect(step.end?.winner).toBeUndefined();
  });

  test('rejects an answer that is not a legal cell', () => {
    for (const answer of ['a1', 'd4', 'pass', 7]) {
      expect(() => seatAfter('guest', []).step('act', 'turn:1', answer)).toThrow();
    }
    expect(() => seatAfter('guest', []).step('act', 'turn:2', 'd3')).toThrow();
  });
});

describe('reversi: strategy', () => {
  test.each(['easy', 'steady', 'sharp'])('%s answers with a legal cell and a reason', (manner) => {
    for (const moves of [[], ['d3'], shortest.slice(0, 6)]) {
      const proposal = proposalOf(askAfter(moves), hooks.decide(stateOf('guest', moves, manner), askAfter(moves)));
      expect(legalAfter(moves)).toContain(proposal!.answer);
      expect(proposal!.reason).not.toBeNull();
    }
  });

  test.each(['steady', 'sharp'])('%s ends the game if it can win at once', (manner) => {
    const moves = shortest.slice(0, -1);
    const { answer } = proposalOf(askAfter(moves), hooks.decide(stateOf('guest', moves, manner), askAfter(moves)))!;
    expect(answer).toBe('c5');
  });
});
