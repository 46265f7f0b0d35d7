import { describe, expect, test } from 'vitest';
import { foldLines, lineDiff } from './line-diff.ts';

describe('a line diff', () => {
  test('numbers the lines of both sides', () => {
    expect(lineDiff(['a', 'b'], ['b', 'c'])).toEqual([
      { kind: 'removed', text: 'a', before: 1 },
      { kind: 'same', text: 'b', before: 2, after: 1 },
      { kind: 'added', text: 'c', after: 2 },
    ]);
  });

  test('removes one text and adds the other if there are too many edits', () => {
    const many = (prefix: string) => Array.from({ length: 2000 }, (_, i) => `${prefix}${i}`);
    expect(lineDiff(many('a'), many('b'))).toHaveLength(4000);
  });

  test('folds long runs of equal lines', () => {
    const lines = lineDiff([...'abcdefghijx'], [...'abcdefghijy']);
    expect(foldLines(lines)[0]).toEqual({ kind: 'skipped', count: 7 });
    expect(foldLines(lines)).toHaveLength(6);
  });
});
