import { describe, expect, it } from 'vitest';
import { openTable } from '../testing/samples.ts';
import {
  activeParts,
  clearPart,
  emptyFilter,
  filterChoices,
  filterQuery,
  type LobbyFilter,
  matchCountsWithout,
  matching,
  readFilter,
} from './filter.ts';
import { freezeRows } from './frozen-rows.ts';

const a = openTable({ nickname: 'tidewright', rating: 1312, mode: 'hybrid', game: 'Connect Four' });
const b = openTable({ nickname: 'old-lantern', rating: 1190, mode: 'human', game: 'Rock Paper Scissors' });
const c = openTable({ nickname: 'Quiétmoth', rating: null, mode: 'autonomous', game: 'Weak Wins' });
const mine = { ...openTable({ nickname: 'me', rating: 1264, mode: 'human', game: 'Chat' }), own: true };
const all = [a, b, c, mine];

describe('matching', () => {
  it('searches names and games, ignoring case and accents', () => {
    expect(matching(all, { ...emptyFilter, text: ' TIDE ', crowd: 'everyone' }, 1264)).toEqual([a]);
    expect(matching(all, { ...emptyFilter, text: 'scissors', crowd: 'everyone' }, 1264)).toEqual([b]);
    expect(matching(all, { ...emptyFilter, text: 'quietm', crowd: 'everyone' }, 1264)).toEqual([c]);
  });

  it('excludes own tables', () => {
    expect(matching(all, { ...emptyFilter, text: '', crowd: 'everyone' }, 1264)).toEqual([a, b, c]);
  });

  it('separates people from agents, and similar ratings from others', () => {
    expect(matching(all, { ...emptyFilter, text: '', crowd: 'people' }, 1264)).toEqual([a, b]);
    expect(matching(all, { ...emptyFilter, text: '', crowd: 'agents' }, 1264)).toEqual([c]);
    expect(matching(all, { ...emptyFilter, text: '', crowd: 'near' }, 1300)).toEqual([a, c]);
  });
});

describe('all parts of the filter', () => {
  const rated = { ...b, family: 'game:rps', tags: ['quick', 'rps'] };
  const open = [a, rated, c, mine];
  const only = (filter: Partial<LobbyFilter>) => matching(open, { ...emptyFilter, ...filter }, 1264);

  it('match by game, family, control mode, tag and rating', () => {
    expect(only({ game: a.protocol_id })).toEqual([a]);
    expect(only({ family: 'game:rps' })).toEqual([rated]);
    expect(only({ mode: 'autonomous' })).toEqual([c]);
    expect(only({ tag: 'quick' })).toEqual([rated]);
    expect(only({ text: 'quick' })).toEqual([rated]);
    expect(only({ from: 1190, to: 1311 })).toEqual([rated]);
    expect(only({ from: 1200 })).toEqual([a]);
    expect(only({ to: 1312 })).toEqual([a, rated]);
  });

  it('count the tables that each of them hides, and can be cleared separately', () => {
    const filter: LobbyFilter = { ...emptyFilter, mode: 'human', tag: 'none', from: 1000 };
    expect(activeParts(filter)).toEqual(['mode', 'tag', 'rating']);
    expect(matching(open, filter, 1264)).toEqual([]);
    expect(matchCountsWithout(open, filter, 1264)).toEqual([
      { part: 'mode', matchCount: 0 },
      { part: 'tag', matchCount: 1 },
      { part: 'rating', matchCount: 0 },
    ]);
    expect(clearPart(clearPart(filter, 'rating'), 'tag')).toEqual({ ...emptyFilter, mode: 'human' });
  });

  it('offer the values of open tables, and the selected ones', () => {
    const filter = { ...emptyFilter, family: 'game:gone', game: 'f'.repeat(64) };
    const { games, families, tags } = filterChoices(open, filter);
    expect(games.map(({ name }) => name)).toEqual(['Connect Four', 'ffffffff', 'Rock Paper Scissors', 'Weak Wins']);
    expect(families).toEqual(['game:gone', 'game:rps']);
    expect(tags).toEqual(['quick', 'rps']);
    const sameName = { ...c, protocol_name: 'Connect Four' };
    expect(filterChoices([a, sameName], emptyFilter).games.map(({ name }) => name)).toEqual(
      [a, sameName].map(({ protocol_id }) => `Connect Four ${protocol_id.slice(0, 8)}`).toSorted(),
    );
  });

  it('are stored in the URL and read from it', () => {
    const filter: LobbyFilter = {
      text: 'a & b=c',
      crowd: 'people',
      game: 'a'.repeat(64),
      family: 'game:rps',
      mode: 'hybrid',
      tag: 'quick',
      from: 1100,
      to: null,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filterQuery(filter))) if (value !== null) query.set(name, value);
    expect(readFilter(new URLSearchParams(query.toString()))).toEqual(filter);
    expect(readFilter(new URLSearchParams())).toEqual(emptyFilter);
    expect(readFilter(new URLSearchParams('who=x&game=y&seat=z&from=-1&to=1e3'))).toEqual(emptyFilter);
    expect(Object.values(filterQuery(emptyFilter)).every((value) => value === null)).toBe(true);
  });
});

describe('a list with the pointer or focus', () => {
  it('keeps rows in place, updates their contents, and holds new rows back', () => {
    const renewed = { ...a, message: 'new words' };
    const { rows, newCount } = freezeRows([a, b], [c, renewed]);
    expect(rows).toEqual([
      { entry: renewed, isClosed: false },
      { entry: b, isClosed: true },
    ]);
    expect(newCount).toBe(1);
  });
});
