/** What outlives a reload, a restart and a crash. */
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { ask, board, firstRun, join, play, playToTheEnd, rowOf } from './play.ts';

const movesOf = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Moves and receipts' })
    .getByText(/^column/)
    .allTextContents();

test('a reload in mid-game shows the same table from main', async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Marlow');
  await board(page)
    .getByRole('radio', { name: /column 4/i })
    .click();
  await play(page);
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  const moves = await movesOf(page);
  expect(moves).toHaveLength(2);
  await page.reload();
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  expect(await movesOf(page)).toEqual(moves);
});

test('a restart keeps name, rating and history', async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Tansy', 'Human');
  await playToTheEnd(page, async () => {
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
  });
  const after = (await page.getByTestId('rating-after').textContent()) ?? '';
  await app.stop();
  await app.start();
  await page.goto(app.url());
  await expect(page.getByRole('contentinfo')).toContainText(`copperfinch`);
  await expect(page.getByRole('contentinfo')).toContainText(after);
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await page.getByRole('link', { name: 'Tables', exact: true }).click();
  await page.locator('[data-table]').click();
  await expect(page.getByTestId('rating-after')).toHaveText(after);
});

test('kill -9 in mid-game: the table ends failed on both sides, and the house offers the same again', async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Vesper');
  await board(page)
    .getByRole('radio', { name: /column 4/i })
    .click();
  await play(page);
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  await app.kill();
  await app.start();
  await page.goto(app.url());
  await expect(rowOf(page, 'Vesper')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('1200');
  await page.getByRole('link', { name: 'Tables', exact: true }).click();
  await page.locator('[data-table]').click();
  await expect(page.getByText('Parlor was closed during this game')).toBeVisible();
  await expect(page.getByText('no result is claimed', { exact: false })).toBeVisible();
  await expect(ask(page)).toHaveCount(0);
});

test('a passphrase locks the key; a wrong one says so and changes nothing', async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch', 'correct horse');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await app.stop();
  await app.start();
  await page.goto(app.url());
  await expect(page.getByRole('heading', { name: 'Your key is locked' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('wrong horse');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText("That isn't the passphrase")).toBeVisible();
  await expect(page.getByText('wrong_passphrase')).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(rowOf(page, 'Tansy')).toBeVisible();
});
