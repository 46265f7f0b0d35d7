/** Times that users wait: from the first start to a lobby with house players, and from Join to the board's first frame. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Frame, type Page } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { ask, rowOf } from '../e2e/user-actions.ts';
import { buildRenderer } from '../electron/shells/build.ts';
import { budget, median, type Row } from './report.ts';

const rounds = 5;

/** Unix milliseconds at which a frame first showed the form, the lobby or the board, and of its last click. */
interface Moments {
  form?: number;
  lobby?: number;
  board?: number;
  click?: number;
}

/** Runs in every frame before its own scripts. Playwright's own waiting polls at intervals of up to half a second. */
function recordMoments(): void {
  const moments: Moments = {};
  Object.assign(window, { moments });
  const now = () => performance.timeOrigin + performance.now();
  const showsBothGames = () => {
    const rows = [...document.querySelectorAll('button[data-post]')].map((row) => row.textContent).join();
    return /Connect Four/.test(rows) && /Rock Paper Scissors/.test(rows);
  };
  // Elements that were found are not searched for again, which would slow down the measured page.
  const check = () => {
    if (!moments.form && document.querySelector('form input')) moments.form = now();
    if (!moments.lobby && showsBothGames()) moments.lobby = now();
    if (!moments.board && document.querySelector('[role="radio"], input[type="radio"]')) moments.board = now();
    requestAnimationFrame(check);
  };
  check();
  const click = () => {
    moments.click = now();
  };
  addEventListener('click', click, { capture: true });
}

/** Resolves with the time of a moment, once the frame has recorded it. `waitForFunction` would need a page that allows eval. */
async function timeOf(frame: Frame | Page, moment: keyof Moments): Promise<number> {
  for (;;) {
    const time = await frame.evaluate((name) => (window as unknown as { moments: Moments }).moments[name], moment);
    if (time !== undefined) return time;
    await delay(10);
  }
}

export async function benchStart(): Promise<Row[]> {
  await buildRenderer(join(import.meta.dirname, '..'));
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  const linkTimes: number[] = [];
  const formTimes: number[] = [];
  const lobbyTimes: number[] = [];
  const boardTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const app = await createApp();
    const page = await browser.newPage();
    await page.addInitScript(recordMoments);
    try {
      const startedAt = Date.now();
      await app.start();
      linkTimes.push(Date.now() - startedAt);
      await page.goto(app.url());
      formTimes.push((await timeOf(page, 'form')) - startedAt);
      await page.getByLabel('Name at the table').fill('copperfinch');
      await page.getByRole('button', { name: 'Make my key' }).click();
      await rowOf(page, 'Connect Four').first().click();
      await page.getByRole('button', { name: 'Join table' }).click();
      await ask(page).waitFor();
      lobbyTimes.push((await timeOf(page, 'lobby')) - startedAt);
      const frame = await (await page.locator('[data-region="board"] iframe').elementHandle())!.contentFrame();
      boardTimes.push((await timeOf(frame!, 'board')) - (await timeOf(page, 'click')));
    } finally {
      await page.close();
      await app.dispose();
    }
  }
  await browser.close();
  const row = (job: string, times: number[], limitMs: number, withGoal = true): Row => ({
    job,
    measured: median(times),
    unit: 'ms',
    limit: budget(limitMs),
    ...(withGoal && { goal: { atMost: 1 } }),
  });
  return [
    row('start to the printed link', linkTimes, 2_000, false),
    row('first start to the form', formTimes, 2_000, false),
    row('first start to the lobby with both games', lobbyTimes, 2_000),
    row('Join to the first frame of the board', boardTimes, 350),
  ];
}
