import { expect, test } from 'vitest';
import { createNewestFirstQueue } from './newest-first.ts';

test('runs a limited number of tasks at a time, the newest of the waiting ones first, whatever becomes of them', async () => {
  const inTurn = createNewestFirstQueue(2);
  const started: number[] = [];
  const ends = [1, 2, 3, 4, 5].map((number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const result = inTurn(() => {
      started.push(number);
      return promise;
    });
    return { result, resolve: () => resolve(number), reject: () => reject(new Error(String(number))) };
  });
  const [first, second, third, fourth, fifth] = ends;
  expect(started).toEqual([1, 2]);
  first!.reject();
  await expect(first!.result).rejects.toThrow('1');
  expect(started).toEqual([1, 2, 5]);
  fifth!.resolve();
  expect(await fifth!.result).toBe(5);
  expect(started).toEqual([1, 2, 5, 4]);
  for (const { resolve } of [second!, fourth!]) resolve();
  expect(await second!.result).toBe(2);
  third!.resolve();
  expect(await third!.result).toBe(3);
  expect(started).toEqual([1, 2, 5, 4, 3]);
});
