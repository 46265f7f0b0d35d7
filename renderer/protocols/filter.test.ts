import { describe, expect, test } from 'vitest';
import type { ProtocolEntry, ProtocolSearch } from '../../shared/bridge/contract.ts';
import { choicesOf, everything, filterQuery, fits, isFiltered, merged, readFilter } from './filter.ts';

const id = (digit: string) => digit.repeat(64);
const governance = {
  family: 'game:four',
  status: 'active' as const,
  parent_protocol_id: null,
  capabilities: [],
  tags: ['quick'],
};
const here = (digit: string, name: string): ProtocolEntry => ({
  protocol_id: id(digit),
  name,
  description: '',
  type: 'game',
  mode: 'session_loop',
  playable: true,
  source: 'bundled',
  governance,
  author_public_key: null,
  hooks: 'finished',
  board: null,
});
const found = (digit: string, name: string): ProtocolSearch['results'][number] => ({
  protocol_id: id(digit),
  name,
  description: 'With lanterns',
  type: 'game',
  author_public_key: id('f'),
  created_at: 1,
  governance: { ...governance, family: 'game:auction', status: 'experimental' },
  here: false,
});

describe('the catalogue', () => {
  const all = merged([here('a', 'Four')], [found('a', 'Four'), found('b', 'Auction')]);

  test('tells each protocol once, with what the community says of it', () => {
    expect(all.map(({ name }) => name)).toEqual(['Four', 'Auction']);
    expect(all[0]).toMatchObject({ here: { source: 'bundled' }, governance: { status: 'experimental' } });
    expect(all[1]).toMatchObject({ here: null, author_public_key: id('f') });
  });

  test('is searched by every word, in any case', () => {
    const names = (changes: object) =>
      all.filter((entry) => fits(entry, { ...everything, ...changes })).map(({ name }) => name);
    expect(names({ text: 'LANTERN auction' })).toEqual(['Auction']);
    expect(names({ text: 'nothing' })).toEqual([]);
    expect(names({ place: 'here' })).toEqual(['Four']);
    expect(names({ place: 'away' })).toEqual(['Auction']);
    expect(names({ tag: 'quick', type: 'game' })).toEqual(['Four', 'Auction']);
    expect(names({ status: 'active' })).toEqual([]);
  });

  test('keeps its filter in the address', () => {
    const filter = { ...everything, text: 'four', place: 'here' as const, status: 'active' as const };
    const query = new URLSearchParams(
      Object.entries(filterQuery(filter)).filter(([, value]) => value !== null) as never,
    );
    expect(query.toString()).toBe('q=four&where=here&status=active');
    expect(readFilter(query)).toEqual(filter);
    expect(readFilter(new URLSearchParams('where=x&status=y'))).toEqual(everything);
    expect([isFiltered(filter), isFiltered(everything), isFiltered({ ...everything, text: ' ' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('offers what there is, and what is picked', () => {
    expect(choicesOf(all, { ...everything, tag: 'gone' })).toEqual({
      families: ['game:auction'],
      types: ['game'],
      tags: ['gone', 'quick'],
    });
  });
});
