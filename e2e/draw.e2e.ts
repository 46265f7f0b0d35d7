/** A draw that two people, each in a browser, agree to. */
import type { Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { axeViolations, openTable, play, pressNumber, rowOf } from './user-actions.ts';

const sentence = (page: Page) => page.getByTestId('decision');

async function offerDraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Offer a draw' }).click();
}

test('two people decline and agree to a draw, at the table and from another room, and both records prove it', {
  tag: '@long',
}, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await openTable(page, 'Connect Four');
  await rowOf(otherPage, 'copperfinch').click();
  await otherPage.getByRole('button', { name: 'Join table' }).click();
  await expect(otherPage.locator('[data-decision="choose"]')).toBeVisible();

  // Nothing is offered before the first move.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'About this game' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Offer a draw' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await pressNumber(otherPage, 4);
  await play(otherPage);
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();

  // The side to move offers; the other one is in the lobby, gets a polite announcement, and declines there.
  await otherPage.keyboard.press('Alt+1');
  // A card waits for the pointer to leave the column of contacts, where the last click was.
  await otherPage.getByRole('heading', { name: 'Lobby' }).hover();
  await offerDraw(page);
  await expect(page.locator('[data-region="decision"]')).toContainText('You offered a draw');
  const card = otherPage.locator('[data-moment="draw"]');
  await expect(card).toContainText(/copperfinch.? offers a draw/);
  await expect(otherPage.getByTestId('moment-announcement')).toHaveText(/copperfinch.? offers a draw\./);
  await card.getByRole('button', { name: 'Decline' }).click();
  await expect(card).toHaveCount(0);
  await expect(page.locator('[data-region="decision"]')).toContainText(/brindle.? declined the draw/);
  await expect(page.getByTestId('story')).toContainText(/brindle.? declined the draw\./);

  // An offer lapses with the next move, which Enter still plays.
  await otherPage.goBack();
  await offerDraw(otherPage);
  await expect(sentence(page)).toHaveText(/brindle.? offers a draw/);
  await expect(page.getByTestId('story')).toContainText(/brindle.? offers a draw\./);
  expect(await axeViolations(page)).toEqual([]);
  await pressNumber(page, 4);
  await play(page);
  await expect(otherPage.locator('[data-decision="choose"]')).toBeVisible();
  await expect(sentence(otherPage)).not.toContainText('draw');
  await expect(page.getByRole('button', { name: 'Accept the draw' })).toHaveCount(0);

  await offerDraw(page);
  await otherPage.getByRole('button', { name: 'Accept the draw' }).click();
  for (const each of [page, otherPage]) {
    await expect(sentence(each)).toContainText('A draw. Both sides agreed to it.');
    await each.getByRole('button', { name: 'See the result' }).click();
    await expect(each.getByText('settled', { exact: true })).toBeVisible();
    await expect(each.getByText('Both sides agreed to it.').first()).toBeVisible();
    await each.getByRole('button', { name: 'Verify record' }).click();
    await expect(each.getByTestId('verdict')).toContainText('proven by both');
  }
  expect(pageErrors.flat()).toEqual([]);
});
