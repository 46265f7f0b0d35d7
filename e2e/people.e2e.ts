/** Contacts: who of them waits, a challenge that is accepted in one click, and what can be done about a person from where they appear. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { ask, axeViolations, openTable, rowOf } from './user-actions.ts';

const contact = (page: Page): Locator => page.locator('[data-people="column"] [data-contact]');
const challenge = (page: Page): Locator => page.locator('[data-moment="challenge"]');

/** Chooses from the menu of a person within `part`, by keyboard. */
async function chooseByKeyboard(part: Locator, name: string): Promise<void> {
  await part.locator('[data-action="person-menu"]').press('Enter');
  const item = part.page().getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  await item.press('Enter');
  // A menu that is still closing takes the next Escape.
  await expect(part.page().locator('[role="menu"]')).toHaveCount(0);
}

test('contacts who wait are joined in one click, and challenged with the last game, which they accept in one click', {
  tag: '@long',
}, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'tidewright');

  // A stranger's table: adding its host lists them in the column and moves the row to the top.
  await openTable(otherPage, 'Connect Four');
  await rowOf(page, 'tidewright').click();
  await expect(contact(page)).toHaveCount(0);
  await chooseByKeyboard(page.locator('#offer'), 'Add contact');
  await page.keyboard.press('Escape');
  await expect(contact(page)).toHaveAttribute('data-doing', 'waits');
  await expect(contact(page)).toContainText('Connect Four');
  await expect(page.getByRole('heading', { name: 'Your contacts', level: 2 }).first()).toBeVisible();
  await expect(page.locator('button[data-post]').first()).toContainText('tidewright');
  expect(await axeViolations(page)).toEqual([]);

  // One click sits down.
  await contact(page).getByRole('button', { name: 'Join' }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose', { timeout: 30_000 });
  await page.keyboard.press('Alt+1');
  await expect(contact(page)).toHaveAttribute('data-doing', 'asks');
  // By keyboard, since the card of the turn lies over the column.
  await contact(page).getByRole('button', { name: 'Go to table' }).press('Enter');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();

  // From the result: a contact. Who isn't known to be anywhere can be challenged, with the game that was played last.
  await otherPage.getByRole('button', { name: 'See the result' }).click();
  await otherPage.getByRole('button', { name: 'Add contact' }).click();
  await expect(otherPage.getByRole('button', { name: 'Add contact' })).toHaveCount(0);
  await expect(otherPage.locator('body')).not.toBeFocused();
  await otherPage.keyboard.press('Alt+1');
  await expect(contact(otherPage)).toHaveCount(1);
  await expect(contact(otherPage)).not.toHaveAttribute('data-doing');
  await contact(otherPage).getByRole('button', { name: 'Challenge' }).click();
  await expect(otherPage.getByRole('heading', { name: 'Connect Four', level: 2 })).toBeVisible();
  await expect(otherPage.getByText(/^Challenge .*copperfinch/)).toBeVisible();
  // The same game again would be a rematch.
  await otherPage.getByRole('button', { name: 'Change game' }).click();
  await otherPage.locator('[data-game]').filter({ hasText: 'Reversi' }).click();
  const send = otherPage.getByRole('button', { name: 'Send challenge' });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await send.click();

  // It arrives as a challenge with the game's name: as a card, beside the contact, and in the inbox.
  await page.keyboard.press('Alt+1');
  await expect(challenge(page)).toContainText(/tidewright.* challenges you to Reversi/);
  await expect(contact(page)).toHaveAttribute('data-doing', 'challenges');
  await page.keyboard.press('Alt+4');
  const conversation = page.locator('[data-row]').filter({ hasText: 'tidewright' });
  await expect(conversation).toContainText('Challenges you: Reversi');
  await conversation.click();
  await expect(page.locator('[data-invitation]').getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('Alt+1');
  await challenge(page).getByRole('button', { name: 'Accept' }).click();
  await expect(ask(page)).toBeVisible({ timeout: 30_000 });
  await expect(otherPage).toHaveURL(/#\/tables\//);
  await expect(challenge(page)).toHaveCount(0);

  // Blocking asks first while a game goes on, and can be undone.
  await page.keyboard.press('Alt+1');
  await chooseByKeyboard(contact(page), 'Block');
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(contact(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(contact(page)).toHaveCount(1);
  expect(pageErrors.flat()).toEqual([]);
});

test('a challenge with the game just played is a rematch, at which both sit down after one press', {
  tag: '@long',
}, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'tidewright');
  await openTable(otherPage, 'Connect Four');
  await rowOf(page, 'tidewright').click();
  await page.getByRole('button', { name: 'Join table' }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await otherPage.getByRole('button', { name: 'See the result' }).click();
  await otherPage.getByRole('button', { name: 'Add contact' }).click();
  await expect(otherPage.getByRole('button', { name: 'Add contact' })).toHaveCount(0);

  // The loser moved first, so the winner does now, whoever challenges.
  await otherPage.keyboard.press('Alt+1');
  await contact(otherPage).getByRole('button', { name: 'Challenge' }).click();
  const send = otherPage.getByRole('button', { name: 'Send challenge' });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await send.click();
  await page.keyboard.press('Alt+1');
  const rematch = page.locator('[data-moment="rematch"]');
  await expect(rematch).toContainText(/tidewright/);
  await rematch.getByRole('button', { name: 'Play' }).click();
  await expect(ask(otherPage).or(otherPage.locator('[data-moment="turn"]')).first()).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => page.url()).toContain('#/tables/');
  expect(pageErrors.flat()).toEqual([]);
});

test('where the lobby has no room for a column, a button opens the contacts', { tag: '@long' }, async ({
  page,
  meet,
}) => {
  const { otherPage } = await meet('copperfinch', 'tidewright');
  await page.setViewportSize({ width: 640, height: 400 });
  await openTable(otherPage, 'Reversi');
  await rowOf(page, 'tidewright').click();
  await chooseByKeyboard(page.locator('#offer'), 'Add contact');
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Your contacts, 1 waiting' });
  await button.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Your contacts' });
  await expect(sheet.locator('[data-contact]')).toContainText('Reversi');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await sheet.getByRole('button', { name: 'Join' }).press('Enter');
  await expect(page.locator('[data-decision="choose"]')).toBeVisible({ timeout: 30_000 });
});
