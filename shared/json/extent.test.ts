import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countValues } from './extent.ts';
import type { Json } from './value.ts';

const unlimited = { maxValues: Infinity, maxDepth: Infinity };
const membersOf = (value: Json): Json[] =>
  typeof value === 'object' && value !== null ? (Object.values(value) as Json[]) : [];
const valuesIn = (value: Json): number => membersOf(value).reduce<number>((sum, each) => sum + valuesIn(each), 1);
const depthOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...membersOf(value).map(depthOf)) : 0;

test('counts what a parser would find', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (generated) => {
      const text = JSON.stringify(generated);
      const value = JSON.parse(text) as Json;
      const [values, depth] = [valuesIn(value), depthOf(value)];
      expect(countValues(text, unlimited)).toBe(values);
      expect(countValues(text, { maxValues: values, maxDepth: depth })).toBe(values);
      expect(countValues(text, { maxValues: values - 1, maxDepth: depth })).toBeNull();
      if (depth > 0) expect(countValues(text, { maxValues: values, maxDepth: depth - 1 })).toBeNull();
      expect(countValues(JSON.stringify(value, null, 1), unlimited)).toBe(values);
    }),
  );
});

test('ignores what is in strings', () => {
  expect(countValues(JSON.stringify({ text: '[],{},,"\\,[' }), unlimited)).toBe(2);
});
