import { expect, it } from 'vitest';
import { createCommunityClock } from './community-clock.ts';

const hourMs = 3_600_000;
let wall = Date.parse('2026-03-01T12:00:00.000Z');
let monotonic = 5_000;
const pass = (ms: number) => {
  wall += ms;
  monotonic += ms;
};

it('keeps the community’s time when this computer’s date changes', () => {
  const clock = createCommunityClock(
    () => wall,
    () => monotonic,
  );
  expect(clock.now()).toBe(wall);
  const communityMs = wall + 2 * hourMs;
  clock.update(new Date(communityMs).toUTCString(), wall);
  expect(Math.abs(clock.now() - communityMs)).toBeLessThan(1_000);
  const before = clock.now();
  for (const hours of [1, -1, 24, -48]) {
    wall += hours * hourMs;
    pass(10_000);
  }
  expect(clock.now() - before).toBe(40_000);
});

it('counts small differences as none', () => {
  const clock = createCommunityClock(
    () => wall,
    () => monotonic,
  );
  clock.update(new Date(wall + 1_000).toUTCString(), wall);
  expect(clock.offsetMs).toBe(0);
  expect(clock.now()).toBe(wall);
});
