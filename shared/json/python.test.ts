import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './parse.ts';
import { compareCodePoints, pythonJson, pythonText } from './python.ts';

const rewrite = (text: string) => pythonJson(parseJson(text, { numbers: 'text' }));

describe('pythonJson', () => {
  test.each([
    ['1.0', '1.0'],
    ['-1e5', '-100000.0'],
    ['1e15', '1000000000000000.0'],
    ['1e16', '1e+16'],
    ['12345678901234567.0', '1.2345678901234568e+16'],
    ['0.0001', '0.0001'],
    ['0.00012345', '0.00012345'],
    ['0.00001', '1e-05'],
    ['-0.0', '-0.0'],
    ['0e5', '0.0'],
    ['-0', '0'],
    ['1e100', '1e+100'],
    ['2.5e-324', '5e-324'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['18446744073709551616', '18446744073709551616'],
  ])('writes %s as %s', (text, python) => {
    expect(rewrite(text)).toBe(python);
  });

  test('preserves the value of doubles and formats them like Python floats', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = Object.is(value, -0) ? '-0.0' : value.toExponential();
        const python = rewrite(text);
        expect(python).toMatch(/^-?(\d+\.\d+|\d(\.\d+)?e[+-]\d{2,3})$/);
        expect(Number(python)).toBe(value);
      }),
    );
  });

  test('writes integer-valued numbers as integers', () => {
    expect(pythonJson({ b: [3, -0, 2 ** 53, 1e21], a: 0.5 })).toBe(
      '{"a":0.5,"b":[3,0,9007199254740992,1000000000000000000000]}',
    );
  });

  test('rejects numbers beyond a double and lone surrogates', () => {
    expect(() => rewrite('[1e400]')).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    expect(() => pythonJson(['\udc00'])).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    expect(() => pythonJson({ '\ud800': 1 })).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });
});

test('compareCodePoints orders texts by code points', () => {
  const byPoints = (a: string, b: string) => {
    const [x, y] = [[...a], [...b]].map((list) => list.map((c) => c.codePointAt(0)!)) as [number[], number[]];
    const i = x.findIndex((point, at) => point !== y[at]);
    if (i < 0) return x.length - y.length;
    return i < y.length ? x[i]! - y[i]! : 1;
  };
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uff5e', '\u{10000}', '\u{1f600}'),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (a, b) => Math.sign(compareCodePoints(a, b)) === Math.sign(byPoints(a, b))),
    { numRuns: 2000 },
  );
});

test('pythonText formats scalars like Python’s str()', () => {
  expect([true, false, 17, -0, -3, 'rock', 'True'].map(pythonText)).toEqual([
    'True',
    'False',
    '17',
    '0',
    '-3',
    'rock',
    'True',
  ]);
});
