import { describe, expect, it } from 'vitest';
import { lineOf, positionOf, spokenRow, viewParts } from './view-shape.ts';

const view = {
  seat: 'guest',
  cols: 3,
  board: [
    [null, 'host', null],
    ['guest', 'host', 'guest'],
  ],
  heights: [1, 2, 1],
  scores: { host: 1, guest: 2 },
  rounds: [
    { host: 'rock', guest: 'paper', winner: 'guest' },
    { host: 'rock', guest: 'rock', winner: null },
  ],
  line: [
    { row: 0, col: 1 },
    { row: 1, col: 1 },
  ],
  nothing: null,
};

describe('a view in the plain view', () => {
  it('has row and column names only for the grid of their size', () => {
    const named = { board: [[null, 'host']], other: [['host']], row_names: ['1'], column_names: ['a', 'b'] };
    expect(viewParts(named)).toEqual([
      { kind: 'grid', name: 'board', rows: named.board, headings: { rows: ['1'], columns: ['a', 'b'] } },
      { kind: 'grid', name: 'other', rows: named.other },
    ]);
  });

  it('is split into its parts, without the fields that Parlor shows itself', () => {
    expect(viewParts(view)).toEqual([
      { kind: 'value', name: 'cols', value: 3 },
      { kind: 'grid', name: 'board', rows: view.board },
      { kind: 'list', name: 'heights', items: [1, 2, 1] },
      { kind: 'value', name: 'scores host', value: 1 },
      { kind: 'value', name: 'scores guest', value: 2 },
      {
        kind: 'records',
        name: 'rounds',
        columns: ['host', 'guest', 'winner'],
        rows: [
          ['rock', 'paper', 'guest'],
          ['rock', 'rock', null],
        ],
      },
    ]);
  });

  it('has a position only if a grid consists of seats', () => {
    expect(positionOf(view)).toBe(view.board);
    expect(positionOf({ board: [[1, 2]] })).toBeNull();
    expect(positionOf('anything')).toBeNull();
    expect(lineOf(view)).toHaveLength(2);
    expect(lineOf({ line: null })).toEqual([]);
  });

  it('is read row by row, with empty runs joined', () => {
    const cellText = (cell: unknown, run: number) => (cell === null ? `${run} empty` : String(cell));
    expect(spokenRow([null, null, null, 'yours', 'theirs', null, null], cellText)).toBe(
      '3 empty, yours, theirs, 2 empty',
    );
  });

  it('may be any JSON', () => {
    for (const odd of [
      null,
      5,
      [],
      {},
      [[]],
      { a: [[], [1]] },
      { a: [{}, {}] },
      { a: { b: { c: { d: { e: 1 } } } } },
    ]) {
      expect(() => viewParts(odd)).not.toThrow();
    }
  });
});
