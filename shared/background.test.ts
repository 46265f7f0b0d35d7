import { expect, onTestFinished, test } from 'vitest';
import { callSafely, inBackground } from './background.ts';
import { onReportedError } from './errors.ts';

function reported(): [string, string][] {
  const entries: [string, string][] = [];
  onTestFinished(onReportedError((error, context) => entries.push([context, (error as Error).message])));
  return entries;
}

test('a failure in the background is reported with its context, and fails what it belongs to', async () => {
  const entries = reported();
  const failed = Promise.withResolvers<unknown>();
  inBackground('rating', Promise.reject(new Error('lost')), failed.resolve);
  expect(await failed.promise).toMatchObject({ message: 'lost' });
  expect(entries).toEqual([['rating', 'lost']]);
});

test('a failure to fail is reported too', async () => {
  const entries = reported();
  inBackground('rating', Promise.reject(new Error('lost')), () => {
    throw new Error('twice');
  });
  await expect
    .poll(() => entries)
    .toEqual([
      ['rating', 'lost'],
      ['rating', 'twice'],
    ]);
});

test('a listener that throws stops neither the caller nor other listeners', () => {
  const entries = reported();
  const seen: number[] = [];
  for (const listener of [
    () => {
      throw new Error('broken');
    },
    (value: number) => seen.push(value),
  ])
    callSafely('change', listener, 5);
  expect([seen, entries]).toEqual([[5], [['change', 'broken']]]);
});
