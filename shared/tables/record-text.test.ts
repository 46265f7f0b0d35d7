/** What of a foreign file is parsed at all: the work counts, not the time. */
import { expect, test, vi } from 'vitest';
import { budgets } from './budgets.ts';
import { emptyHead } from './record.ts';
import { exportHead, parseRecord, parseRecordInSlices } from './record-text.ts';

const { lineBytes, lineValues, recordValues } = budgets.files;
const lineOf = (seq: number, entry: string) => `{"seq":${seq},"at":1,"entry":${entry},"head":"${emptyHead}"}`;
/** The values of a line besides those in the array. */
const envelope = 7;
const arrayLine = (seq: number, values: number, item = '[]') =>
  lineOf(seq, `{"kind":"x","a":[${Array(values - envelope).fill(item)}]}`);

/** Which lines were read, and the length of the longest text that was parsed. */
function read(text: string) {
  const parse = vi.spyOn(JSON, 'parse');
  const lines = parseRecord(text).lines.map(({ line }) => line !== null);
  const longest = Math.max(0, ...parse.mock.calls.map(([parsed]) => parsed.length));
  parse.mockRestore();
  return { lines, longest };
}

test('a line with more values than any of a game is not parsed', () => {
  expect(read(arrayLine(0, lineValues)).lines).toEqual([true]);
  expect(read(arrayLine(0, lineValues + 1))).toEqual({ lines: [false], longest: 0 });
  const keys = Array.from({ length: lineValues }, (_, index) => `"k${index}":0`).join();
  const short = lineOf(1, '{"kind":"x"}');
  expect(read([lineOf(0, `{"kind":"start","options":{${keys}}}`), short].join('\n'))).toEqual({
    lines: [false, true],
    longest: short.length,
  });
});

test('a line longer than any of a game is not parsed', () => {
  const textLine = (length: number) => lineOf(0, `{"text":"${'x'.repeat(length)}"}`);
  const room = lineBytes - textLine(0).length;
  expect(read(textLine(room)).lines).toEqual([true]);
  expect(read(textLine(room + 1))).toEqual({ lines: [false], longest: 0 });
});

test('the lines of a record share its values', () => {
  const line = arrayLine(0, lineValues, '0');
  const { lines } = read(Array(400).fill(line).join('\n'));
  // The first line is read twice, also as the beginning of an export.
  expect(lines.filter(Boolean)).toHaveLength(Math.floor(recordValues / lineValues) - 1);
  expect(lines.lastIndexOf(true)).toBeLessThan(lines.indexOf(false));
});

test('the longest honest lines are read', () => {
  const { bytes, values } = budgets.frame;
  const longText = lineOf(0, JSON.stringify({ kind: 'frame', direction: 'sent', text: '\\u00e9'.repeat(bytes / 2) }));
  const manyValues = arrayLine(1, values + envelope, '100000000000000000000');
  const commas = lineOf(
    2,
    JSON.stringify({ kind: 'frame', direction: 'sent', frame: { text: ',['.repeat(bytes / 2) } }),
  );
  expect(read([longText, manyValues, commas].join('\n')).lines).toEqual([true, true, true]);
});

test('a record that is parsed in slices is the same, and other things have their turn', async () => {
  const invalid = 'not a line\n';
  const text = exportHead('{}') + `${lineOf(0, `{"text":"${'x'.repeat(1_000)}"}`)}\n`.repeat(1_000) + invalid;
  let pauses = 0;
  const pause = async () => (pauses += 1);
  expect(await parseRecordInSlices(text, pause)).toEqual(parseRecord(text));
  // A slice of 64 KiB has about sixty of these lines.
  expect(pauses).toBeGreaterThanOrEqual(15);
  pauses = 0;
  expect(await parseRecordInSlices('', pause)).toEqual(parseRecord(''));
  expect(pauses).toBe(0);
});
