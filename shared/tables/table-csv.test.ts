import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableRow } from '../bridge/tables.ts';
import { csvHeader, csvLine } from './table-csv.ts';

const row = (changes: Partial<TableRow> = {}, nickname = 'Ada'): TableRow =>
  ({
    table_id: 't1',
    session_id: null,
    role: 'guest',
    control_mode: 'human',
    phase: 'finished',
    protocol: { protocol_id: 'c4', name: 'Connect Four', mode: 'session_loop', family: 'game:connect-four' },
    peer: { public_key: 'ab12', nickname },
    result: { outcome: 'won', reason: 'Four in a line.', rating: { applied: true, mine: { delta: 18, after: 1282 } } },
    problem: null,
    started_at: 0,
    ended_at: 60_000,
    record: { frames: 12 },
    opening: [
      { by: 'guest', text: 'column 4' },
      { by: 'host', text: 'column 3' },
    ],
    ...changes,
  }) as unknown as TableRow;

/** As RFC 4180 reads a line. */
const cellsOf = (line: string) =>
  [...line.replace(/\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
const cellsByName = (line: string) => {
  const cells = cellsOf(line);
  return Object.fromEntries(cellsOf(csvHeader).map((name, index) => [name, cells[index]]));
};

test('a row has its outcome, points and first moves', () => {
  expect(cellsByName(csvLine(row()))).toEqual({
    started_at: '1970-01-01T00:00:00.000Z',
    ended_at: '1970-01-01T00:01:00.000Z',
    game: 'Connect Four',
    seat: 'guest',
    opponent: 'Ada',
    end: 'won',
    reason: 'Four in a line.',
    points: '18',
    rating: '1282',
    control_mode: 'human',
    messages: '12',
    opening: 'me: column 4; peer: column 3',
    opponent_key: 'ab12',
    protocol_id: 'c4',
    table_id: 't1',
    session_id: '',
  });
});

test('an unfinished game says why by its code', () => {
  const failed = row({ phase: 'failed', result: null, problem: { code: 'peer_disconnected', message: 'Gone.' } });
  expect(cellsByName(csvLine(failed))).toMatchObject({ end: 'unfinished', reason: 'peer_disconnected', points: '' });
});

test.each([
  ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
  ['  @SUM(A1)', `  '@SUM(A1)`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['＝1', `'＝1`],
  ['\t=1', ` '=1`],
  ['a\r\n=1', 'a =1'],
  ['Ada;=1', `Ada;'=1`],
  ['Ada, =1', `Ada, '=1`],
  ['Ada"=1', `Ada"'=1`],
  ['Ada = Eve', 'Ada = Eve'],
  ['\u202eevil', 'U+202Eevil'],
])('the name %j is written as %j', (nickname, expected) => {
  expect(cellsByName(csvLine(row({}, nickname))).opponent).toBe(expected);
});

test('no name adds a cell or a line, or begins a formula at any separator', () => {
  const alphabet = [...'=+-@＝,;|"\'ab ', '\t', '\n', '\r', '\u2028', '\u0000'];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet) }), (nickname) => {
      const line = csvLine(row({}, nickname));
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(cellsOf(line)).toHaveLength(cellsOf(csvHeader).length);
      for (const separator of [',', ';', '\t', '|'])
        for (const part of line.split(separator)) expect(part).not.toMatch(/^\s*"?\s*[=+\-@＝]/);
    }),
  );
});
