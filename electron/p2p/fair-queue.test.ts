/** Whose turn it is among many sources. */
import { expect, test } from 'vitest';
import { budgets } from '../../shared/tables/budgets.ts';
import { FairQueue, type Sources } from './fair-queue.ts';

const limits = { waiting: 64, waitingPerSource: 8, sources: 1_024, halfLifeMs: 60_000 };

/** Adds `count` entries named after their source. */
function addAll(queue: FairQueue<string>, source: string, count: number): (string | null)[] {
  return Array.from({ length: count }, (_, number) => queue.add([source], `${source} ${number}`, 0));
}

test('a source without turns is next, however many sources have been waiting', () => {
  const queue = new FairQueue<string>(limits);
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 30; number += 1) queue.add([`address ${number}`], 'stranger', 0);
    if (round === 0) for (let turn = 0; turn < 30; turn += 1) queue.next(0);
  }
  queue.add(['home'], 'honest', 0);
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
    queue.countTurn(['home'], 0);
    queue.giveBack(['home'], 0);
  }
  queue.countTurn(['stranger'], 0);
  addAll(queue, 'stranger', 1);
  addAll(queue, 'home', 1);
  expect(queue.next(0)).toBe('home 0');
  // Nobody gains turns.
  queue.giveBack(['unknown'], 0);
  queue.giveBack(['home'], 0);
  queue.giveBack(['home'], 0);
  addAll(queue, 'new', 1);
  addAll(queue, 'home', 1);
  expect(queue.next(0)).toBe('new 0');
});

test('turns are forgotten: what counted most an hour ago counts less than a turn of now', () => {
  const queue = new FairQueue<string>(limits);
  for (let turn = 0; turn < 1_000; turn += 1) queue.countTurn(['then'], 0);
  queue.countTurn(['now'], 3_600_000);
  addAll(queue, 'now', 1);
  addAll(queue, 'then', 1);
  expect(queue.next(3_600_000)).toBe('then 0');
});

test('the newest is let in; the oldest of its source gives way, and beyond the limit of all that of the source with the most', () => {
  const queue = new FairQueue<string>(limits);
  expect(addAll(queue, 'one', 10)).toEqual([...Array<null>(8).fill(null), 'one 0', 'one 1']);
  for (let number = 0; number < 56; number += 1) expect(queue.add([`address ${number}`], 'other', 0)).toBeNull();
  expect(queue.add(['home'], 'honest', 0)).toBe('one 2');
});

/** One of the 65,536 networks /64 in one /48. */
const ofBlock = (number: number): Sources => {
  const [fourth, around] = [number.toString(16), (number & 0xff00).toString(16)];
  return [`2001:db8:1:${fourth}::/64`, `2001:db8:1:${around}::/56`, '2001:db8:1::/48'];
};

test('all networks of a wider one take turns as one source, and the least crowded of them is next', () => {
  const queue = new FairQueue<string>(limits);
  for (let number = 0; number < 600; number += 1) queue.countTurn(ofBlock(number), 0);
  queue.add(ofBlock(1_000), 'stranger', 0);
  queue.add(ofBlock(40_000), 'neighbour', 0);
  queue.countTurn(['home'], 0);
  queue.add(['home'], 'honest', 0);
  expect([queue.next(0), queue.next(0), queue.next(0)]).toEqual(['honest', 'stranger', 'neighbour']);
  queue.giveBack(ofBlock(1_000), 0);
  queue.add(ofBlock(40_000), 'neighbour', 0);
  queue.add(ofBlock(1_000), 'seated', 0);
  expect(queue.next(0)).toBe('seated');
});

test('beyond the limit, a fresh network of a crowded wider one gives way, and no guest from elsewhere', () => {
  const queue = new FairQueue<string>(limits);
  queue.add(['home'], 'honest', 0);
  for (let number = 0; number < 1_000; number += 1)
    expect(queue.add(ofBlock(number), 'stranger', 0)).not.toBe('honest');
  expect(queue.next(0)).toBe('honest');
});

test('among sources with equally many waiting, the one that had the most turns gives way', () => {
  const queue = new FairQueue<string>(limits);
  queue.add(['home'], 'honest', 0);
  for (let number = 0; number < 64; number += 1) {
    queue.countTurn([`address ${number}`], 0);
    if (number === 40) queue.countTurn([`address ${number}`], 0);
    expect(queue.add([`address ${number}`], `stranger ${number}`, 0)).toBe(number === 63 ? 'stranger 40' : null);
  }
  expect(queue.next(0)).toBe('honest');
});

/** When a guest that comes after five seconds of a crowd has its turn, from then, if it tries again as QUIC does; null after 15 s. */
function waitInCrowd(crowd: (number: number) => Sources, perSecond: number, earlierTurns = 0): number | null {
  const queue = new FairQueue<string>({ ...budgets.connection.handshakes });
  const home: Sources = ['home'];
  const from = 5_000;
  for (let turn = 0; turn < earlierTurns; turn += 1) queue.countTurn(home, from - 1);
  let added = 0;
  let turns = 0;
  const retries = [0, 1_000, 3_000, 7_000].map((at) => from + at);
  for (let now = 0; now < from + 15_000; now += 1) {
    for (; added < (now * perSecond) / 1_000; added += 1) queue.add(crowd(added), 'stranger', now);
    if (retries.includes(now)) queue.add(home, 'honest', now);
    for (; turns < (now * budgets.connection.handshakes.perSecond) / 1_000 && !queue.isEmpty; turns += 1)
      if (queue.next(now) === 'honest') return now - from;
  }
  return null;
}

test.each([100, 300, 1_000])(
  'a quiet guest has its turn at once beside a /48 with %i first packets a second',
  (rate) => {
    expect(waitInCrowd((number) => ofBlock(number % 65_536), rate)).toBeLessThanOrEqual(100);
  },
);

test('a guest whose first attempt failed is next once each of 200 fresh addresses has had a turn', () => {
  const crowd = (number: number): Sources => [`address ${number % 200}`];
  expect(waitInCrowd(crowd, 600)).toBeLessThanOrEqual(2_000);
  const waited = waitInCrowd(crowd, 600, 1);
  expect(waited).not.toBeNull();
  expect(waited).toBeLessThanOrEqual(7_100);
});
