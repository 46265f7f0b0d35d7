import { expect, it } from 'vitest';
import { createWorkerWatch } from './worker-watch.ts';

function watch() {
  let now = 0;
  const watched = createWorkerWatch(() => now);
  const tickAfter = (ms: number) => {
    now += ms;
    return watched.tick();
  };
  return { tickAfter, alive: watched.alive };
}

it('reports a worker that has missed three pings', () => {
  const { tickAfter, alive } = watch();
  alive();
  expect([1, 2, 3, 4].map(() => tickAfter(2_000))).toEqual(['ping', 'ping', 'ping', 'stuck']);
});

it('waits for a worker that is still starting', () => {
  const { tickAfter } = watch();
  expect([1, 2, 3, 4].map(() => tickAfter(2_000))).toEqual([null, null, null, null]);
});

it('does not blame the worker for the lateness of the window itself', () => {
  const { tickAfter, alive } = watch();
  alive();
  const waits = [2_000, 2_100, 2_000, 5_000, 2_000, 3_500, 2_000, 2_000, 2_000];
  expect(waits.map(tickAfter)).toEqual([...Array(8).fill('ping'), 'stuck']);
});

it('goes on after an answer', () => {
  const { tickAfter, alive } = watch();
  for (let round = 0; round < 5; round += 1) {
    alive();
    expect([1, 2].map(() => tickAfter(2_000))).toEqual(['ping', 'ping']);
  }
});
