import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgets } from '../../shared/tables/budgets.ts';
import { LineSplitter, parseFrame } from './json-lines.ts';

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

test('refuses a line that arrives in too many pieces, and one after too many empty ones', () => {
  const refused = expect.objectContaining({ code: 'frame_invalid' });
  const dripping = new LineSplitter(100, { maxPushes: 3 });
  for (let push = 0; push < 3; push += 1) {
    dripping.push(bytesOf('a'));
    expect(dripping.next()).toBeNull();
  }
  dripping.push(bytesOf('a'));
  expect(() => dripping.next()).toThrow(refused);

  const empty = new LineSplitter(100, { maxEmptyLines: 3 });
  empty.push(bytesOf('\n\n\na\n'));
  expect(empty.next()).toBe('a');
  empty.push(bytesOf('\nb\n'));
  expect(() => empty.next()).toThrow(refused);
});

test('the limit of one call replaces that of the stream', () => {
  const splitter = new LineSplitter(10);
  splitter.push(bytesOf(`${'a'.repeat(50)}\n${'b'.repeat(50)}\n`));
  expect(splitter.next(50)).toHaveLength(50);
  expect(() => splitter.next()).toThrow(expect.objectContaining({ code: 'frame_too_large' }));
});

test('refuses a frame with more values than any needs, whatever its length', () => {
  const { bytes, values } = budgets.frame;
  const frameOf = (count: number) => `{"a":[${Array(count - 2).fill(0)}]}`;
  expect(parseFrame(frameOf(values)).a).toHaveLength(values - 2);
  expect(frameOf(values + 1).length).toBeLessThan(bytes);
  const refused = { code: 'frame_invalid', detail: { reason: 'malformed_json' } };
  expect(() => parseFrame(frameOf(values + 1))).toThrow(expect.objectContaining(refused));
});
