import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './json-lines.ts';

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

function allLines(splitter: LineSplitter): string[] {
  const lines: string[] = [];
  for (let line = splitter.next(); line !== null; line = splitter.next()) lines.push(line);
  return lines;
}

test('restores lines however the bytes were split', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (lines, sizes) => {
      const splitter = new LineSplitter(10_000);
      const bytes = bytesOf(lines.map((text) => `${text}\n`).join(''));
      const seen: string[] = [];
      for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
        const size = sizes[cut % sizes.length]!;
        splitter.push(bytes.slice(at, at + size));
        seen.push(...allLines(splitter));
        at += size;
      }
      expect(seen).toEqual(lines.filter((text) => text !== ''));
      expect(splitter.pending).toBe(false);
    }),
  );
});

test('accepts a line at the limit, and refuses one byte more', () => {
  const exact = new LineSplitter(100_000);
  exact.push(bytesOf(`${'a'.repeat(100_000)}\n`));
  expect(exact.next()).toHaveLength(100_000);
  const over = new LineSplitter(100_000);
  over.push(bytesOf(`${'a'.repeat(100_001)}\n`));
  expect(() => over.next()).toThrow(expect.objectContaining({ code: 'frame_too_large' }));
});

test('refuses an endless line as soon as it passes the limit', () => {
  const splitter = new LineSplitter(1_000);
  splitter.push(bytesOf('a'.repeat(1_000)));
  expect(splitter.next()).toBeNull();
  splitter.push(bytesOf('a'));
  expect(() => splitter.next()).toThrow(expect.objectContaining({ code: 'frame_too_large' }));
});

test('a line that is not UTF-8 does not affect others', () => {
  const splitter = new LineSplitter(100);
  splitter.push([0xc3, 0x28, 0x0a, ...bytesOf('next\n')]);
  expect(() => splitter.next()).toThrow(expect.objectContaining({ code: 'frame_invalid' }));
  expect(splitter.next()).toBe('next');
});

test('reports an unfinished line as pending', () => {
  const splitter = new LineSplitter(100);
  splitter.push(bytesOf('one\ntwo'));
  expect(allLines(splitter)).toEqual(['one']);
  expect(splitter.pending).toBe(true);
});
