import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterCount, utf8Bytes, utf8Length, utf8Text } from './utf8.ts';

test('agrees with Node on lengths and bytes, including lone surrogates', () => {
  const unit = fc.oneof(
    fc.constantFrom('\ud800', '\udc00', '\ud83d\ude00', '\u07ff', '\u0800', '\uffff', 'é', 'a'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      expect(Buffer.from(utf8Bytes(text))).toEqual(Buffer.from(text));
      expect(characterCount(text)).toBe(Array.from(text).length);
      if (text.isWellFormed()) expect(utf8Text(utf8Bytes(text))).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('rejects invalid UTF-8 and preserves a byte order mark', () => {
  expect(() => utf8Text(Uint8Array.of(0xff))).toThrow(TypeError);
  expect(() => utf8Text(Uint8Array.of(0xed, 0xa0, 0x80))).toThrow(TypeError);
  expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
});
