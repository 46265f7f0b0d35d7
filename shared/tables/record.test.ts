import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json/value.ts';
import { emptyHead, headAfter, nextLine, type RecordEntry, type RecordLine } from './record.ts';
import { firstBrokenLine } from './testing/broken-line.ts';

function recordOf(entries: RecordEntry[]): RecordLine[] {
  const lines: RecordLine[] = [];
  for (const [index, entry] of entries.entries()) lines.push(nextLine(lines.at(-1) ?? null, 1000 + index, entry));
  return lines;
}

const entry = fc.oneof(
  fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((frame): RecordEntry => ({ kind: 'frame', direction: 'sent', frame: frame as JsonObject })),
  fc.string().map((value): RecordEntry => ({ kind: 'decision', key: 'turn:1', value, origin: 'you' })),
  fc.constant<RecordEntry>({ kind: 'event', name: 'peer_resumed' }),
);
const record = fc.array(entry, { minLength: 1, maxLength: 12 }).map(recordOf);
const reread = (lines: RecordLine[]) => JSON.parse(JSON.stringify(lines)) as Json[];

test('a record read back from JSON matches its chain', () => {
  fc.assert(
    fc.property(record, (lines) => {
      expect(firstBrokenLine(reread(lines))).toBeNull();
    }),
  );
});

test('locates changed, dropped and duplicated lines', () => {
  fc.assert(
    fc.property(record, fc.nat(), fc.constantFrom('change', 'drop', 'duplicate', 'time'), (lines, position, how) => {
      const index = position % lines.length;
      const changed = reread(lines) as unknown as RecordLine[];
      const line = changed[index] as RecordLine;
      if (how === 'change') line.entry = { ...line.entry, kind: 'another' };
      if (how === 'time') line.at += 1;
      if (how === 'duplicate') changed.splice(index, 0, line);
      if (how === 'drop') changed.splice(index, 1);
      const broken = firstBrokenLine(changed as unknown as Json[]);
      if (how === 'duplicate') expect(broken).toBe(index + 1);
      // A truncated record is consistent in itself: only its last head, known from elsewhere, would show it.
      else if (how === 'drop' && index === lines.length - 1) expect(broken).toBeNull();
      else expect(broken).toBe(index);
    }),
  );
});

test('chains the first line to 64 zeros and hashes its canonical form', () => {
  const first = nextLine(null, 5, { kind: 'event', name: 'held' });
  expect(first).toEqual({
    seq: 0,
    at: 5,
    entry: { kind: 'event', name: 'held' },
    head: headAfter(emptyHead, { seq: 0, at: 5, entry: { name: 'held', kind: 'event' } }),
  });
  expect(first.head).toBe('6c2e352ecce19e5c169452aa5e23a6a76555129543f255c4ab184a33ad445473');
});

test('records a frame without a canonical form as ASCII text', () => {
  const line = nextLine(null, 5, { kind: 'frame', direction: 'received', frame: { action: 'chat', text: '\ud800 é' } });
  expect(line.entry).toEqual({
    kind: 'frame',
    direction: 'received',
    text: '{"action":"chat","text":"\\ud800 \\u00e9"}',
  });
  expect(firstBrokenLine(reread([line]))).toBeNull();
});

test('rejects values that are not lines', () => {
  expect(firstBrokenLine([])).toBeNull();
  expect(firstBrokenLine([null])).toBe(0);
  expect(firstBrokenLine([{ seq: 0, at: 1, entry: {}, head: emptyHead }])).toBe(0);
});
