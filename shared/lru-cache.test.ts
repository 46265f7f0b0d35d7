import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('evicts the least recently read or written entry', () => {
  const map = new LruCache<string, number>(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i);
  expect(map.get('a')).toBe(0);
  map.set('b', 7);
  map.set('d', 3);
  expect([...'abcd'].map((key) => map.get(key))).toEqual([0, 7, undefined, 3]);
  for (let i = 0; i < 100; i += 1) map.set(`n${i}`, i);
  expect(map.size).toBe(3);
});
