/** Whose turn it is among many sources. */
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const limits = { waiting: 64, waitingPerSource: 8, sources: 1_024, halfLifeMs: 60_000 };

/** Adds `count` entries named after their source. */
function addAll(queue: FairQueue<string>, source: string, count: number): (string | null)[] {
  return Array.from({ length: count }, (_, number) => queue.add(source, `${source} ${number}`));
}

test('a source without turns is next, however many sources have been waiting', () => {
  const queue = new FairQueue<string>(limits);
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 30; number += 1) queue.add(`address ${number}`, 'stranger');
    if (round === 0) for (let turn = 0; turn < 30; turn += 1) queue.next(0);
  }
  queue.add('home', 'honest');
  expect(queue.next(1_000)).toBe('honest');
  expect(queue.next(1_000)).toBe('stranger');
});

test('sources take turns, and within a source the oldest is next', () => {
  const queue = new FairQueue<string>(limits);
  addAll(queue, 'a', 3);
  addAll(queue, 'b', 2);
  const turns = Array.from({ length: 5 }, () => queue.next(0));
  expect(turns).toEqual(['a 0', 'b 0', 'a 1', 'b 1', 'a 2']);
  expect(queue.isEmpty).toBe(true);
});

test('a turn that led to a game does not count', () => {
  const queue = new FairQueue<string>(limits);
  for (let game = 0; game < 10; game += 1) {
    queue.countTurn('home', 0);
    queue.giveBack('home', 0);
  }
  queue.countTurn('stranger', 0);
  addAll(queue, 'stranger', 1);
  addAll(queue, 'home', 1);
  expect(queue.next(0)).toBe('home 0');
  // Nobody gains turns.
  queue.giveBack('unknown', 0);
  queue.giveBack('home', 0);
  queue.giveBack('home', 0);
  addAll(queue, 'new', 1);
  addAll(queue, 'home', 1);
  expect(queue.next(0)).toBe('new 0');
});

test('turns are forgotten: what counted most an hour ago counts less than a turn of now', () => {
  const queue = new FairQueue<string>(limits);
  for (let turn = 0; turn < 1_000; turn += 1) queue.countTurn('then', 0);
  queue.countTurn('now', 3_600_000);
  addAll(queue, 'now', 1);
  addAll(queue, 'then', 1);
  expect(queue.next(3_600_000)).toBe('then 0');
});

test('the newest is let in; the oldest of its source gives way, and beyond the limit of all that of the source with the most', () => {
  const queue = new FairQueue<string>(limits);
  expect(addAll(queue, 'one', 10)).toEqual([...Array<null>(8).fill(null), 'one 0', 'one 1']);
  for (let number = 0; number < 56; number += 1) expect(queue.add(`address ${number}`, 'other')).toBeNull();
  expect(queue.add('home', 'honest')).toBe('one 2');
});
