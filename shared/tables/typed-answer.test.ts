import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Length } from '../json/utf8.ts';
import { roomFor, typedAnswer, typedProblem } from './typed-answer.ts';

const amount = { type: 'integer', min: 1, max: 100 } as const;
const words = { type: 'text', max_bytes: 10 } as const;

it('takes whole numbers within the bounds, also in full-width digits', () => {
  expect(typedAnswer(amount, ' 42 ')).toBe(42);
  expect(typedAnswer(amount, '４２')).toBe(42);
  for (const text of ['', '0', '101', '4.5', '0x10', '1e1', 'ten', '1 0', '--1'])
    expect(typedAnswer(amount, text)).toBeNull();
});

it('says why a number can’t be the answer', () => {
  const kind = (text: string) => typedProblem(amount, text)?.kind ?? null;
  expect(typedProblem(amount, '500')).toEqual({ kind: 'too_big', value: '500', min: 1, max: 100 });
  expect(['0', '-3', '4.5', '4,5', 'ten', '1e1'].map(kind)).toEqual([
    ...['too_small', 'too_small', 'not_whole', 'not_whole', 'not_number', 'not_number'],
  ]);
  expect(['', '  ', '100'].map(kind)).toEqual([null, null, null]);
  expect(typedProblem(amount, '9'.repeat(400))).toMatchObject({ kind: 'too_big', value: `${'9'.repeat(20)}…` });
});

it('counts the characters that are too many', () => {
  expect(typedProblem(words, 'abcdefghijkl')).toEqual({ kind: 'too_long', over: 2 });
  expect(typedProblem(words, '一二三四')).toEqual({ kind: 'too_long', over: 1 });
  expect(typedProblem(words, '\ud800')).toEqual({ kind: 'malformed' });
  expect(roomFor('一', 10)).toEqual({ left: 2, over: 0 });
  expect(roomFor('', 10)).toEqual({ left: 10, over: 0 });
});

it('a text that loses its surplus fits, and one character less does not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 0, max: 60 }), (text, maxBytes) => {
      const { over } = roomFor(text, maxBytes);
      const characters = [...text];
      const kept = (count: number) => utf8Length(characters.slice(0, characters.length - count).join(''));
      expect(kept(over)).toBeLessThanOrEqual(maxBytes);
      if (over > 0) expect(kept(over - 1)).toBeGreaterThan(maxBytes);
    }),
  );
});
