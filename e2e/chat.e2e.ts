/** A chat of two people, each in a browser: they write, leave the room and come back, and find the conversation and what they had typed. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { axeViolations, openTable, rowOf } from './user-actions.ts';

const field = (page: Page): Locator => page.getByRole('textbox', { name: /^Your message to/ });
const said = (page: Page, by: 'me' | 'peer'): Locator => page.getByTestId('talk').locator(`li[data-by="${by}"]`);

test('two people write to each other, leave, and find the conversation and their drafts again', {
  tag: '@long',
}, async ({ app, page, meet }) => {
  const { community, otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Chat');
  await rowOf(otherPage, 'copperfinch').click();
  await otherPage.getByRole('button', { name: 'Join table' }).click();

  // Both can write at once. Enter sends, Shift Enter makes a new line, and nothing moves.
  await expect(field(otherPage)).toBeFocused();
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Conversation/);
  const place = await field(page).boundingBox();
  await page.keyboard.type('Good evening.');
  expect(await field(page).boundingBox()).toEqual(place);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Do you still run the Thursday table? https://example.org');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(said(page, 'me')).toHaveCount(1);
  await expect(said(otherPage, 'peer')).toHaveText(/Good evening\.\nDo you still run/);
  await expect(otherPage.getByTestId('story')).toContainText('Good evening.');
  await expect(otherPage.getByTestId('talk').locator('a')).toHaveCount(0);
  await otherPage.keyboard.type('I do, at eight.');
  await otherPage.keyboard.press('Enter');
  // Typed before the answer of the table has arrived.
  await otherPage.keyboard.type('Two seats are free.');
  await otherPage.keyboard.press('Enter');
  await expect(said(page, 'peer')).toHaveCount(2);
  await expect(page.getByText('Resign', { exact: true })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);

  // The draft and the place where reading stopped survive another room and a restart.
  await page.keyboard.type('Half a sen');
  await page.keyboard.press('Alt+1');
  // A card waits for the pointer to leave the column of contacts, where the last click was.
  await page.getByRole('heading', { name: 'Lobby' }).hover();
  await otherPage.keyboard.type('See you at eight.');
  await otherPage.keyboard.press('Enter');
  await expect(page.locator('[data-moment="talk"]')).toContainText('wrote to you');
  await page.locator('[data-moment="talk"]').getByRole('button', { name: 'Read', exact: true }).click();
  await expect(field(page)).toHaveValue('Half a sen');
  await expect(page.locator('[data-new]')).toHaveText('1 new');
  await expect(page.locator('[data-new]')).toHaveCount(0);
  await field(page).press('End');
  await page.keyboard.type('tence');
  const table = new URL(page.url()).hash;
  await page.keyboard.press('Alt+1');
  await page.goto('about:blank');
  await app.stop();
  await app.start({ server: community.url });
  await page.goto(app.url());
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, table);
  await expect(field(page)).toHaveValue('Half a sentence');
  await expect(said(page, 'peer')).toHaveCount(3);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(said(otherPage, 'peer')).toHaveCount(2);

  // Leaving is no defeat: the conversation stays.
  await otherPage.keyboard.type('Never sent');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByTestId('chat-end')).toHaveText('You left. The conversation is kept.');
  await expect(otherPage.getByTestId('chat-end')).toHaveText(/copperfinch\u2069? left\. The conversation is kept\./);
  await expect(otherPage.getByText('Not sent: Never sent')).toBeVisible();
  for (const side of [page, otherPage]) {
    await side.keyboard.press('Alt+2');
    await expect(side.locator('[data-table]')).toHaveText('Conversation ended.');
    await side.locator('[data-table]').click();
    await expect(side.getByTestId('talk').locator('li[data-message]')).toHaveCount(5);
    await expect(side.getByText(/\b(won|lost|wins|points for either|opponent)\b/i)).toHaveCount(0);
  }
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors.flat()).toEqual([]);
});
