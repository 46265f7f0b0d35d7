import { describe, expect, it } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import { person, playing } from '../../testing/samples.ts';
import { filterTables, isActive, readFilter } from './filter.ts';

const over = (table_id: string, outcome: NonNullable<Table['result']>['outcome'], changes: Partial<Table> = {}) =>
  playing({ table_id, phase: 'finished', result: { outcome } as NonNullable<Table['result']>, ...changes });

const tables = [
  over('a', 'won'),
  over('b', 'lost', { peer: person(7, 'Old Lantern', 1190) }),
  over('c', 'none', { protocol: { protocol_id: '0', name: 'Chat', mode: 'free', family: null } }),
  playing({ table_id: 'd', phase: 'failed' }),
];
const idsFor = (query: string) =>
  filterTables(tables, readFilter(new URLSearchParams(query))).map(({ table_id }) => table_id);

describe('the filter of the table list', () => {
  it('selects by outcome', () => {
    expect(idsFor('')).toEqual(['a', 'b', 'c', 'd']);
    expect(idsFor('end=won')).toEqual(['a']);
    expect(idsFor('end=unfinished')).toEqual(['d']);
    expect(idsFor('end=nonsense')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('searches nicknames, games, ids and keys', () => {
    expect(idsFor('q=lantern')).toEqual(['b']);
    expect(idsFor('q=%20CHAT')).toEqual(['c']);
    expect(idsFor(`q=${person(7, '', null).public_key.slice(0, 10)}`)).toEqual(['b']);
    expect(idsFor('q=lantern&end=won')).toEqual([]);
  });

  it('detects whether it is set', () => {
    expect(isActive(readFilter(new URLSearchParams('q=%20')))).toBe(false);
    expect(isActive(readFilter(new URLSearchParams('end=lost')))).toBe(true);
  });
});
