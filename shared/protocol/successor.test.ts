import { expect, test } from 'vitest';
import { successorOf } from './successor.ts';

type Version = Parameters<typeof successorOf>[1][number];
const version = (protocol_id: string, changes: Partial<Version>): Version => ({
  ...{ protocol_id, status: 'active', parent_protocol_id: null, author_public_key: 'ada', created_at: 0 },
  ...changes,
});
const old = version('old', { status: 'deprecated' });
const successorAmong = (...versions: Version[]) => successorOf(old, [old, ...versions])?.protocol_id ?? null;

test('is the newest that follows, directly or not', () => {
  const second = version('second', { parent_protocol_id: 'old', created_at: 1 });
  expect(successorAmong(second)).toBe('second');
  expect(successorAmong(second, version('third', { parent_protocol_id: 'second', created_at: 2 }))).toBe('third');
  expect(successorAmong({ ...second, status: 'deprecated' }, version('third', { parent_protocol_id: 'second' }))).toBe(
    'third',
  );
});

test('is never by another author, deprecated, or unrelated', () => {
  const mallory = { author_public_key: 'mallory' };
  expect(successorAmong(version('other', { parent_protocol_id: 'old', ...mallory }))).toBeNull();
  expect(successorAmong(version('other', { parent_protocol_id: 'old', author_public_key: null }))).toBeNull();
  expect(successorAmong(version('other', { parent_protocol_id: 'old', status: 'deprecated' }))).toBeNull();
  expect(successorAmong(version('other', { created_at: 9 }))).toBeNull();
  expect(
    successorAmong(
      version('theirs', { parent_protocol_id: 'old', ...mallory }),
      version('own', { parent_protocol_id: 'theirs' }),
    ),
  ).toBeNull();
  expect(successorOf({ ...old, author_public_key: null }, [version('x', { parent_protocol_id: 'old' })])).toBeNull();
});

test('parents may form a cycle', () => {
  const a = version('a', { parent_protocol_id: 'b' });
  expect(successorAmong(a, version('b', { parent_protocol_id: 'a' }))).toBeNull();
});
