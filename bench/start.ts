/** What a person waits for: from the first start to the lobby with the house in it, and from Join to the board's first frame. */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createApp } from '../e2e/app.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { ask, board, rowOf } from '../e2e/play.ts';
import { buildRenderer } from '../electron/shells/build.ts';
import { median, printGoals, printTable } from './table.ts';

const rounds = 3;

export async function benchStart(): Promise<boolean> {
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
  printTable(
    `start (${rounds} first starts, milliseconds)`,
    ['wait', 'median', 'worst'],
    [
      ['start to the printed link', median(link), Math.max(...link)],
      ['start to the lobby with both games', median(lobby), Math.max(...lobby)],
      ['Join to the first frame of the board', median(frame), Math.max(...frame)],
    ],
  );
  return printGoals([
    { what: 'first start to the lobby, of the ten seconds promised', ratio: median(lobby) / 10_000, atMost: 1 },
  ]);
}
