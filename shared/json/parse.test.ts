import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParlorError } from '../errors.ts';
import { memberTexts, NumberText, parseJson } from './parse.ts';

function problemOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof ParlorError) return error.toProblem();
    throw error;
  }
  throw new Error('expected a ParlorError, but nothing was thrown');
}

describe('parseJson', () => {
  test('agrees with JSON.parse on valid texts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('agrees with JSON.parse on invalid texts', () => {
    const pieces = fc.constantFrom(
      ...'{}[]",:0123.eE+-\\u/tfn \n\t',
      'true',
      'null',
      'false',
      '\u0000',
      '\ufeff',
      'é',
      '"a"',
    );
    const accepts = (parse: (text: string) => unknown, text: string) => {
      try {
        parse(text);
        return true;
      } catch (error) {
        return error instanceof ParlorError && error.code === 'duplicate_key';
      }
    };
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = list.join('');
        expect([text, accepts(parseJson, text)]).toEqual([text, accepts(JSON.parse, text)]);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    '',
    ' ',
    '\ufeff{}',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '-',
    'NaN',
    'Infinity',
    "'a'",
    '{a:1}',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '{} {}',
    '"\t"',
    '"',
    '"\\x"',
    '"\\u12g4"',
    'tru',
    'nulls',
    '{"a"}',
    '{1:2}',
    '[',
    '{',
    '/**/1',
    '\u00a01',
  ])('rejects %j', (text) => {
    expect(problemOf(() => parseJson(text)).code).toBe('malformed_json');
  });

  test('P-9 rejects duplicate keys, even if escaped, with a pointer', () => {
    expect(problemOf(() => parseJson('{"a":{"b/~":[0,{"k":1,"\\u006b":2}]}}'))).toMatchObject({
      code: 'duplicate_key',
      detail: { pointer: '/a/b~1~0/1/k' },
    });
    expect(problemOf(() => parseJson('{"__proto__":1,"__proto__":1}')).code).toBe('duplicate_key');
  });

  test('P-9 treats __proto__ as an ordinary key', () => {
    const value = parseJson('{"__proto__":{"admin":true},"constructor":1,"toString":2}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('admin' in value).toBe(false);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"constructor":1,"toString":2}');
  });

  test('P-9 enforces the depth limit exactly and never overflows the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(() => parseJson(nested(32))).not.toThrow();
    expect(problemOf(() => parseJson(nested(33)))).toMatchObject({
      code: 'malformed_json',
      detail: { pointer: '/0'.repeat(32) },
    });
    expect(() => parseJson(objects(3), { maxDepth: 3 })).not.toThrow();
    expect(problemOf(() => parseJson(objects(4), { maxDepth: 3 })).code).toBe('malformed_json');
    for (const text of [nested(1e5), objects(1e5), '['.repeat(1e5)]) {
      expect(problemOf(() => parseJson(text, { maxDepth: Number.POSITIVE_INFINITY })).code).toBe('malformed_json');
    }
    expect(() => parseJson(nested(512), { maxDepth: 1e9 })).not.toThrow();
  });

  test('P-9 rejects lone surrogates by default, including in keys', () => {
    for (const text of ['"\\ud800"', '"\\udc00\\ud800"', '"\ud83d"', '{"\\udfff":1}']) {
      expect(problemOf(() => parseJson(text)).code).toBe('malformed_json');
      expect(parseJson(text, { loneSurrogates: 'keep' })).toEqual(JSON.parse(text));
    }
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀');
  });

  test('P-9 rejects numbers beyond a double and parses all others like JSON.parse', () => {
    expect(problemOf(() => parseJson('[1e400]'))).toMatchObject({ code: 'malformed_json', detail: { pointer: '/0' } });
    expect(parseJson('[-0,1e-400,9007199254740993,1E+2]')).toEqual([-0, 0, 9007199254740992, 100]);
  });

  test('preserves the text of numbers on request', () => {
    const texts = ['0', '-0', '1.0', '1e400', '123456789012345678901234567890', '-1.50E-07'];
    const value = parseJson(`{"n":[${texts.join(', ')}]}`, { numbers: 'text' });
    expect(value).toEqual({ n: texts.map((text) => new NumberText(text)) });
  });
});

describe('memberTexts', () => {
  test('returns the text of each member of the root unchanged', () => {
    const text = ' { "a" : {"x": 1.0, "a": [ ]} , "__proto__": "\\u0041", "b":-0.0 } ';
    expect([...memberTexts(text)]).toEqual([
      ['a', '{"x": 1.0, "a": [ ]}'],
      ['__proto__', '"\\u0041"'],
      ['b', '-0.0'],
    ]);
  });

  test('rejects values that are not objects, and invalid texts', () => {
    for (const text of ['[{"a":1}]', '"a"', 'null', '{"a":1'])
      expect(problemOf(() => memberTexts(text)).code).toBe('malformed_json');
    expect(problemOf(() => memberTexts('{"a":{"b":1,"b":1}}')).code).toBe('duplicate_key');
  });
});
