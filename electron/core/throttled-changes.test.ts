import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleChanges } from './throttled-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Snapshot {
  id: string;
  number: number;
  phase: string;
}
const at = (id: string, number: number, phase = 'playing'): Snapshot => ({ id, number, phase });

function throttled() {
  const sent: Snapshot[] = [];
  const changes = throttleChanges<Snapshot>(
    { keyOf: ({ id }) => id, mustNotWait: ({ phase }) => phase, intervalMs: 50 },
    (value) => sent.push(value),
  );
  return { ...changes, sent };
}

it('sends the first snapshot at once, and of a storm only the latest', () => {
  const { push, sent } = throttled();
  for (let number = 1; number <= 200; number += 1) push(at('a', number));
  expect(sent).toEqual([at('a', 1)]);
  vi.advanceTimersByTime(50);
  expect(sent).toEqual([at('a', 1), at('a', 200)]);
  vi.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(2);
});

it('sends at most one in each interval', () => {
  const { push, sent } = throttled();
  for (let number = 0; number < 100; number += 1) {
    push(at('a', number));
    vi.advanceTimersByTime(10);
  }
  expect(sent.length).toBeLessThanOrEqual(1_000 / 50 + 1);
});

it('never delays or skips an important change, and keeps the order', () => {
  const { push, sent } = throttled();
  push(at('a', 1));
  push(at('a', 2));
  push(at('a', 3, 'finished'));
  expect(sent).toEqual([at('a', 1), at('a', 2), at('a', 3, 'finished')]);
  vi.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(3);
});

it('does not let one table delay another', () => {
  const { push, sent } = throttled();
  push(at('a', 1));
  push(at('b', 1));
  expect(sent).toEqual([at('a', 1), at('b', 1)]);
});

it('passes on what waits when it is flushed', () => {
  const { push, flush, sent } = throttled();
  push(at('a', 1));
  push(at('a', 2));
  flush();
  expect(sent).toEqual([at('a', 1), at('a', 2)]);
  vi.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(2);
});
