/** What the bundled board games say a move is worth, against positions whose truth is known. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { type Evaluation, evaluationSchema, type Question, type Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import { type BundledHooks, bundledHooks, playMessages, Seat } from '../../testing/bundled-hooks.ts';

type State = Seat['state'];
interface Position {
  state: State;
  ask: Question;
}

const judging = ['connect-four', 'reversi', 'gomoku', 'dots-and-boxes'] as const;
type Name = (typeof judging)[number];
const hooksOf = Object.fromEntries(
  await Promise.all(judging.map(async (name) => [name, await bundledHooks(name)] as const)),
) as Record<Name, BundledHooks>;
const specOf = (name: Name) =>
  readSpec(readFileSync(new URL(`../../../../resources/protocols/${name}/spec.json`, import.meta.url), 'utf8')).spec;

const evaluate = (name: Name, state: State): Evaluation | null => {
  const result = (hooksOf[name].evaluate as (state: State) => unknown)(structuredClone(state));
  return result === null ? null : evaluationSchema.parse(JSON.parse(JSON.stringify(result)));
};
const listOf = (state: State) => ('plays' in state ? 'plays' : 'moves');
const isOver = (name: Name, state: State) => hooksOf[name].view(state).over === true;

/** The state after an answer, and the passes of the other side that follow it. */
function following(name: Name, state: State, value: unknown): State {
  const list = listOf(state);
  let next: State = { ...state, [list]: [...(state[list] as string[]), value as string] };
  while (!isOver(name, next) && evaluate(name, next) === null)
    next = { ...next, [list]: [...(next[list] as string[]), 'pass'] };
  return next;
}

/** Every question of a game of random answers. */
function randomGame(name: Name, seed: string, options: object = {}): Position[] {
  const random = randomFrom(seed);
  const positions: Position[] = [];
  const choose = (_hooks: BundledHooks, state: State, ask: Question) => {
    positions.push({ state, ask });
    return ask.choices[Math.floor(random() * ask.choices.length)]!.value;
  };
  const seats = (['host', 'guest'] as const).map(
    (role) => new Seat(role, hooksOf[name], specOf(name), options, choose),
  ) as [Seat, Seat];
  playMessages(...seats);
  return positions;
}

const worthOf = ({ moves }: Evaluation, value: unknown) => moves.find(({ line }) => line[0]!.value === value)!.worth;

describe.each(judging)('%s', (name) => {
  const games = ['one', 'two'].map((seed) => randomGame(name, seed));
  /** Some of each phase. */
  const positions = games.flatMap((game) => game.filter((_, index) => index % Math.ceil(game.length / 6) === 1));

  test('judges exactly the legal moves, best first, for the side to move', () => {
    let judged = 0;
    for (const { state, ask } of positions) {
      const evaluation = evaluate(name, state);
      if (!evaluation) continue;
      judged += 1;
      const { seat, moves } = evaluation;
      expect(seat).toBe(state.role);
      expect(moves.map(({ line }) => line[0]!.value).sort()).toEqual(ask.choices.map(({ value }) => value).sort());
      expect(moves.map(({ line }) => line[0]!.label).sort()).toEqual(ask.choices.map(({ label }) => label).sort());
      const worths = moves.map(({ worth }) => worth);
      expect(worths).toEqual(worths.toSorted((one, two) => two - one));
    }
    expect(judged).toBeGreaterThan(5);
  });

  test('says the same of a position to both seats, and every time', () => {
    for (const { state } of positions) {
      const role: Role = state.role === 'host' ? 'guest' : 'host';
      expect(evaluate(name, { ...state, role })).toEqual(evaluate(name, state));
    }
  });

  test('continues its best lines with legal moves of the side to move', () => {
    for (const { state } of positions) {
      let current = state;
      for (const { by, value } of evaluate(name, state)?.moves[0]?.line ?? []) {
        const { seat, moves } = evaluate(name, current)!;
        expect(seat).toBe(by);
        expect(moves.map(({ line }) => line[0]!.value)).toContain(value);
        current = following(name, current, value);
      }
    }
  });

  test('has no opinion of a game that is over', () => {
    const { state } = games[0]!.at(-1)!;
    let current = state;
    while (!isOver(name, current))
      current = following(name, current, evaluate(name, current)!.moves[0]!.line[0]!.value);
    expect(evaluate(name, current)).toBeNull();
  });
});

describe('solved to the end, worths are those of all possible games', () => {
  const small: Partial<Record<Name, object>> = {
    'connect-four': { cols: 4, rows: 4 },
    'dots-and-boxes': { size: 3 },
    reversi: {},
  };
  /** Moves before the end. */
  const left = isLongRun ? 6 : 5;
  test.each<Name>(['connect-four', 'dots-and-boxes', 'reversi'])('%s', (name) => {
    const memo = new Map<string, number>();
    /** 1 if the guest wins, -1 if the host does, with the best play of both. */
    const result = (state: State): number => {
      if (isOver(name, state))
        return { guest: 1, host: -1, draw: 0 }[String(hooksOf[name].view(state).winner)] as number;
      const key = JSON.stringify(state[listOf(state)]);
      const known = memo.get(key);
      if (known !== undefined) return known;
      const { seat, moves } = evaluate(name, state)!;
      const results = moves.map(({ line }) => result(following(name, state, line[0]!.value)));
      const best = seat === 'guest' ? Math.max(...results) : Math.min(...results);
      memo.set(key, best);
      return best;
    };
    let compared = 0;
    for (const seed of ['a', 'b', 'c']) {
      const state = randomGame(name, seed, small[name]).at(-left)?.state;
      if (!state) continue;
      const { seat, moves } = evaluate(name, state)!;
      for (const { worth, line } of moves) {
        const expected = result(following(name, state, line[0]!.value)) * (seat === 'guest' ? 1 : -1);
        expect(worth, `${JSON.stringify(state)} ${line[0]!.label}`).toBe(expected === 0 ? 0 : expected);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(6);
  });
});

describe('mirrored positions', () => {
  const transposed = (dot: string) => `${'abcdefgh'[Number(dot[1]) - 1]}${'abcdefgh'.indexOf(dot[0]!) + 1}`;
  const mirrors: Record<Name, (value: string | number) => string | number> = {
    'connect-four': (col) => 6 - Number(col),
    reversi: (cell) => (cell === 'pass' ? cell : transposed(String(cell))),
    gomoku: (play) =>
      String(play).replace(
        /^([a-o])(\d+)$/,
        (_, col: string, row: string) => `${'onmlkjihgfedcba'['abcdefghijklmno'.indexOf(col)]}${row}`,
      ),
    'dots-and-boxes': (play) =>
      play === 'pass' ? play : transposed(String(play).slice(0, 2)) + transposed(String(play).slice(2)),
  };
  test.each(judging)('of %s are worth the same', (name) => {
    const mirror = mirrors[name];
    const differences: number[] = [];
    let certain = 0;
    for (const { state } of randomGame(name, 'mirror').filter((_, index) => index % 4 === 1)) {
      const list = listOf(state);
      const evaluation = evaluate(name, state);
      if (!evaluation) continue;
      const mirrored = evaluate(name, { ...state, [list]: (state[list] as string[]).map(mirror) as string[] })!;
      for (const { worth, line } of evaluation.moves) {
        const other = worthOf(mirrored, mirror(line[0]!.value as string | number));
        differences.push(Math.abs(worth - other));
        if (Math.abs(worth) < 1) continue;
        certain += 1;
        expect(other, `${JSON.stringify(state)} ${line[0]!.label}`).not.toBe(-worth);
      }
    }
    expect(certain).toBeGreaterThan(0);
    // How deep an estimate looks depends on the order in which it finds the moves.
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(0.05);
  });
});

describe('connect-four', () => {
  const state = (moves: number[], options = { cols: 7, rows: 6 }) => ({
    ...hooksOf['connect-four'].init({ role: 'guest', options, manner: null }),
    moves,
  });

  test('an open three wins, and every move that lets it stand loses', () => {
    // The guest has columns 3 to 5 of the lowest row.
    const wins = evaluate('connect-four', state([2, 2, 3, 3, 4, 0]))!;
    expect([worthOf(wins, 1), worthOf(wins, 5)]).toEqual([1, 1]);
    expect(wins.moves[0]!.line).toHaveLength(1);
    const lost = evaluate('connect-four', state([2, 2, 3, 3, 4]))!;
    expect(lost.moves.map(({ worth }) => worth)).toEqual(Array(7).fill(-1));
  });

  test('a pair with room on both sides wins in three, and the line shows how', () => {
    const { seat, moves } = evaluate('connect-four', state([3, 3, 2, 2]))!;
    expect(seat).toBe('guest');
    expect(moves[0]!.worth).toBe(1);
    expect([1, 4]).toContain(moves[0]!.line[0]!.value);
    expect(moves[0]!.line.map(({ by }) => by)).toEqual(['guest', 'host', 'guest']);
  });

  test('the first move, won only by the book, is no certain win', () => {
    const { moves } = evaluate('connect-four', state([]))!;
    expect(moves.every(({ worth }) => Math.abs(worth) < 0.5)).toBe(true);
  });

  test('grids too large for bitboards are judged too', () => {
    const wins = evaluate('connect-four', state([2, 2, 3, 3, 4, 0], { cols: 10, rows: 10 }))!;
    expect([worthOf(wins, 1), worthOf(wins, 5)]).toEqual([1, 1]);
  });
});

describe('gomoku', () => {
  /** Black stones by the guest, white ones by the host, in turn. */
  const state = (black: string[], white: string[]) => {
    const stones = black.flatMap((stone, index) => [stone, ...white.slice(index, index + 1)]);
    const [one, two, three, ...rest] = stones as [string, string, string, ...string[]];
    const plays = [one, 'pass', two, 'pass', three, 'white', 'pass'];
    return {
      ...hooksOf.gomoku.init({ role: 'guest', options: {}, manner: null }),
      // The host took white, and so places the fourth stone.
      plays: [...plays.slice(0, 6), ...(rest.length > 0 ? ['pass', ...rest] : ['pass'])],
    };
  };

  test('judges nothing before the colours are chosen', () => {
    const { state: opening } = randomGame('gomoku', 'opening')[0]!;
    expect(evaluate('gomoku', opening)).toBeNull();
  });

  test('an open three becomes an open four, which wins; without an answer the other side has lost', () => {
    const open = evaluate('gomoku', state(['g8', 'h8', 'i8'], ['a1', 'o15', 'a15']))!;
    expect(open.seat).toBe('guest');
    expect([worthOf(open, 'f8'), worthOf(open, 'j8')]).toEqual([1, 1]);
    expect(open.moves[0]!.line.length).toBeGreaterThan(1);
    const four = evaluate('gomoku', state(['g8', 'h8', 'i8', 'j8'], ['a1', 'o15', 'a15']))!;
    expect(four.seat).toBe('host');
    expect(new Set(four.moves.map(({ worth }) => worth))).toEqual(new Set([-1]));
  });

  test('against a closed four only the block does not lose', () => {
    const { moves } = evaluate('gomoku', state(['g8', 'h8', 'i8', 'j8'], ['f8', 'o15', 'a15']))!;
    expect(moves.filter(({ worth }) => worth > -1).map(({ line }) => line[0]!.value)).toEqual(['k8']);
  });
});
