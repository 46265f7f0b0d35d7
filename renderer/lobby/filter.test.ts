import { describe, expect, it } from 'vitest';
import { openTable } from '../testing/samples.ts';
import {
  activeParts,
  choicesOf,
  everything,
  filterQuery,
  fitting,
  held,
  hiding,
  type LobbyFilter,
  readFilter,
  without,
} from './filter.ts';

const a = openTable({ nickname: 'tidewright', rating: 1312, mode: 'hybrid', game: 'Connect Four' });
const b = openTable({ nickname: 'old-lantern', rating: 1190, mode: 'human', game: 'Rock Paper Scissors' });
const c = openTable({ nickname: 'quietmoth', rating: null, mode: 'autonomous', game: 'Weak Wins' });
const mine = { ...openTable({ nickname: 'me', rating: 1264, mode: 'human', game: 'Chat' }), own: true };
const all = [a, b, c, mine];

describe('the quick filters', () => {
  it('find a name or a game, whatever the case', () => {
    expect(fitting(all, { ...everything, text: ' TIDE ', crowd: 'everyone' }, 1264)).toEqual([a]);
    expect(fitting(all, { ...everything, text: 'scissors', crowd: 'everyone' }, 1264)).toEqual([b]);
  });

  it('keep own tables out', () => {
    expect(fitting(all, { ...everything, text: '', crowd: 'everyone' }, 1264)).toEqual([a, b, c]);
  });

  it('tell people from agents, and near from far', () => {
    expect(fitting(all, { ...everything, text: '', crowd: 'people' }, 1264)).toEqual([a, b]);
    expect(fitting(all, { ...everything, text: '', crowd: 'agents' }, 1264)).toEqual([c]);
    expect(fitting(all, { ...everything, text: '', crowd: 'near' }, 1300)).toEqual([a, c]);
  });
});

describe('the filters of the second row', () => {
  const rated = { ...b, family: 'game:rps', tags: ['quick', 'rps'] };
  const open = [a, rated, c, mine];
  const only = (filter: Partial<LobbyFilter>) => fitting(open, { ...everything, ...filter }, 1264);

  it('pick by game, family, seat, tag and rating', () => {
    expect(only({ game: a.protocol_id })).toEqual([a]);
    expect(only({ family: 'game:rps' })).toEqual([rated]);
    expect(only({ mode: 'autonomous' })).toEqual([c]);
    expect(only({ tag: 'quick' })).toEqual([rated]);
    expect(only({ text: 'quick' })).toEqual([rated]);
    expect(only({ from: 1190, to: 1311 })).toEqual([rated]);
    expect(only({ from: 1200 })).toEqual([a]);
    expect(only({ to: 1312 })).toEqual([a, rated]);
  });

  it('tell which of them hides what, and go one by one', () => {
    const filter: LobbyFilter = { ...everything, mode: 'human', tag: 'none', from: 1000 };
    expect(activeParts(filter)).toEqual(['mode', 'tag', 'rating']);
    expect(fitting(open, filter, 1264)).toEqual([]);
    expect(hiding(open, filter, 1264)).toEqual([
      { part: 'mode', fits: 0 },
      { part: 'tag', fits: 1 },
      { part: 'rating', fits: 0 },
    ]);
    expect(without(without(filter, 'rating'), 'tag')).toEqual({ ...everything, mode: 'human' });
  });

  it('offer what is open, and what was picked', () => {
    const filter = { ...everything, family: 'game:gone', game: 'f'.repeat(64) };
    const { games, families, tags } = choicesOf(open, filter);
    expect(games.map(({ name }) => name)).toEqual(['Connect Four', 'ffffffff', 'Rock Paper Scissors', 'Weak Wins']);
    expect(families).toEqual(['game:gone', 'game:rps']);
    expect(tags).toEqual(['quick', 'rps']);
    const twin = { ...c, protocol_name: 'Connect Four' };
    expect(choicesOf([a, twin], everything).games.map(({ name }) => name)).toEqual(
      [a, twin].map(({ protocol_id }) => `Connect Four ${protocol_id.slice(0, 8)}`).toSorted(),
    );
  });

  it('stand in the address, and come back from it', () => {
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
    expect(readFilter(new URLSearchParams())).toEqual(everything);
    expect(readFilter(new URLSearchParams('who=x&game=y&seat=z&from=-1&to=1e3'))).toEqual(everything);
    expect(Object.values(filterQuery(everything)).every((value) => value === null)).toBe(true);
  });
});

describe('a list under the pointer', () => {
  it('keeps every row in its place, renews contents, and lets news wait', () => {
    const renewed = { ...a, message: 'new words' };
    const { rows, waiting } = held([a, b], [c, renewed]);
    expect(rows).toEqual([
      { entry: renewed, gone: false },
      { entry: b, gone: true },
    ]);
    expect(waiting).toBe(1);
  });
});
