/** The window and main after years of use, compared with a new profile in the same run. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { createApp, type RunningApp } from '../e2e/app-fixture.ts';
import { firstRun, rowOf } from '../e2e/user-actions.ts';
import { residentMemory } from '../shared/testing/processes.ts';
import { processesOf } from './memory.ts';
import { budget, median, type Row } from './report.ts';
import { playOneGame, railLink, timeToPaint } from './ui-latency.ts';

const rounds = 7;
const startRounds = 3;
/** Milliseconds of a frame: the least difference that can be seen. */
const frameMs = 1000 / 60;

/** A selector of each room's content, in both profiles. */
const rooms = {
  Tables: '[data-table]',
  Protocols: '[data-protocol]',
  Inbox: '[data-row]',
  Standings: '[data-agent]',
  Studio: 'p',
  Settings: 'h2',
  Lobby: '[data-post]',
};
type Room = keyof typeof rooms;

interface Profile {
  app: RunningApp & { dispose(): Promise<void> };
  page: Page;
  times: { [room in Room]: number[] };
  startMs: number[];
  megabytes: number[];
}

export async function benchLargeProfile(browser: Browser): Promise<Row[]> {
  const profiles = { large: await newProfile(browser), fresh: await newProfile(browser) };
  try {
    await profiles.large.app.stop();
    const script = join(import.meta.dirname, '../e2e/large-profile/fill.ts');
    await promisify(execFile)(process.execPath, [script, profiles.large.app.dataDir]);
    // The first start after the profile was filled builds the index of tables.
    await profiles.large.app.start();
    const firstMegabytes = mainMemory(profiles.large.app);
    for (let round = 0; round < startRounds; round += 1)
      for (const profile of Object.values(profiles)) await restart(profile);
    for (const { app, page } of Object.values(profiles)) {
      await page.goto(app.url());
      await rowOf(page, 'Connect Four').first().waitFor();
    }
    for (let round = -1; round < rounds; round += 1)
      for (const room of Object.keys(rooms) as Room[])
        for (const { page, times } of Object.values(profiles)) {
          const time = await timeToPaint(page, railLink(page, room), { heading: room, content: rooms[room] });
          // The first round loads the rooms' code.
          if (round >= 0) times[room].push(time);
          await page.waitForTimeout(200);
        }
    const { large, fresh } = profiles;
    return [
      ...(Object.keys(rooms) as Room[]).map(
        (room): Row => ({
          job: `large profile, from a press to ${room}`,
          measured: median(large.times[room]),
          unit: 'ms',
          limit: { what: 'new profile, and a frame', value: median(fresh.times[room]) + frameMs },
          goal: { atMost: 1.5 },
        }),
      ),
      {
        job: 'large profile, start of main',
        measured: median(large.startMs),
        unit: 'ms',
        limit: { what: 'new profile', value: median(fresh.startMs) },
      },
      {
        job: 'large profile, memory of main',
        measured: median(large.megabytes),
        unit: 'MB',
        limit: { what: 'new profile', value: median(fresh.megabytes) },
      },
      {
        job: 'large profile, memory of main at its first start',
        measured: firstMegabytes,
        unit: 'MB',
        limit: budget(400),
      },
    ];
  } finally {
    for (const { app, page } of Object.values(profiles)) {
      await page.context().close();
      await app.dispose();
    }
  }
}

/** A profile with one game and the house's welcome. */
async function newProfile(browser: Browser): Promise<Profile> {
  const app = await createApp();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await playOneGame(page);
  await railLink(page, 'Inbox').click();
  await page.locator('[data-row]').first().waitFor();
  const times = Object.fromEntries(Object.keys(rooms).map((room) => [room, [] as number[]])) as Profile['times'];
  return { app, page, times, startMs: [], megabytes: [] };
}

async function restart({ app, startMs, megabytes }: Profile): Promise<void> {
  await app.stop();
  const startedAt = performance.now();
  await app.start();
  startMs.push(performance.now() - startedAt);
  megabytes.push(mainMemory(app));
}

/** Megabytes of the process that owns the data directory. */
const mainMemory = ({ dataDir }: RunningApp): number => (residentMemory(processesOf(dataDir)[0]!.pid) ?? 0) / 1e6;
