/** What a user waits for: from the first start to a lobby with house players, and from Join to the board's first frame. */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { ask, board, rowOf } from '../e2e/play.ts';
import { buildRenderer } from '../electron/shells/build.ts';
import { budget, median, type Row } from './report.ts';

const rounds = 3;

export async function benchStart(): Promise<Row[]> {
  await buildRenderer(join(import.meta.dirname, '..'));
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  const link: number[] = [];
  const lobby: number[] = [];
  const frame: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const app = await createApp();
    const page = await browser.newPage();
    try {
      const started = performance.now();
      await app.start();
      link.push(performance.now() - started);
      await page.goto(app.url());
      await page.getByLabel('Name at the table').fill('copperfinch');
      await page.getByRole('button', { name: 'Make my key' }).click();
      await rowOf(page, 'Connect Four').first().waitFor();
      await rowOf(page, 'Rock Paper Scissors').first().waitFor();
      lobby.push(performance.now() - started);
      await rowOf(page, 'Connect Four').first().click();
      await page.getByRole('button', { name: 'Join table' }).click();
      const joined = performance.now();
      await board(page).getByRole('radio').first().waitFor();
      frame.push(performance.now() - joined);
      await ask(page).waitFor();
    } finally {
      await page.close();
      await app.dispose();
    }
  }
  await browser.close();
  return [
    { job: 'start to the printed link', measured: median(link), unit: 'ms', limit: budget(2_000) },
    {
      job: 'first start to the lobby with both games',
      measured: median(lobby),
      unit: 'ms',
      limit: budget(2_000),
      goal: { atMost: 1 },
    },
    {
      job: 'Join to the first frame of the board',
      measured: median(frame),
      unit: 'ms',
      limit: budget(350),
      goal: { atMost: 1 },
    },
  ];
}
