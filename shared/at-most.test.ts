import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test.each([
  ['oldest', [1, 2, 3, 4, 5]],
  ['newest', [1, 2, 5, 4, 3]],
] as const)(
  'runs a limited number of tasks at a time, then the %s of those that wait, whatever becomes of them',
  async (next, order) => {
    const inTurn = atMost(2, next);
    const started: number[] = [];
    const ends = [1, 2, 3, 4, 5].map((number) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const result = inTurn(() => {
        started.push(number);
        return promise;
      });
      return { result, resolve: () => resolve(number), reject: () => reject(new Error(String(number))) };
    });
    const endOf = (number: number) => ends[number - 1]!;
    const [, , third, fourth, fifth] = order;
    expect(started).toEqual([1, 2]);
    endOf(1).reject();
    await expect(endOf(1).result).rejects.toThrow('1');
    expect(started).toEqual([1, 2, third]);
    endOf(third).resolve();
    expect(await endOf(third).result).toBe(third);
    expect(started).toEqual([1, 2, third, fourth]);
    for (const number of [2, fourth]) endOf(number).resolve();
    expect(await endOf(2).result).toBe(2);
    endOf(fifth).resolve();
    expect(await endOf(fifth).result).toBe(fifth);
    expect(started).toEqual(order);
  },
);
