import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { parseJson } from './parse.ts';

describe('canonicalJson', () => {
  test('sorts keys by UTF-16 code units, omits white space and writes numbers like ECMAScript (RFC 8785)', () => {
    expect(
      canonicalJson({ b: [1.0, 1e21, 1e-7, -0, 0.1], a: { '\uff5e': 1, '\u{1f600}': 2, 10: 3, 9: 4 }, c: '\u0007é/"' }),
    ).toBe('{"a":{"10":3,"9":4,"\u{1f600}":2,"\uff5e":1},"b":[1,1e+21,1e-7,0,0.1],"c":"\\u0007é/\\""}');
  });

  test('is independent of the order of keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(canonicalJson(parseJson(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('omits undefined members and treats __proto__ as an ordinary member', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}');
    expect(canonicalJson(parseJson('{"z":1,"__proto__":2}'))).toBe('{"__proto__":2,"z":1}');
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
  });

  test.each([
    ['/a/0', { a: [Number.NaN] }],
    ['/a', { a: Number.POSITIVE_INFINITY }],
    ['/x~1y', { 'x/y': '\ud800' }],
    ['/\ud800', { '\ud800': 1 }],
    ['/0', [undefined]],
    ['/1', [1, undefined, 2]],
    ['', 1n],
    ['', () => 1],
    ['/d', { d: new Date(0) }],
    ['/m', { m: new Map() }],
  ])('rejects values that JSON cannot represent, at %j', (pointer, value) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({ code: 'malformed_json', detail: { pointer } }),
    );
  });

  test('P-9 rejects deep nesting and cycles with a ParlorError', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 1e5; i += 1) deep = [deep];
    expect(() => canonicalJson(deep)).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => canonicalJson(cycle)).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });
});
