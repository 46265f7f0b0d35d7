/** A block while a table with the person is in progress: what it ends, what goes on, and what each side reads. */
import type { Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { axeViolations, openTable, rowOf } from './user-actions.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Your message to/ });

async function sitDown(page: Page, host: string): Promise<void> {
  await rowOf(page, host).click();
  await page.getByRole('button', { name: 'Join table' }).click();
}

test('a block ends the conversation, the other side reads that one left, and nobody becomes a contact', {
  tag: '@long',
}, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Chat');
  await sitDown(otherPage, 'copperfinch');
  await expect(field(page)).toBeFocused();

  // It asks first, since the conversation can't be taken up again.
  await page.locator('[data-action="block"]').press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Block .*brindle/ });
  await expect(dialog).toContainText(/Your conversation ends at once/);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(field(page)).toBeVisible();

  await page.locator('[data-action="block"]').press('Enter');
  await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(page.getByTestId('chat-end')).toHaveText(/^You have blocked .*brindle.*\. The conversation has ended/);
  await expect(otherPage.getByTestId('chat-end')).toHaveText(/copperfinch.* left\. The conversation is kept\./);
  await expect(page.getByRole('button', { name: 'Ask to talk again' })).toHaveCount(0);
  await expect(page.locator('[data-action="challenge"]')).toHaveCount(0);

  await page.locator('[data-action="block"]').press('Enter');
  await expect(page.locator('[data-action="block"]')).toHaveText('Block');
  await expect(page.getByTestId('chat-end')).toHaveText('You left. The conversation is kept.');
  await page.keyboard.press('Alt+4');
  await page.locator('[data-section="contacts"]').click();
  await expect(page.getByText('No contacts', { exact: true })).toBeVisible();
  expect(pageErrors).toEqual([[], []]);
});

test('a game goes on after a block, without what is said beside it', { tag: '@long' }, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Connect Four');
  await sitDown(otherPage, 'copperfinch');
  await expect(otherPage.locator('[data-decision="choose"]')).toBeVisible();
  const talk = (side: Page) => side.getByRole('group', { name: 'Phrases' });
  await expect(talk(page)).toBeVisible();
  const table = new URL(page.url()).hash;

  await page
    .getByRole('link', { name: /brindle/ })
    .first()
    .press('Enter');
  await page.locator('[data-action="person-menu"]').press('Enter');
  await page.getByRole('menuitem', { name: 'Block' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Block .*brindle/ });
  await expect(dialog).toContainText(/Your game goes on/);
  await dialog.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(page.getByText('Blocked.', { exact: true })).toBeVisible();

  await page.evaluate((hash) => {
    location.hash = hash;
  }, table);
  await expect(page.locator('[data-region="decision"]')).toBeVisible();
  await expect(talk(page)).toHaveCount(0);
  await talk(otherPage).getByRole('button', { name: 'Hello' }).press('Enter');
  await otherPage.keyboard.press('4');
  await otherPage.keyboard.press('Enter');
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await expect(page.getByTestId('remarks')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(page.locator('[data-action="challenge"]')).toHaveCount(0);
  expect(pageErrors).toEqual([[], []]);
});
