import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes, errorStatus, ParlorError, toProblem } from './errors.ts';

describe('docs/errors.md', () => {
  const text = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, code = '', cells = '']) => ({
    code,
    cells: cells.split('|').map((cell) => cell.trim()),
  }));

  test('explains exactly the existing codes', () => {
    expect(rows.map(({ code }) => code).sort()).toEqual([...errorCodes].sort());
  });

  test.each(rows)('gives $code its status and three sentences', ({ code, cells }) => {
    expect(cells).toHaveLength(4);
    const [status, ...sentences] = cells;
    expect(status).toBe(String(errorStatus[code as ErrorCode] ?? '-'));
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

test('keeps code, message and detail of a ParlorError', () => {
  const error = new ParlorError('wrong_words', 'Word 3 is not on the list.', { position: 3 });
  expect(toProblem(error)).toEqual({
    code: 'wrong_words',
    message: 'Word 3 is not on the list.',
    detail: { position: 3 },
  });
  expect(JSON.parse(JSON.stringify(toProblem(error)))).toEqual(toProblem(error));
  expect(toProblem(new ParlorError('cancelled', 'Stopped.'))).toEqual({ code: 'cancelled', message: 'Stopped.' });
});

test.each([
  new Error('/home/ann/identity.json: EACCES'),
  'a thrown text',
  null,
  { code: 'cancelled', message: 'looks like one' },
])('hides the message of any other thrown value (%#)', (thrown) => {
  const problem = toProblem(thrown);
  expect(problem.code).toBe('internal');
  expect(JSON.stringify(problem)).not.toMatch(/ann|thrown text|looks like/);
});
