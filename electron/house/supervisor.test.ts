/** Restarts of the house's worker, and the messages to it, with fake workers. */
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../shared/bridge/settings.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { Worker } from '../workers/worker.ts';
import { createHouseSupervisor, type HouseSupervisor } from './supervisor.ts';

const dataDir = temporaryFolder();
/** A function per launched worker that makes it exit. */
const exits: (() => void)[] = [];
/** Messages to the workers. */
const sent: JsonObject[] = [];
let house: HouseSupervisor;

function supervise(): void {
  house = createHouseSupervisor({
    dataDir,
    settings: defaultSettings,
    onKeys: () => {},
    launchWorker(_script, _args, logFile): Worker {
      expect(logFile).toBe(join(dataDir, 'house.log'));
      const { promise: exited, resolve } = Promise.withResolvers<void>();
      exits.push(resolve);
      return {
        ready: Promise.resolve({ event: 'house', keys: [] }),
        exited,
        onLine: () => {},
        send: (message) => void sent.push(message),
        async stop() {
          resolve();
        },
      };
    },
  });
}

afterEach(async () => {
  await house.dispose();
  vi.useRealTimers();
  exits.length = 0;
  sent.length = 0;
});

/** Makes the last worker exit; returns the number of launches after `ms` more milliseconds. */
async function launchedAfter(ms: number): Promise<number> {
  exits.at(-1)?.();
  await vi.advanceTimersByTimeAsync(ms);
  return exits.length;
}

it('restarts a worker that keeps exiting early, with growing delays', async () => {
  vi.useFakeTimers();
  supervise();
  house.setCommunity('http://127.0.0.1:1');
  expect(await launchedAfter(1_999)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits.length).toBe(2);
  for (const [n, delay] of [4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    expect(await launchedAfter(delay - 1)).toBe(2 + n);
    await vi.advanceTimersByTimeAsync(1);
    expect(exits.length).toBe(3 + n);
  }
  // A worker that has run for a while is restarted after the shortest delay.
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await launchedAfter(2_000)).toBe(9);
});

it('does not restart a stopped house', async () => {
  vi.useFakeTimers();
  supervise();
  house.setCommunity('http://127.0.0.1:1');
  await house.dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(exits.length).toBe(1);
});

it('sends a prepared worker the URL of the community once, as soon as it is known', async () => {
  supervise();
  house.prepare();
  expect(exits.length).toBe(1);
  expect(sent).toEqual([]);
  house.setCommunity('http://127.0.0.1:1');
  await expect.poll(() => sent).toEqual([{ server: 'http://127.0.0.1:1' }]);
  expect(exits.length).toBe(1);
});

it('stops a prepared worker if another community is used', async () => {
  vi.useFakeTimers();
  supervise();
  house.prepare();
  house.setCommunity(null);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(exits.length).toBe(1);
  house.setCommunity('http://127.0.0.1:2');
  await vi.advanceTimersByTimeAsync(0);
  expect(exits.length).toBe(2);
  expect(sent).toEqual([{ server: 'http://127.0.0.1:2' }]);
});

it('tells the worker in which language newcomers are greeted: that of the settings, or else of the system', async () => {
  vi.useFakeTimers();
  supervise();
  house.prepare();
  await vi.advanceTimersByTimeAsync(0);
  house.setSystemLanguages(['de-DE', 'zh-CN']);
  house.setSettings({ ...defaultSettings, locale: 'en' });
  house.setSystemLanguages(['zh-SG']);
  house.setSettings(defaultSettings);
  expect(sent).toEqual([{ language: 'zh-CN' }, { language: 'en' }, { language: 'zh-CN' }]);
});
