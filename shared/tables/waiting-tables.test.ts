import { expect, it } from 'vitest';
import type { OpenQuestion, Table } from '../bridge/tables.ts';
import { asksPerson, dueAt, nextWarningAt, waitingTables, warningOf } from './waiting-tables.ts';

const at = 1_800_000_000_000;
const table = (table_id: string, ask: Partial<OpenQuestion> | null, changes: object = {}): Table =>
  ({
    table_id,
    phase: 'playing',
    control_mode: 'human',
    protocol: { mode: 'session_loop' },
    ask: ask && { asked_at: at, plays_at: null, deadline_at: null, ...ask },
    ...changes,
  }) as Table;

it('counts a table as waiting only while it needs a move from the person', () => {
  expect(asksPerson(table('a', {}))).toBe(true);
  expect(asksPerson(table('a', {}, { control_mode: 'hybrid' }))).toBe(true);
  expect(asksPerson(table('a', null))).toBe(false);
  expect(asksPerson(table('a', {}, { control_mode: 'autonomous' }))).toBe(false);
  expect(asksPerson(table('a', {}, { protocol: { mode: 'free' } }))).toBe(false);
  expect(asksPerson(table('a', {}, { phase: 'failed' }))).toBe(false);
});

it('sorts tables by due time, those without one last', () => {
  const tables = [
    table('held', { asked_at: at - 5000 }),
    table('later', { deadline_at: at + 90_000 }),
    table('proposal', { plays_at: at + 20_000, deadline_at: at + 120_000 }),
    table('theirs', null),
    table('soon', { deadline_at: at + 12_000 }),
    table('older', { asked_at: at - 9000 }),
  ];
  expect(waitingTables(tables).map(({ table_id }) => table_id)).toEqual(['soon', 'proposal', 'later', 'older', 'held']);
  expect(dueAt(tables[2]!)).toBe(at + 20_000);
});

it('warns 30 and 10 seconds before the deadline', () => {
  const game = table('a', { deadline_at: at + 120_000 });
  expect([warningOf(game, at), nextWarningAt(game, at)]).toEqual([null, at + 90_000]);
  expect([warningOf(game, at + 90_000), nextWarningAt(game, at + 90_000)]).toEqual([30, at + 110_000]);
  expect([warningOf(game, at + 110_000), nextWarningAt(game, at + 110_000)]).toEqual([10, null]);
  expect(warningOf(game, at + 130_000)).toBe(10);
});

it('skips warnings that are due with the question, and gives none while a proposal is due', () => {
  const quick = table('a', { deadline_at: at + 30_000 });
  expect(nextWarningAt(quick, at - 1)).toBe(at + 20_000);
  const proposal = table('b', { plays_at: at + 20_000, deadline_at: at + 120_000 });
  expect([warningOf(proposal, at + 15_000), nextWarningAt(proposal, at)]).toEqual([null, null]);
  expect(nextWarningAt(table('c', {}), at)).toBeNull();
});
