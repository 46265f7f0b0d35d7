/** What two people, each in a browser, say to each other beside a game and after its end. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { axeViolations, openTable, play, pressNumber, rowOf } from './user-actions.ts';

const said = (page: Page, by: 'me' | 'peer'): Locator => page.getByTestId('remarks').locator(`li[data-by="${by}"]`);
const phrase = (page: Page, text: string): Locator =>
  page.getByRole('group', { name: 'Phrases' }).getByRole('button', { name: text, exact: true });

test('two people talk beside their game, also after its end, and what they said is no part of it', {
  tag: '@long',
}, async ({ app, page, meet }) => {
  const { community, otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Connect Four');
  await rowOf(otherPage, 'copperfinch').click();
  await otherPage.getByRole('button', { name: 'Join table' }).click();
  await expect(otherPage.locator('[data-decision="choose"]')).toBeVisible();

  // A phrase, by keyboard alone; the other side reads it in its own language.
  await phrase(otherPage, 'Good luck').focus();
  await otherPage.keyboard.press('Enter');
  await expect(said(page, 'peer')).toHaveText(/Good luck/);
  await expect(said(otherPage, 'me')).toHaveCount(1);
  await expect(page.getByTestId('remarks-spoken')).toContainText('Good luck');

  // What is said while the user is in another room is there when they return.
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await phrase(otherPage, 'Hello').click();
  await expect(said(otherPage, 'me')).toHaveCount(2);
  await page.goBack();
  await expect(said(page, 'peer')).toHaveCount(2);

  // Texts need both. What is typed is text, whatever it looks like.
  await expect(page.getByRole('textbox', { name: /^Write to/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Allow short texts at this table' }).click();
  await otherPage.getByRole('button', { name: 'Allow short texts at this table' }).click();
  const field = page.getByRole('textbox', { name: /^Write to/ });
  await field.fill('See https://example.org <b>now</b>');
  await field.press('Enter');
  await expect(said(otherPage, 'peer')).toHaveText(/See https:\/\/example\.org <b>now<\/b>/);
  await expect(otherPage.getByTestId('remarks').locator('a, b')).toHaveCount(0);
  await expect(field).toHaveValue('');
  expect(await axeViolations(page)).toEqual([]);

  // While the other side is muted, nothing that it says arrives, and it isn't told.
  await page.getByRole('button', { name: /^Mute/ }).click();
  await phrase(otherPage, 'One moment').click();
  await expect(said(otherPage, 'me')).toHaveCount(3);
  await pressNumber(otherPage, 4);
  await play(otherPage);
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await expect(said(page, 'peer')).toHaveCount(2);
  await page.getByRole('button', { name: /^Hear/ }).click();

  // After the end, for as long as the connection lives.
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await otherPage.getByRole('button', { name: 'See the result' }).click();
  await expect(otherPage.getByText('settled', { exact: true })).toBeVisible();
  await phrase(otherPage, 'Well played').click();
  await expect(said(page, 'peer')).toHaveCount(3);
  await expect(said(page, 'peer').last()).toHaveText(/Well played/);
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(said(page, 'me')).toHaveCount(1);
  const download = otherPage.waitForEvent('download');
  await otherPage.getByRole('button', { name: 'Save as text' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);

  // What was said is still there after a restart, and nothing more can be said.
  await page.goto('about:blank');
  await app.stop();
  await app.start({ server: community.url });
  await page.goto(app.url());
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await page.keyboard.press('Alt+2');
  await page.locator('[data-table]').first().click();
  await expect(said(page, 'peer')).toHaveCount(3);
  await expect(phrase(page, 'Thanks')).toHaveCount(0);
  expect(pageErrors.flat()).toEqual([]);
});
