import { describe, expect, test } from 'vitest';
import { folded, jsonLines, lineDiff } from './json-lines.ts';

describe('lines of JSON', () => {
  test('keep numbers as they were written and leave lists of plain values on one line', () => {
    expect(jsonLines('{"b":1.0,"a":[1,2e3],"c":{},"d":[]}')).toEqual([
      '{',
      '  "b": 1.0,',
      '  "a": [1, 2e3],',
      '  "c": {},',
      '  "d": []',
      '}',
    ]);
    expect(jsonLines('{"b":1,"a":{"z":0}}', { sorted: true })).toEqual([
      '{',
      '  "a": {',
      '    "z": 0',
      '  },',
      '  "b": 1',
      '}',
    ]);
  });

  test('show what is no JSON as it is', () => expect(jsonLines('{a\nb')).toEqual(['{a', 'b']));
});

describe('the difference of lines', () => {
  const diff = (a: string, b: string) =>
    lineDiff([...a], [...b])
      .map((line) =>
        line.kind === 'skipped' ? '' : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`,
      )
      .join('');

  test('is the shortest one', () => {
    expect(diff('', '')).toBe('');
    expect(diff('abc', 'abc')).toBe(' a b c');
    expect(diff('', 'ab')).toBe('+a+b');
    expect(diff('ab', '')).toBe('-a-b');
    expect(diff('abcabba', 'cbabac').replaceAll(/ ./g, '')).toHaveLength(10);
  });

  test('leads from the one to the other, whatever they are', () => {
    for (const [a, b] of [
      ['kitten', 'sitting'],
      ['xaxbxc', 'abc'],
      ['abc', 'xyz'],
      ['aaaa', 'aa'],
    ] as const) {
      const lines = lineDiff([...a], [...b]);
      const side = (gone: 'added' | 'removed') =>
        lines.map((line) => (line.kind === gone || line.kind === 'skipped' ? '' : line.text)).join('');
      expect(side('added')).toBe(a);
      expect(side('removed')).toBe(b);
    }
  });

  test('numbers the lines of both sides', () => {
    expect(lineDiff(['a', 'b'], ['b', 'c'])).toEqual([
      { kind: 'removed', text: 'a', before: 1 },
      { kind: 'same', text: 'b', before: 2, after: 1 },
      { kind: 'added', text: 'c', after: 2 },
    ]);
  });

  test('shows two texts that have nothing in common one after the other', () => {
    const many = (prefix: string) => Array.from({ length: 2000 }, (_, i) => `${prefix}${i}`);
    expect(lineDiff(many('a'), many('b'))).toHaveLength(4000);
  });

  test('folds long runs of equal lines', () => {
    const lines = lineDiff([...'abcdefghijx'], [...'abcdefghijy']);
    expect(folded(lines)[0]).toEqual({ kind: 'skipped', count: 7, before: 1 });
    expect(folded(lines)).toHaveLength(6);
  });
});
