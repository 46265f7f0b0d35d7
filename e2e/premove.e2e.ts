/** Two people, each in a browser: one chooses a move while the other decides. It is played when its turn comes, if it is possible then. */
import type { Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { ask, axeViolations, board, openTable, rowOf } from './user-actions.ts';

const line = (page: Page, name: string) => board(page).locator(`[data-name="${name}"]`);
const decides = (page: Page, decision: string) => expect(ask(page)).toHaveAttribute('data-decision', decision);

test('a move chosen ahead waits, is taken back, is played at once, and is dropped if it became impossible', {
  tag: '@long',
}, async ({ page, meet }) => {
  const { otherPage: guestPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Dots and Boxes');
  await rowOf(guestPage, 'copperfinch').click();
  await guestPage.getByRole('button', { name: 'Join table' }).click();
  await decides(guestPage, 'choose');
  await decides(page, 'waiting');
  await expect(ask(page)).toContainText('You can already choose your next move.');

  // A click keeps a move, which is said and shown. Escape, a second click and the button take it back.
  const story = page.getByTestId('story');
  await line(page, 'a1b1').click();
  await decides(page, 'premove');
  await expect(page.getByTestId('decision')).toHaveText('a1 b1 waits for your turn');
  await expect(line(page, 'a1b1')).toHaveAttribute('aria-selected', 'true');
  await expect(story).toContainText('a1 b1 waits for your turn. Escape takes it back.');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await decides(page, 'waiting');
  await expect(story).toContainText('Taken back.');
  await line(page, 'b1c1').click();
  await decides(page, 'premove');
  await line(page, 'b1c1').click();
  await decides(page, 'waiting');
  await line(page, 'b1c1').click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await decides(page, 'waiting');

  // It outlasts another room and a reload, and the other side learns nothing of it.
  await line(page, 'b1c1').click();
  await decides(page, 'premove');
  const table = new URL(page.url()).hash;
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await page.reload();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, table);
  await decides(page, 'premove');
  await expect(line(page, 'b1c1')).toHaveAttribute('aria-selected', 'true');
  await decides(guestPage, 'choose');

  // The other side moves, and it is played at once.
  const turn = await ask(guestPage).getAttribute('data-ask');
  await line(guestPage, 'a1a2').click();
  await expect(guestPage.locator(`[data-ask="${turn}"]`)).toHaveCount(0);
  await decides(guestPage, 'choose');
  await decides(page, 'waiting');
  await expect(line(guestPage, 'b1c1')).toHaveAttribute('aria-label', /drawn/i);

  // The other side draws the very line that waits: it is dropped, with the reason in the bar and in words.
  await line(page, 'c1d1').click();
  await decides(page, 'premove');
  await line(guestPage, 'c1d1').click();
  await decides(page, 'choose');
  await expect(ask(page)).toContainText("c1 d1 wasn't played: it isn't possible any more.");
  await expect(story).toContainText("c1 d1 wasn't played: it isn't possible any more.");
  expect(pageErrors).toEqual([[], []]);
});

test('in the plain view, a move is chosen ahead with the keys alone', { tag: '@long' }, async ({ page, meet }) => {
  const { otherPage: guestPage } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Connect Four');
  await rowOf(guestPage, 'copperfinch').click();
  await guestPage.getByRole('button', { name: 'Join table' }).click();
  await decides(guestPage, 'choose');
  await decides(page, 'waiting');
  await page.getByRole('button', { name: 'Plain view' }).click();
  await expect(page.getByRole('heading', { name: 'Your next move' })).toBeVisible();
  await page.keyboard.press('4');
  await decides(page, 'picked_ahead');
  await page.keyboard.press('Enter');
  await decides(page, 'premove');
  await expect(page.getByRole('radio', { name: 'column 4' })).toBeChecked();
  await guestPage.keyboard.press('4');
  await guestPage.keyboard.press('Enter');
  await expect(ask(guestPage)).toHaveAttribute('data-ask', 'turn:3');
  await decides(page, 'waiting');
});

test('where the host has forbidden it, nothing can be chosen ahead at either seat', { tag: '@long' }, async ({
  page,
  meet,
}) => {
  const { otherPage: guestPage } = await meet('copperfinch', 'brindle');
  await page.keyboard.press('Alt+n');
  await page.locator('[data-game]').filter({ hasText: 'Dots and Boxes' }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Both sides may choose their next move ahead').uncheck();
  const submit = page.getByRole('button', { name: 'Open the table' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await submit.click();
  await rowOf(guestPage, 'copperfinch').click();
  await guestPage.getByRole('button', { name: 'Join table' }).click();
  await decides(guestPage, 'choose');
  await decides(page, 'waiting');
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(page.getByText('no moves chosen ahead')).toBeVisible();
  // A place that can't be chosen says why; `force`, because it is marked as disabled.
  await line(page, 'a1b1').click({ force: true });
  await expect(board(page).getByRole('alert')).toContainText('It is not your turn.');
  await decides(page, 'waiting');
  await line(guestPage, 'a1a2').click();
  await decides(guestPage, 'waiting');
  await line(guestPage, 'a1b1').click({ force: true });
  await expect(board(guestPage).getByRole('alert')).toContainText('It is not your turn.');
  await decides(guestPage, 'waiting');
});
