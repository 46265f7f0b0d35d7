import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, encodingOf, invalidUtf8Line } from './text-encoding.ts';

const text = '{\n "name": "Züge"\n}\n';
const utf16le = (value: string) => new Uint8Array(Buffer.from(value, 'utf16le'));
const utf16be = (value: string) => new Uint8Array(Buffer.from(value, 'utf16le').swap16());
const utf8 = (value: string) => new TextEncoder().encode(value);

test.each([
  ['UTF-8', false, utf8(text)],
  ['UTF-8', false, utf8('')],
  ['UTF-8', true, utf8(`\ufeff${text}`)],
  ['UTF-16 (little-endian)', true, utf16le(`\ufeff${text}`)],
  ['UTF-16 (big-endian)', true, utf16be(`\ufeff${text}`)],
  ['UTF-16 (little-endian)', false, utf16le(text)],
  ['UTF-16 (big-endian)', false, utf16be(text)],
])('recognizes %s (byte order mark: %s)', (name, marked, bytes) => {
  expect(encodingOf(bytes)).toMatchObject({ name, marked });
  expect(decodeText(bytes)).toBe(bytes.length === 0 ? '' : text);
});

test.each([
  ['UTF-32 (little-endian)', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]],
  ['UTF-32 (big-endian)', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]],
])('names %s, which is not decoded', (name, bytes) => {
  expect(encodingOf(Uint8Array.from(bytes))).toEqual({ name, label: null, marked: true });
});

test('finds the line of bytes that are not UTF-8', () => {
  const latin1 = new Uint8Array(Buffer.from(text, 'latin1'));
  expect(encodingOf(latin1)).toEqual({ name: null, label: null, marked: false });
  expect(invalidUtf8Line(latin1)).toBe(2);
  expect(invalidUtf8Line(utf8(text))).toBeNull();
  // Cut within a character, in the last line.
  expect(invalidUtf8Line(utf8('a\nü').subarray(0, 3))).toBe(2);
});

test('every text that begins with two ASCII characters is decoded in each encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (rest) => {
      const value = `{"${rest}`;
      for (const bytes of [utf8(value), utf8(`\ufeff${value}`), utf16le(value), utf16be(`\ufeff${value}`)])
        expect(decodeText(bytes)).toBe(value);
    }),
  );
});
