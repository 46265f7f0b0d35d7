import { describe, expect, it } from 'vitest';
import type { HostedTable, Table } from '../../../shared/bridge/contract.ts';
import { openTable, person, playing } from '../../testing/samples.ts';
import { joinsMutual } from './MutualRematch.tsx';
import { rematchOf } from './use-rematch.ts';

const options = { best_of: 3 };
const over = playing({ table_id: 'over', phase: 'finished', options, started_at: 1000 });
const offer = {
  ...openTable({ nickname: 'tidewright', rating: 1312, mode: 'human', game: 'Connect Four', options }),
  host: over.peer,
  protocol_id: over.protocol.protocol_id,
  for_me: true,
};
const hosted = { rematch_of: 'over' } as HostedTable;
const tablesById = (...tables: Table[]) => new Map(tables.map((table) => [table.table_id, table]));
const kind = (
  table: Table,
  entries = [offer],
  hosting: HostedTable[] = [],
  tables = tablesById(table),
  waiting = false,
) => rematchOf(table, tables, entries, hosting, waiting).kind;

describe('a rematch', () => {
  it('derives its state from tables, lobby and invitations', () => {
    expect(kind(over)).toBe('offered');
    expect(kind(over, [])).toBe('free');
    expect(kind(over, [], [hosted])).toBe('asked');
    const byHand = { ...over, hooks: { ...over.hooks!, guest_only: true as const } };
    expect([kind(byHand, []), kind(byHand)]).toEqual(['theirs', 'offered']);
    expect(kind(over, [offer], [hosted])).toBe('starting');
    expect(kind(over, [{ ...offer, for_me: false }])).toBe('open');
    expect(kind(over, [], [], tablesById(over), true)).toBe('soon');
    expect(kind(playing({ phase: 'failed', session_id: null }))).toBe('none');
    const next = playing({ table_id: 'next', rematch_of: 'over' });
    expect(rematchOf(over, tablesById(over, next), [offer], [hosted], false)).toEqual({
      kind: 'next',
      table_id: 'next',
    });
  });

  it('requires the same options, game, points and opponent', () => {
    expect(kind(over, [{ ...offer, options: { best_of: 5 } }])).toBe('free');
    expect(kind(over, [{ ...offer, protocol_id: '0'.repeat(64) }])).toBe('free');
    const unrated = { ...over, settings: { unrated: true } };
    expect(kind(over, [{ ...offer, tags: ['unrated'] }])).toBe('free');
    expect([kind(unrated), kind(unrated, [{ ...offer, tags: ['unrated'] }])]).toEqual(['free', 'offered']);
    expect(kind(over, [{ ...offer, host: person(99, 'tidewright', 1312) }])).toBe('free');
  });

  it('that both offer is joined first by the last host, so that seats change, or else by the greater key', () => {
    const inTurns = { ...over, protocol: { ...over.protocol, mode: 'session_loop' as const } };
    for (const [own, peer] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      expect(joinsMutual({ ...inTurns, role: 'host' }, own, peer)).toBe(true);
      expect(joinsMutual({ ...inTurns, role: 'guest' }, own, peer)).toBe(false);
      const inRounds = { ...over, protocol: { ...over.protocol, mode: 'simultaneous_round' as const } };
      expect(joinsMutual({ ...inRounds, role: 'host' }, own, peer)).toBe(own > peer);
    }
  });

  it('is not offered again once declined, and only after the newest game', () => {
    const declined = { ...over, afterwards: { ...over.afterwards, declined: true } };
    expect(kind(declined)).toBe('open');
    const refused = { ...over, afterwards: { ...over.afterwards, refused: true } };
    expect(kind(refused, [])).toBe('refused');
    expect(kind(refused)).toBe('offered');
    const newer = { ...over, table_id: 'newer', started_at: 500, order: over.order + 1 };
    expect(kind(over, [offer], [], tablesById(over, newer))).toBe('open');
    expect(kind(newer, [offer], [], tablesById(over, newer))).toBe('offered');
  });
});
