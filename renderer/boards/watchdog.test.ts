import { expect, it } from 'vitest';
import { boardPing } from '../../shared/boards/contract.ts';
import { createWatchdog } from './watchdog.ts';

it('U7: allows three unanswered pings; an answer allows another', () => {
  const watchdog = createWatchdog();
  const ids = Array.from({ length: boardPing.misses }, () => watchdog.ping());
  expect(new Set(ids).size).toBe(boardPing.misses);
  watchdog.recordAnswer(ids[0]!);
  expect(watchdog.ping()).not.toBeNull();
  expect(watchdog.ping()).toBeNull();
});

it('U7: ignores answers to pings that were never sent', () => {
  const watchdog = createWatchdog();
  for (let i = 0; i < boardPing.misses; i++) watchdog.ping();
  watchdog.recordAnswer('ping:99');
  expect(watchdog.ping()).toBeNull();
});
