import { describe, expect, test } from 'vitest';
import type { HooksCheck } from '../../shared/bridge/contract.ts';
import { type Edit, indentEdit, lineCount, newLineEdit, offsetOf, placeOf, problemsOf } from './hooks-text.ts';

const check = (changes: Partial<HooksCheck>): HooksCheck => ({
  state: 'unfinished',
  hash: 'a'.repeat(64),
  open_methods: [],
  problem: null,
  ...changes,
});
const done = (text: string, { from, to, text: put, select }: Edit) => {
  const after = text.slice(0, from) + put + text.slice(to);
  return `${after.slice(0, select[0])}[${after.slice(...select)}]${after.slice(select[1])}`;
};

describe('the problems of a text', () => {
  test('stand in the order of its lines', () => {
    const text = "export const PARLOR_SKELETON = true;\n\nthrow new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: join');";
    const problem = { code: 'hook_failed' as const, message: 'SyntaxError: x', detail: { line: 2, column: 1 } };
    expect(
      problemsOf(text, check({ open_methods: ['join'], problem })).map(({ kind, place }) => [kind, place?.line]),
    ).toEqual([
      ['failed', 2],
      ['open', 3],
    ]);
    expect(problemsOf(text, check({ open_methods: ['PARLOR_SKELETON'] }))).toEqual([
      { kind: 'marker', place: { line: 1, column: 1 } },
    ]);
    expect(problemsOf(text, null)).toEqual([]);
    expect(problemsOf('x'.repeat(300_000), null)).toMatchObject([{ kind: 'long' }]);
  });

  test('have the place that main tells', () => {
    expect(placeOf({ detail: { line: 3, column: 7 } })).toEqual({ line: 3, column: 7 });
    expect([placeOf({}), placeOf(null), placeOf({ detail: { line: '3' } })]).toEqual([null, null, null]);
  });
});

test('a place becomes an offset inside the text', () => {
  expect(offsetOf('ab\ncd', { line: 2, column: 2 })).toBe(4);
  expect(offsetOf('ab\ncd', { line: 1, column: 9 })).toBe(2);
  expect(offsetOf('ab\ncd', { line: 9, column: 1 })).toBe(5);
  expect([lineCount(''), lineCount('a\nb\n')]).toEqual([1, 3]);
});

describe('keys', () => {
  test('Tab puts two spaces, or moves every line of the selection', () => {
    expect(done('ab', indentEdit('ab', 1, 1, false))).toBe('a  []b');
    expect(done('a\nb\n\nc', indentEdit('a\nb\n\nc', 0, 6, false))).toBe('  [a\n  b\n\n  c]');
    expect(done('  a\n  b', indentEdit('  a\n  b', 3, 7, true))).toBe('a[\nb]');
    expect(done('a', indentEdit('a', 1, 1, true))).toBe('a[]');
  });

  test('Enter keeps the depth', () => {
    expect(done('  a', newLineEdit('  a', 3, 3))).toBe('  a\n  []');
    expect(done('f() {', newLineEdit('f() {', 5, 5))).toBe('f() {\n  []');
  });
});
