import { Text } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import type { HooksCheck } from '../../../shared/bridge/contract.ts';
import { offsetOf, positionOf, problemsOf } from './problems.ts';

const check = (changes: Partial<HooksCheck>): HooksCheck => ({
  state: 'unfinished',
  hash: 'a'.repeat(64),
  open_methods: [],
  problem: null,
  ...changes,
});

describe('problems of a hooks file', () => {
  test('lists problems sorted by line', () => {
    const text = "export const PARLOR_SKELETON = true;\n\nthrow new Error('PARLOR_SKELETON_NOT_IMPLEMENTED: join');";
    const problem = { code: 'hook_failed' as const, message: 'SyntaxError: x', detail: { line: 2, column: 1 } };
    expect(
      problemsOf(text, check({ open_methods: ['join'], problem })).map(({ kind, position }) => [kind, position?.line]),
    ).toEqual([
      ['failed', 2],
      ['open', 3],
    ]);
    expect(problemsOf(text, check({ open_methods: ['PARLOR_SKELETON'] }))).toEqual([
      { kind: 'marker', position: { line: 1, column: 1 } },
    ]);
    expect(problemsOf(text, null)).toEqual([]);
    expect(problemsOf('x'.repeat(300_000), null)).toMatchObject([{ kind: 'long' }]);
  });

  test('reads the position from an error', () => {
    expect(positionOf({ detail: { line: 3, column: 7 } })).toEqual({ line: 3, column: 7 });
    expect([positionOf({}), positionOf(null), positionOf({ detail: { line: '3' } })]).toEqual([null, null, null]);
  });
});

test('clamps a position to the document', () => {
  const doc = Text.of(['ab', 'cd']);
  expect(offsetOf(doc, { line: 2, column: 2 })).toBe(4);
  expect(offsetOf(doc, { line: 1, column: 9 })).toBe(2);
  expect(offsetOf(doc, { line: 9, column: 1 })).toBe(5);
  expect(offsetOf(doc, { line: 0, column: 0 })).toBe(0);
});
