import { expect, test } from 'vitest';
import type { Lineage } from '../../shared/bridge/contract.ts';
import { successorOf } from './successor.ts';

type Relative = Lineage['relatives'][number];
const relative = (protocol_id: string, changes: Partial<Relative>): Relative => ({
  ...{ protocol_id, name: protocol_id, status: 'active', family: 'game:x', parent_protocol_id: null },
  ...{ author_public_key: 'ada', created_at: 0, here: false },
  ...changes,
});
const successorAmong = (...relatives: Relative[]) =>
  successorOf({
    ...{ protocol_id: 'old', family: 'game:x', whole: true, community_problem: null },
    relatives: [relative('old', { status: 'deprecated' }), ...relatives],
  })?.protocol_id ?? null;

test('is the newest that follows, directly or not', () => {
  const second = relative('second', { parent_protocol_id: 'old', created_at: 1 });
  expect(successorAmong(second)).toBe('second');
  expect(successorAmong(second, relative('third', { parent_protocol_id: 'second', created_at: 2 }))).toBe('third');
  expect(successorAmong({ ...second, status: 'deprecated' }, relative('third', { parent_protocol_id: 'second' }))).toBe(
    'third',
  );
});

test('is never by another author, deprecated, or unrelated', () => {
  expect(successorAmong(relative('other', { parent_protocol_id: 'old', author_public_key: 'mallory' }))).toBeNull();
  expect(successorAmong(relative('other', { parent_protocol_id: 'old', author_public_key: null }))).toBeNull();
  expect(successorAmong(relative('other', { parent_protocol_id: 'old', status: 'deprecated' }))).toBeNull();
  expect(successorAmong(relative('other', { created_at: 9 }))).toBeNull();
});

test('parents may form a cycle', () => {
  const a = relative('a', { parent_protocol_id: 'b' });
  expect(successorAmong(a, relative('b', { parent_protocol_id: 'a' }))).toBeNull();
});
