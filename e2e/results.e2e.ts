/** After a game: its record is replayed by keyboard, verified and compared with another copy; a rating; a rematch. */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startHttpServer } from '../shared/testing/http-server.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { createApp, expect, watchPage } from './app-fixture.ts';
import { test } from './two-people.ts';
import { ask, axeViolations, board, firstRun, join, play, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

test('a game with the house is replayed, verified, rated and played again', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await join(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await pressNumber(page, (turn % 3) + 1);
    await play(page);
  });
  const result = new URL(page.url()).hash;

  // Step by step, by keyboard only, on the same board as in play.
  await page.getByRole('button', { name: 'Replay' }).press('Enter');
  const announcement = page.getByTestId('replay-announcement');
  const place = page.getByTestId('replay-place');
  await expect(announcement).toHaveText('Before the first message');
  await expect(page).toHaveURL(/\/replay$/);
  await expect(board(page).getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('End');
  const whole = Number(/of (\d+)$/.exec((await place.textContent()) ?? '')?.[1]);
  expect(whole).toBeGreaterThan(7);
  await expect(place).toHaveText(`Message ${whole} of ${whole}`);
  await expect(page).toHaveURL(new RegExp(`/replay#${whole}$`));
  await page.keyboard.press('ArrowUp');
  await expect(place).toHaveText(`Message ${whole - 1} of ${whole}`);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(place).not.toHaveText(/^Message 0 /);
  // Automatic playback to the end, from shortly before it: a game of many draws is long.
  await page.keyboard.press('End');
  for (let back = 1; back <= 3; back += 1) await page.keyboard.press('ArrowUp');
  await expect(place).toHaveText(`Message ${whole - 3} of ${whole}`);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(place).toHaveText(`Message ${whole} of ${whole}`);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // A move links to its position, and the address leads there after a reload.
  await page.getByTestId('moves').getByRole('button').first().press('Enter');
  const first = (await place.textContent()) ?? '';
  expect(first).not.toBe(`Message ${whole} of ${whole}`);
  await expect(page).toHaveURL(new RegExp(`/replay#${/\d+/.exec(first)?.[0]}$`));
  await page.reload();
  await expect(place).toHaveText(first);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the result' }).click();

  await page.getByRole('button', { name: 'Verify record' }).click();
  const verdict = page.getByTestId('verdict');
  await expect(verdict.getByRole('status')).toHaveText(/^valid/);
  await expect(verdict).toContainText(/\d+ revealed hands match their seals/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export record' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^rock-paper-scissors-[0-9a-f]{8}\.parlor$/);
  const record = await readFile(await saved.path(), 'utf8');

  // The same file is recognized as the same game. With one choice changed, the changed line is shown.
  await page.getByRole('button', { name: 'Compare copies' }).click();
  const pick = (name: string, text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await pick('same.jsonl', record);
  await expect(page.getByRole('heading', { name: 'The copies match' })).toBeVisible();
  const lines = record.split('\n');
  const at = lines.findIndex((line) => /"kind":"frame"/.test(line) && /"action":"reveal"/.test(line));
  lines[at] = lines[at]!.replace(/"(rock|paper|scissors)"/, (word) => (word === '"rock"' ? '"paper"' : '"rock"'));
  await pick('theirs.jsonl', lines.join('\n'));
  await expect(page.getByRole('heading', { name: 'The other copy was changed' })).toBeVisible();
  const difference = page.getByTestId('difference');
  await expect(difference.getByText(`Line ${at + 1}.`)).toBeVisible();
  await expect(difference.locator('mark').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  if (isLongRun) await openElsewhere(browser, record, lines.join('\n'));
  await page.getByRole('link', { name: 'Back to the result' }).click();

  await page.getByRole('radio', { name: /4/ }).check({ force: true });
  await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('Always there.');
  await page.getByRole('button', { name: 'Rate 4 of 5' }).click();
  await expect(page.getByTestId('score-given')).toHaveText('You gave 4 of 5: good.');
  await page.reload();
  await expect(page.getByTestId('score-given')).toBeVisible();

  // Enter requests a rematch; the house opens the same table again, and the user joins it.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Enter');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  expect(new URL(page.url()).hash).not.toBe(result);

  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
  await page.keyboard.press('Alt+f');
  await page.keyboard.type('tansy');
  await expect(page.locator('[data-table]')).toHaveCount(2);
  await page.getByRole('list', { name: 'Past tables' }).getByRole('link', { name: 'Rock Paper Scissors' }).click();
  await expect(page).toHaveURL(/#\/protocols\/[0-9a-f]{64}/);
  expect(pageErrors).toEqual([]);
});

/** Opens an exported record and a changed one in a Parlor that has met neither player. */
async function openElsewhere(browser: Browser, record: string, changed: string): Promise<void> {
  const other = await createApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const pageErrors = watchPage(page);
    await other.start();
    await firstRun(page, other.url(), 'onlooker');
    const pick = (text: string) =>
      page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'game.parlor', mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
    await page.keyboard.press('Alt+2');
    await page.getByRole('button', { name: 'Open a record' }).click();
    await pick(record);
    const verdict = page.getByTestId('record-verdict');
    await expect(verdict).toContainText('proven by both');
    await expect(page.getByText('every message and the end are the same')).toBeVisible();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.keyboard.press('End');
    await expect(page.getByTestId('replay-place')).toHaveText(/^Message (\d+) of \1$/);
    await expect(page.getByTestId('replay-announcement')).toHaveText(
      /[0-9a-f]{8}….* won\. .+ after \d+ rounds\.$|^A draw\b/,
    );
    await expect(board(page).locator('body')).not.toBeEmpty();
    await expect(verdict).toContainText('proven by both');
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Back to the record' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await pick(changed);
    await expect(verdict).toContainText('forged or altered');
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByTestId('replay-place')).toBeVisible();
    await expect(verdict).toContainText('forged or altered');
    expect(pageErrors).toEqual([]);
  } finally {
    await context.close();
    await other.dispose();
  }
}

/** The copied picture in base64, read by another page since the app's own pages may not read the clipboard. */
async function copiedPicture(context: BrowserContext): Promise<string> {
  const server = await startHttpServer(
    (_, response) => void response.setHeader('Content-Type', 'text/html').end('<p>'),
  );
  const page = await context.newPage();
  try {
    await page.goto(server.url);
    await page.bringToFront();
    return await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bytes = new Uint8Array(await (await item!.getType('image/png')).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    });
  } finally {
    await page.close();
    server.close();
  }
}

/** The size of a base64-encoded picture, and the share of its pixels that have each theme colour. */
const measurePicture = (page: Page, file: string) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const share = (token: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--${token})`;
      const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
      probe.remove();
      let matching = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) matching += 1;
      return matching / (width * height);
    };
    return { width, height, felt: share('table'), brass: share('brass'), letters: share('on-table') };
  }, file);

test('a result is copied and saved as a picture, by keyboard', { tag: '@long' }, async ({ app, page, context }) => {
  const pageErrors = watchPage(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Wick');
  await pressNumber(page, 4);
  await play(page);
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(page.getByText('settled', { exact: true })).toBeVisible();

  const more = page.locator('[data-action="more"]');
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Share picture' }).press('Enter');
  // The picture is for people who did not play, so it names both players.
  const shown = page.getByRole('img', { name: /^Connect Four, \u2068?copperfinch.* and .*Wick.*: .*Wick.* won$/ });
  await expect(shown).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Picture copied.')).toBeVisible();
  await page.keyboard.press('Tab');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^connect-four-[0-9a-f]{8}\.png$/);
  for (const file of [await readFile(await saved.path(), 'base64'), await copiedPicture(context)]) {
    const { width, height, felt, brass, letters } = await measurePicture(page, file);
    expect([width, height]).toEqual([1200, 630]);
    expect(felt).toBeGreaterThan(0.5);
    // The one piece that was played, besides the logo and the piece next to the name.
    expect(brass).toBeGreaterThan(0.0025);
    expect(letters).toBeGreaterThan(0.005);
  }
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  await expect(more).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a rematch is offered to one peer only; a refusal is shown and can be withdrawn', { tag: '@long' }, async ({
  page,
  meet,
}) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'tidewright');

  await page.getByRole('button', { name: 'Host a table' }).first().click();
  await page.locator('[data-game]').filter({ hasText: 'Connect Four' }).click();
  const open = page.getByRole('button', { name: 'Open the table' });
  await expect(open).not.toHaveAttribute('aria-disabled', 'true');
  await open.click();
  await expect(page.getByRole('heading', { name: 'Your table is open' })).toBeVisible();
  await join(otherPage, 'copperfinch');
  await expect(page).toHaveURL(/#\/tables\//);

  // Resigning does not prevent a rematch.
  await otherPage.getByRole('button', { name: 'Resign' }).click();
  await otherPage.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const each of [page, otherPage]) await each.getByRole('button', { name: 'See the result' }).click();
  const finished = page.url();
  await page.getByRole('button', { name: 'Ask for a rematch' }).click();
  await expect(page.getByTestId('rematch')).toContainText('The table stays open for them');

  // The result shows the offer, so there is no card; a replay doesn't, and it was seen by then.
  await expect(otherPage.getByTestId('rematch')).toContainText('asks for a rematch.');
  await expect(otherPage.locator('[data-moment="rematch"]')).toHaveCount(0);
  await otherPage.locator('[data-action="more"]').click();
  await otherPage.getByRole('menuitem', { name: 'Show the table' }).click();
  await expect(ask(otherPage)).toHaveAttribute('data-decision', 'rematch');
  await expect(otherPage.getByTestId('decision')).toContainText('asks for a rematch');
  await otherPage.getByRole('button', { name: 'Not now' }).click();
  await expect(ask(otherPage)).toHaveAttribute('data-decision', 'over');
  await expect(page.getByTestId('rematch')).toContainText('declined a rematch.');

  // The user who declined now asks for a rematch.
  await otherPage.getByRole('button', { name: 'See the result' }).click();
  await otherPage.getByRole('button', { name: 'Ask for a rematch' }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await expect(ask(otherPage)).toBeVisible();
  expect(page.url()).not.toBe(finished);
  expect(pageErrors.flat()).toEqual([]);
});
