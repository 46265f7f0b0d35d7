/** State that survives a reload, a restart and a crash. */
import type { Page } from '@playwright/test';
import { expect, test } from './app-fixture.ts';
import { board, firstRun, join, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

const movesOf = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Moves and decisions' })
    .getByText(/^column/)
    .allTextContents();

test('a reload during a game shows the same table', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Marlow');
  await board(page)
    .getByRole('radio', { name: /column 4/i })
    .click();
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  const moves = await movesOf(page);
  expect(moves).toHaveLength(2);
  await page.reload();
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  expect(await movesOf(page)).toEqual(moves);
});

test('a restart keeps name, rating and history', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Tansy', 'Human');
  await playToTheEnd(page, async () => {
    await pressNumber(page, 1);
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

test('a game killed by kill -9 continues at the same move after a restart, to a settled result', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Wick');
  await board(page)
    .getByRole('radio', { name: /column 4/i })
    .click();
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  const moves = await movesOf(page);
  await app.kill();
  await expect(page.getByRole('alert').filter({ hasText: 'open the new address' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('No connection to Parlor');
  await app.start();
  await page.goto(app.url());
  await page.locator('[data-moment="turn"]').getByRole('button', { name: 'Go to the table' }).click();
  await expect(page.locator('[data-ask="turn:3"]')).toBeVisible();
  expect(await movesOf(page)).toEqual(moves);
  await board(page)
    .getByRole('radio', { name: /column 1/i })
    .click();
  await expect(page.locator('[data-ask="turn:5"]')).toBeVisible();
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('the result counts for both of you');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(page.getByText('You resigned.', { exact: true })).toBeVisible();
  await expect(page.getByText('settled', { exact: true })).toBeVisible();
});

test('a passphrase locks the key; a wrong one is rejected and changes nothing', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch', 'correct horse');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await app.stop();
  await app.start();
  await page.goto(app.url());
  await expect(page.getByRole('heading', { name: 'Your key is locked' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('wrong horse');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Wrong passphrase')).toBeVisible();
  await expect(page.getByText('wrong_passphrase')).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('correct horse');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(rowOf(page, 'Tansy')).toBeVisible();
});
