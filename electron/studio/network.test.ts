import { expect, test } from 'vitest';
import { delayOf, SimulatedStream } from './network.ts';

test('latency and loss delay lines reproducibly from the seed', () => {
  const delays = (seed: string, loss_percent: number) =>
    Array.from({ length: 200 }, (_, number) => delayOf({ latency_ms: 50, loss_percent }, seed, 'host', number));
  expect(new Set(delays('a', 0))).toEqual(new Set([50]));
  expect(delays('a', 20)).toEqual(delays('a', 20));
  expect(delays('a', 20)).not.toEqual(delays('b', 20));
  const late = delays('a', 20).filter((delay) => delay > 50);
  // Resent after 3 latencies (150 ms), then after twice that time, and so on.
  expect(late.every((delay) => [200, 500, 1100, 2300, 4700].includes(delay))).toBe(true);
  expect(late.length).toBeGreaterThan(20);
  expect(late.length).toBeLessThan(60);
});

test('a line never overtakes an earlier one', () => {
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const wire = new SimulatedStream({
    monotonic: () => now,
    wall: () => now,
    entropy: () => '',
    after(ms, run) {
      timers.push({ at: now + ms, run });
      return () => {};
    },
  });
  const arrived: string[] = [];
  wire.send(200, () => arrived.push(`first ${now}`));
  now = 0.5;
  wire.send(10, () => arrived.push(`second ${now}`));
  for (const { at, run } of timers.sort((a, b) => a.at - b.at)) {
    now = at;
    run();
  }
  expect(arrived).toEqual(['first 200', 'second 200.5']);
});
