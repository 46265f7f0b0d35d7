/** `npm run pictures`: the pictures of the README and the docs, taken from the running app in light and dark. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildRenderer } from '../electron/shells/build.ts';
import { createApp } from './app.ts';
import { ensureChromium } from './chromium.ts';
import { board, firstRun, join as joinTable, play, playToTheEnd, rowOf } from './play.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/pictures');
const sizes = { wide: { width: 1280, height: 800 }, compact: { width: 900, height: 600 } };

await mkdir(folder, { recursive: true });
await buildRenderer(root);
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });

/** One screen in both themes and both sizes; the plain name is the light, wide one. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(400);
      const suffix = [colorScheme === 'dark' && 'dark', size === 'compact' && 'compact'].filter(Boolean).join('-');
      await page.screenshot({ path: join(folder, `${name}${suffix && `-${suffix}`}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(sizes.wide);
}

const app = await createApp();
try {
  await app.start();
  const page = await browser.newPage({ viewport: sizes.wide });
  await page.goto(app.url());
  await page.getByLabel('Name at the table').fill('copperfinch');
  await picture(page, 'first-run');
  await firstRun(page, page.url(), 'copperfinch');
  await rowOf(page, 'Wick').waitFor();
  await rowOf(page, 'Vesper').waitFor();
  await rowOf(page, 'Wick').click();
  await page.getByText('3 of 5 checked on this computer').waitFor();
  await picture(page, 'lobby');
  await joinTable(page, 'Wick');
  for (let turn = 1; turn <= 7; turn += 2) {
    await page.locator(`[data-ask="turn:${turn}"]`).waitFor();
    await board(page)
      .getByRole('radio', { name: /column [34]/i })
      .nth((turn >> 1) % 2)
      .click();
    if (turn < 7) await play(page);
  }
  await picture(page, 'table');
  await page.getByRole('button', { name: 'Plain view' }).click();
  await picture(page, 'plain-view');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('no points are given').or(page.getByText('You left the table')).first().waitFor();
  await picture(page, 'unfinished');
  await page.getByRole('link', { name: 'Lobby', exact: true }).click();
  await joinTable(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await page.keyboard.press(String((turn % 3) + 1));
    await page.keyboard.press('Enter');
  });
  await page.getByText('settled', { exact: true }).waitFor();
  await picture(page, 'result');
  await page.getByRole('link', { name: 'Tables', exact: true }).click();
  await picture(page, 'tables');
  await page.getByRole('link', { name: 'Settings' }).click();
  await picture(page, 'settings');
} finally {
  await app.dispose();
  await browser.close();
}
