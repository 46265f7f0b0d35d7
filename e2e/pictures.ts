/**
 * `npm run pictures`: the screenshots of the README and the docs, taken from the running app, each room in light and dark. WebP, encoded by
 * the browser itself: text stays sharp at a third of the size.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { root } from '../electron/installation.ts';
import { buildRenderer } from '../electron/shells/build.ts';
import { createApp } from './app-fixture.ts';
import { ensureChromium } from './chromium.ts';
import { galleryPictures } from './gallery-pictures.ts';
import { board, firstRun, join as joinTable, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

const folder = join(root, 'docs/pictures');
const viewport = { width: 1280, height: 800 };

await mkdir(folder, { recursive: true });
for (const old of await readdir(folder)) await rm(join(folder, old));
await buildRenderer(root);
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });

/** Saves a picture of the page as it is now. */
async function capture(page: Page, file: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  await writeFile(join(folder, `${file}.webp`), Buffer.from(data, 'base64'));
  await session.detach();
}

/** Saves one screen in both themes; the light one has the plain name. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await capture(page, colorScheme === 'dark' ? `${name}-dark` : name);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  console.log(name);
}

await galleryPictures(browser, capture);
const app = await createApp();
try {
  await app.start();
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  await page.goto(app.url());
  await page.getByLabel('Name at the table').fill('copperfinch');
  await picture(page, 'first-run');
  await firstRun(page, page.url(), 'copperfinch');
  const room = (name: string) => page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name }).click();

  await rowOf(page, 'Marlow').waitFor();
  await rowOf(page, 'Wick').click();
  await page.getByText('3 of 5 checked on this computer').waitFor();
  await picture(page, 'lobby');

  await joinTable(page, 'Wick');
  for (let turn = 1; turn <= 5; turn += 2) {
    await page.locator(`[data-ask="turn:${turn}"]`).waitFor();
    await board(page)
      .getByRole('radio', { name: /column [34]/i })
      .nth((turn >> 1) % 2)
      .click();
  }
  await page.locator('[data-ask="turn:7"]').waitFor();
  await picture(page, 'table');
  await page.getByRole('button', { name: 'Plain view' }).click();
  await picture(page, 'plain-view');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'See the result' }).waitFor();

  await room('Lobby');
  await joinTable(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await pressNumber(page, (turn % 3) + 1);
    await page.keyboard.press('Enter');
  });
  await picture(page, 'result');

  await room('Tables');
  await picture(page, 'tables');

  await room('Protocols');
  await page.getByRole('heading', { level: 1, name: 'Protocols' }).waitFor();
  await picture(page, 'protocols');
  await page
    .getByRole('link', { name: /Connect Four/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Connect Four' }).waitFor();
  await picture(page, 'protocol');

  await room('Inbox');
  await page.locator('[data-row]').first().click();
  await page.getByRole('complementary', { name: 'Wick' }).waitFor();
  await picture(page, 'inbox');

  await room('Standings');
  await page.locator('[data-own]').waitFor();
  await page.getByRole('link', { name: 'Tansy', exact: true }).first().click();
  await page.getByTestId('rating-line').waitFor();
  await picture(page, 'leaderboards');

  await room('Studio');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Three Guesses');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('heading', { level: 1, name: 'Three Guesses' }).waitFor();
  await page.waitForTimeout(2000);
  // Shows a typical folder instead of this run's temporary one.
  await page.getByTestId('folder').evaluate((shown) => {
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.nodeValue = (currentNode.nodeValue ?? '').replace(/^.*(?=\/studio\/)/, '~/.local/share/parlor');
    }
  });
  await picture(page, 'studio');

  await room('Settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await picture(page, 'settings');

  await room('Lobby');
  await page.getByRole('button', { name: 'Host a table' }).first().click();
  await page.locator('[data-game]', { hasText: 'Rock Paper Scissors' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Your table is open').waitFor();
  await picture(page, 'hosting');
} finally {
  await app.dispose();
  await browser.close();
}
