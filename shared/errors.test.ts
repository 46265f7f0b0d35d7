import { expect, test } from 'vitest';
import { ParlorError, toProblem } from './errors.ts';

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
