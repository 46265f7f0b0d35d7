import { describe, expect, it } from 'vitest';
import { mergePages, type RankedAgent, splitAtGap, topRowCount } from './leaderboard.ts';

const row = (place: number, changes: Partial<RankedAgent> = {}): RankedAgent => ({
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
const places = (list: readonly RankedAgent[]) => list.map(({ rank }) => rank);

describe('merged pages of a leaderboard', () => {
  it('are in order', () => expect(places(mergePages([rows(1, 3), rows(4, 6)]))).toEqual([1, 2, 3, 4, 5, 6]));

  it('contain an agent only once if it moved down while they were fetched', () => {
    expect(places(mergePages([rows(1, 3), [row(2, { rank: 4 }), row(5)]]))).toEqual([1, 3, 4, 5]);
  });
});

describe('splitAtGap', () => {
  it('keeps the top rows and those around the user', () => {
    const gap = splitAtGap(rows(1, 50), rows(68, 76, 72));
    expect(places(gap?.head ?? [])).toEqual([1, 2, 3, 4, 5]);
    expect(places(gap?.near ?? [])).toEqual([68, 69, 70, 71, 72, 73, 74, 75, 76]);
  });

  it('returns null if the user is near the top or not ranked', () => {
    expect(splitAtGap(rows(1, 50, 9), rows(5, 13, 9))).toBeNull();
    expect(splitAtGap(rows(1, 50), [])).toBeNull();
  });

  it('returns null if both parts would overlap', () => {
    expect(splitAtGap(rows(1, topRowCount), rows(4, 12, 8))).toBeNull();
  });
});
