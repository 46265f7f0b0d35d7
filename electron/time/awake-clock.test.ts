import { beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../tables/testing/manual-clock.ts';
import { type Clock, createAwakeClock } from './awake-clock.ts';

let system: ManualClock;
let clock: Clock;
beforeEach(() => {
  system = new ManualClock();
  clock = createAwakeClock(system);
});

test('a timer fires after its time, never earlier, and not once it is cancelled', () => {
  const [fired, cancelled] = [vi.fn(), vi.fn()];
  clock.after(7_500, fired);
  const cancel = clock.after(7_500, cancelled);
  system.pass(7_499);
  expect(fired).not.toHaveBeenCalled();
  cancel();
  system.pass(1);
  expect(fired).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test('R17: an hour of suspension counts as two seconds', () => {
  const fired = vi.fn();
  clock.after(120_000, fired);
  system.pass(30_000);
  const before = clock.monotonic();
  system.suspend(3_600_000);
  expect(clock.monotonic() - before).toBe(2_000);
  system.pass(87_999);
  expect(fired).not.toHaveBeenCalled();
  system.pass(1);
  expect(fired).toHaveBeenCalledOnce();
});

test('delays on a busy computer count', () => {
  const fired = vi.fn();
  clock.after(60_000, fired);
  for (let delays = 0; delays < 5; delays += 1) system.suspend(10_000);
  expect(fired).not.toHaveBeenCalled();
  system.suspend(10_000);
  expect(fired).toHaveBeenCalledOnce();
});

test('the clock advances even if the process hardly runs', () => {
  const fired = vi.fn();
  clock.after(10_000, fired);
  for (let wakeUps = 0; wakeUps < 5; wakeUps += 1) system.suspend(60_000);
  expect(fired).toHaveBeenCalledOnce();
});

test('a system clock that goes back does not turn time back', () => {
  let reading = 50_000;
  const clock = createAwakeClock({ monotonic: () => reading, after: () => () => {} });
  reading = 0;
  expect(clock.monotonic()).toBe(50_000);
  reading = 1_000;
  expect(clock.monotonic()).toBe(51_000);
});
