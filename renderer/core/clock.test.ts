import { beforeEach, expect, it, vi } from 'vitest';
import { createReceivedClock, type ReceivedClock } from './clock.ts';

let own = 0;
let clock: ReceivedClock;
beforeEach(() => {
  own = 50_000;
  clock = createReceivedClock(() => own);
  clock.set(7_000);
});

/** Time passes for this window; main sends a reading every two seconds until it stops. */
function pass(ms: number, reading: ((elapsed: number) => number) | null): void {
  for (let elapsed = 1_000; elapsed <= ms; elapsed += 1_000) {
    own += 1_000;
    if (reading !== null && elapsed % 2_000 === 0) clock.set(reading(elapsed));
    clock.tick();
  }
}

it('advances between readings', () => {
  own += 1_500;
  expect(clock.now()).toBe(8_500);
});

it('isn’t set back by a reading that was delayed on its way', () => {
  own += 2_000;
  clock.set(8_700);
  expect(clock.now()).toBe(9_000);
});

it('follows main’s clock when that stood still', () => {
  own += 3_600_000;
  clock.set(9_000);
  expect(clock.now()).toBe(9_000);
  expect(clock.corrections()).toBe(2);
  own += 500;
  expect(clock.now()).toBe(9_500);
});

it('follows main’s clock when this window stood still', () => {
  clock.set(67_000);
  expect(clock.now()).toBe(67_000);
});

it('I6: stands still once main has stopped responding, and goes on when it responds again', () => {
  const listener = vi.fn();
  clock.subscribe(listener);
  pass(4_000, (elapsed) => 7_000 + elapsed);
  expect(clock.isStopped()).toBe(false);
  pass(60_000, null);
  expect(clock.isStopped()).toBe(true);
  const stoppedAt = clock.now();
  expect(stoppedAt).toBeLessThanOrEqual(17_000);
  pass(10_000, null);
  expect(clock.now()).toBe(stoppedAt);
  clock.set(13_000);
  expect(clock.isStopped()).toBe(false);
  expect(clock.now()).toBe(13_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

it('doesn’t take its own sleep for main’s silence', () => {
  own += 3_600_000;
  clock.tick();
  expect(clock.isStopped()).toBe(false);
});
