import { describe, expect, it } from 'vitest';
import { type BoardRow, folded, headRows, joined } from './board.ts';

const row = (place: number, changes: Partial<BoardRow> = {}): BoardRow => ({
  rank: place,
  public_key: String(place).padStart(64, '0'),
  nickname: `agent ${place}`,
  own: false,
  value: 2000 - place,
  games: 10,
  provisional: false,
  last_at: 0,
  level: null,
  ...changes,
});
const rows = (from: number, to: number, own = 0) =>
  Array.from({ length: to - from + 1 }, (_, i) => row(from + i, { own: from + i === own }));
const places = (list: readonly BoardRow[]) => list.map(({ rank }) => rank);

describe('pages of a board as one list', () => {
  it('follow each other', () => expect(places(joined([rows(1, 3), rows(4, 6)]))).toEqual([1, 2, 3, 4, 5, 6]));

  it('hold an agent once that moved down while they were fetched', () => {
    expect(places(joined([rows(1, 3), [row(2, { rank: 4 }), row(5)]]))).toEqual([1, 3, 4, 5]);
  });
});

describe('the fold', () => {
  it('shows the best and the people around oneself', () => {
    const fold = folded(rows(1, 50), rows(68, 76, 72));
    expect(places(fold?.head ?? [])).toEqual([1, 2, 3, 4, 5]);
    expect(places(fold?.near ?? [])).toEqual([68, 69, 70, 71, 72, 73, 74, 75, 76]);
  });

  it('is not there for somebody near the top, nor for somebody who is not on the board', () => {
    expect(folded(rows(1, 50, 9), rows(5, 13, 9))).toBeNull();
    expect(folded(rows(1, 50), [])).toBeNull();
  });

  it('never shows anybody twice', () => {
    expect(folded(rows(1, headRows), rows(4, 12, 8))).toBeNull();
  });
});
