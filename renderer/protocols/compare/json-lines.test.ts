import { describe, expect, test } from 'vitest';
import { jsonLines } from './json-lines.ts';

describe('jsonLines', () => {
  test('keeps the digits of numbers, and short lists on one line', () => {
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

  test('splits text that is not JSON into its lines', () => expect(jsonLines('{a\nb')).toEqual(['{a', 'b']));
});
