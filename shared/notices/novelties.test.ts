import { expect, it } from 'vitest';
import type { Moment } from './moments.ts';
import { createNovelties } from './novelties.ts';

const momentOf = (id: string, mark: number | string = 1, kind: Moment['kind'] = 'messages') =>
  ({ id, mark: String(mark), kind }) as Moment;
const second = 1000;

/** Which moments are announced together, in order. */
function watch() {
  const novelties = createNovelties();
  const announced: string[][] = [];
  return {
    announced,
    novelties,
    see(moments: Moment[], now: number, announces?: (moment: Moment) => boolean) {
      for (const group of novelties.next(moments, now, announces)) announced.push(group.map(({ id }) => id));
    },
  };
}

it('announces each state of a subject once', () => {
  const { see, announced } = watch();
  see([momentOf('a', 1)], 0);
  see([momentOf('a', 1)], 30 * second);
  expect(announced).toEqual([['a']]);
  see([momentOf('a', 2)], 60 * second);
  // An earlier state that shows again, such as the challenge before one that was withdrawn.
  see([momentOf('a', 1)], 90 * second);
  expect(announced).toEqual([['a'], ['a']]);
  see([momentOf('t', 'turn:1', 'turn')], 91 * second);
  see([momentOf('t', 'turn:1 low', 'turn')], 92 * second);
  see([momentOf('t', 'turn:1', 'turn')], 93 * second);
  expect(announced.slice(2)).toEqual([['t'], ['t']]);
});

it('announces fifty of one person with the first, and then all together', () => {
  const { see, announced, novelties } = watch();
  for (let count = 1; count <= 50; count += 1) see([momentOf('a', count)], count * 100);
  expect(announced).toEqual([['a']]);
  expect(novelties.nextAt).toBe(100 + 20 * second);
  see([momentOf('a', 50)], novelties.nextAt!);
  expect(announced).toEqual([['a'], ['a']]);
  expect(novelties.nextAt).toBeNull();
});

it('bounds how often it announces, whoever is the cause, and then tells of all at once', () => {
  const { see, announced } = watch();
  const moments: Moment[] = [];
  const hour = 3600;
  for (let at = 0; at < hour; at += 1) {
    moments.push(momentOf(`p${at}`));
    see(moments, at * second);
  }
  expect(announced.slice(0, 3)).toEqual([['p0'], ['p1'], ['p2']]);
  expect(announced.length).toBeLessThan(20);
  const told = announced.flat();
  expect(new Set(told).size).toBe(told.length);
  // After a quiet time it is prompt again.
  const before = announced.length;
  see(moments, 2 * hour * second);
  see([momentOf('late')], 4 * hour * second);
  expect(announced.slice(before + 1)).toEqual([['late']]);
});

it('never holds a turn back, nor what has gone or been seen meanwhile', () => {
  const { see, announced, novelties } = watch();
  const storm = Array.from({ length: 9 }, (_, at) => momentOf(`p${at}`));
  see(storm, 0);
  see([...storm, momentOf('t', 'turn:1', 'turn'), momentOf('guests', 'x', 'guests')], second);
  expect(announced).toEqual([['p0'], ['p1'], ['p2'], ['t'], ['guests']]);
  see(storm, 2 * second, ({ id }) => id !== 'p8');
  see(storm.slice(5), novelties.nextAt!);
  expect(announced.slice(5)).toEqual([['p5', 'p6', 'p7']]);
});

it('never announces what was to be known only', () => {
  const { see, announced } = watch();
  see([momentOf('a'), momentOf('b')], 0, () => false);
  see([momentOf('a'), momentOf('b'), momentOf('c')], second);
  expect(announced).toEqual([['c']]);
});
