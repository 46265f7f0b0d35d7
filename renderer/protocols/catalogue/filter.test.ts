import { describe, expect, test } from 'vitest';
import type { ProtocolEntry, ProtocolSearch } from '../../../shared/bridge/contract.ts';
import { choicesOf, filterQuery, isFiltered, matchesFilter, mergeEntries, noFilter, readFilter } from './filter.ts';

const id = (digit: string) => digit.repeat(64);
const governance = {
  family: 'game:four',
  status: 'active' as const,
  parent_protocol_id: null,
  capabilities: [],
  tags: ['quick'],
};
const local = (digit: string, name: string): ProtocolEntry => ({
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
const remote = (digit: string, name: string): ProtocolSearch['results'][number] => ({
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
  const all = mergeEntries([local('a', 'Four')], [remote('a', 'Four'), remote('b', 'Auction')]);

  test('lists each protocol once, with the community’s data', () => {
    expect(all.map(({ name }) => name)).toEqual(['Four', 'Auction']);
    expect(all[0]).toMatchObject({ localEntry: { source: 'bundled' }, governance: { status: 'experimental' } });
    expect(all[1]).toMatchObject({ localEntry: null, author_public_key: id('f') });
  });

  test('matches every word of the search, ignoring case, and every other filter', () => {
    const names = (changes: object) =>
      all.filter((entry) => matchesFilter(entry, { ...noFilter, ...changes })).map(({ name }) => name);
    expect(names({ text: 'LANTERN auction' })).toEqual(['Auction']);
    expect(names({ text: 'nothing' })).toEqual([]);
    expect(names({ location: 'here' })).toEqual(['Four']);
    expect(names({ location: 'away' })).toEqual(['Auction']);
    expect(names({ tag: 'quick', type: 'game' })).toEqual(['Four', 'Auction']);
    expect(names({ status: 'active' })).toEqual([]);
  });

  test('stores its filter in the URL', () => {
    const filter = { ...noFilter, text: 'four', location: 'here' as const, status: 'active' as const };
    const query = new URLSearchParams(
      Object.entries(filterQuery(filter)).filter(([, value]) => value !== null) as never,
    );
    expect(query.toString()).toBe('q=four&where=here&status=active');
    expect(readFilter(query)).toEqual(filter);
    expect(readFilter(new URLSearchParams('where=x&status=y'))).toEqual(noFilter);
    expect([isFiltered(filter), isFiltered(noFilter), isFiltered({ ...noFilter, text: ' ' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('offers available choices and the selected one', () => {
    expect(choicesOf(all, { ...noFilter, tag: 'gone' })).toEqual({
      families: ['game:auction'],
      types: ['game'],
      tags: ['gone', 'quick'],
    });
  });
});
