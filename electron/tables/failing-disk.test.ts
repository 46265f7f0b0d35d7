/**
 * R23: file operations of one side fail during a game, one at a time or all for a while, in a process of its own that must go on. In
 * `npm run test:long` every operation of a whole game fails with every error.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Problem } from '../../shared/errors.ts';
import { firstRecordDifference } from '../../shared/tables/record-difference.ts';
import { verifyRecord } from '../../shared/tables/verify-record.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Event, openPrograms } from '../cli/testing/programs.ts';
import { defaultResourcesDir } from '../installation.ts';

const programs = openPrograms();
afterAll(() => programs.killAll());

/** Processor time that one turn of the event loop may take, milliseconds. */
const longestTurnMs = 1_000;
const stopMs = 20_000;

interface Side {
  phase: 'finished' | 'failed';
  winner: string | null;
  state: string | null;
  problem: Problem | null;
  record: string;
}
interface GameEvent extends Event {
  fault: string;
  adaHosts: boolean;
  longestTurnMs: number;
  ada?: Side | null;
  grace?: Side | null;
  refused?: Problem;
  stuck?: unknown;
}

const isSettled = (side: Side | null | undefined) => side?.state === 'settled' || side?.state === 'capped';

test('whatever a disk does during a game, the process goes on, and nothing settles against a record', {
  timeout: isLongRun ? 7_200_000 : 300_000,
}, async () => {
  const spec = readFileSync(join(defaultResourcesDir(), 'protocols/rock-paper-scissors/spec.json'), 'utf8');
  const games = programs.start(process.execPath, [
    join(import.meta.dirname, 'testing/failing-disk-games.ts'),
    temporaryFolder(),
    isLongRun ? 'all' : 'few',
  ]);
  await games.waitFor(({ event }) => event === 'done');
  const played = games.events.filter(({ event }) => event === 'game') as GameEvent[];
  expect(played.length).toBeGreaterThan(10);
  for (const game of played) {
    const { fault, adaHosts, ada, grace, refused } = game;
    const name = `${fault}, ${adaHosts ? 'host' : 'guest'}`;
    expect(game.stuck, name).toBeUndefined();
    expect(game.longestTurnMs, name).toBeLessThan(longestTurnMs);
    // The failure is told, with its reason.
    if (refused) expect(refused, name).toMatchObject({ code: 'data_dir_unusable' });
    if (ada?.phase === 'failed') {
      expect(ada.problem, name).toMatchObject({ code: 'data_dir_unusable' });
      expect(ada.problem?.message, name).toMatch(/could not be recorded: /);
    }
    if (fault === 'none') expect([isSettled(ada), isSettled(grace)], name).toEqual([true, true]);
    if (isSettled(ada) || isSettled(grace)) {
      expect(ada?.winner, name).toBe(grace?.winner);
      for (const record of [ada?.record ?? '', grace?.record ?? '']) {
        const { findings, end } = verifyRecord(record, spec);
        expect([findings, end?.completed, end?.winner], name).toEqual([[], true, ada?.winner]);
      }
      expect(firstRecordDifference(ada?.record ?? '', grace?.record ?? ''), name).toBeNull();
    }
  }
  // A moment without space ends no game.
  const short = played.filter(({ fault }) => fault.startsWith('ENOSPC for 1000 ms'));
  expect(short.length).toBeGreaterThan(2);
  for (const { fault, adaHosts, ada, refused } of short)
    expect(refused ?? ada?.problem ?? ada?.phase, `${fault}, ${adaHosts ? 'host' : 'guest'}`).toBe('finished');
  process.kill(games.pid, 'SIGTERM');
  expect(await Promise.race([games.ended, delay(stopMs, 'deaf to SIGTERM', { ref: false })])).toBe(0);
});
