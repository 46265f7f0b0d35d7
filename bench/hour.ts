/** `npm run bench hour [minutes]`: what an hour of use adds to the memory of the window and of main. Runs only by name. */
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { firstRun, rowOf } from '../e2e/user-actions.ts';
import { proportionalMemory } from '../shared/testing/processes.ts';
import { processesOf } from './memory.ts';
import { budget, progress, type Row } from './report.ts';
import { type PageMemory, readPageMemory } from './ui-tracing.ts';

const rooms = ['Tables', 'Protocols', 'Inbox', 'Standings', 'Studio', 'Settings', 'Lobby'];
/** Before that, code and caches are still being loaded. */
const warmUpMinutes = 10;
const sampleMinutes = 5;

interface Sample {
  minute: number;
  window: PageMemory;
  /** MB of the main process. */
  mainMb: number;
  /** MB of the main process and its descendants. */
  totalMb: number;
}

/** Visits every room, then lets the agent play a game of Rock Paper Scissors. */
async function visitAndPlay(page: Page): Promise<void> {
  for (const room of rooms) {
    await page.locator('nav').getByRole('link', { name: room }).click();
    await delay(1_000);
  }
  await page.getByRole('searchbox', { name: 'Name or game' }).fill('Rock Paper Scissors');
  await rowOf(page, 'Rock Paper Scissors').first().click();
  await page.getByRole('radiogroup', { name: 'Play as' }).getByText('Autonomous', { exact: true }).click();
  await page.getByRole('button', { name: 'Join table' }).click();
  const result = page.getByRole('button', { name: 'See the result' });
  const points = page.getByRole('heading', { name: 'Your points' });
  await result.or(points).first().waitFor({ timeout: 180_000 });
  if (await result.isVisible()) await result.click();
  await points.waitFor();
  await page.locator('nav').getByRole('link', { name: 'Lobby' }).click();
  await page.getByRole('searchbox', { name: 'Name or game' }).fill('');
}

export async function benchHour(minutes: number): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  const app = await createApp();
  try {
    await app.start();
    const page = await browser.newPage();
    await firstRun(page, app.url(), 'copperfinch');
    const session = await page.context().newCDPSession(page);
    const startedAt = Date.now();
    const elapsed = () => (Date.now() - startedAt) / 60_000;
    const samples: Sample[] = [];
    for (let games = 1; elapsed() < minutes; games += 1) {
      await visitAndPlay(page);
      if (elapsed() < sampleMinutes * (samples.length + 1)) continue;
      const processMemory = processesOf(app.dataDir).map(({ pid }) => (proportionalMemory(pid) ?? 0) / 1024 ** 2);
      const [mainMb = 0] = processMemory;
      const totalMb = processMemory.reduce((total, megabytes) => total + megabytes, 0);
      const window = await readPageMemory(session);
      samples.push({ minute: elapsed(), window, mainMb, totalMb });
      const { heap, nodes, listeners } = window;
      progress(
        `hour: minute ${elapsed().toFixed(0)}, ${games} games; window ${(heap / 1024 ** 2).toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners; ` +
          `main ${mainMb.toFixed(0)} MB, all processes ${totalMb.toFixed(0)} MB`,
      );
    }
    const warmSample = samples.find(({ minute }) => minute >= warmUpMinutes);
    const lastSample = samples.at(-1);
    if (!warmSample || !lastSample || warmSample === lastSample)
      throw new Error(`More than ${warmUpMinutes + sampleMinutes} minutes are needed.`);
    const row = (job: string, unit: string, select: (sample: Sample) => number): Row => ({
      job: `${job}, after ${lastSample.minute.toFixed(0)} minutes of use`,
      measured: select(lastSample),
      unit,
      limit: { what: `after ${warmSample.minute.toFixed(0)}`, value: select(warmSample) },
      goal: { atMost: 1.25 },
    });
    return [
      row('JavaScript heap of the window', 'MB', ({ window }) => window.heap / 1024 ** 2),
      row('elements of the window', 'nodes', ({ window }) => window.nodes),
      row('listeners of the window', 'listeners', ({ window }) => window.listeners),
      row('memory of main', 'MB', ({ mainMb }) => mainMb),
      {
        job: 'memory of main after use',
        measured: lastSample.mainMb,
        unit: 'MB',
        limit: budget(120),
        goal: { atMost: 1 },
      },
      row('memory of all processes but the browser', 'MB', ({ totalMb }) => totalMb),
    ];
  } finally {
    await browser.close();
    await app.dispose();
  }
}
