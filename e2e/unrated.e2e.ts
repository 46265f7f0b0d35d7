/** A game without points between two people, each in a browser. */
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { play, pressNumber, rowOf } from './user-actions.ts';

test('two people play without points, and again in a rematch', { tag: '@long' }, async ({ page, meet }) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await page.keyboard.press('Alt+n');
  await page.locator('[data-game]').filter({ hasText: 'Connect Four' }).click();
  const form = page.getByRole('complementary', { name: 'Connect Four' });
  await expect(form).toContainText('Your guest moves first.');
  await form.getByText('Unrated', { exact: true }).click();
  await form.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('complementary', { name: 'Your table is open' })).toContainText('no points');

  const row = rowOf(otherPage, 'copperfinch');
  await expect(row).toContainText('unrated');
  await row.click();
  await expect(otherPage.getByText("This game isn't rated. Nobody gets points.")).toBeVisible();
  await otherPage.getByRole('button', { name: 'Join table' }).click();
  await expect(otherPage.locator('[data-decision="choose"]')).toBeVisible();
  await pressNumber(otherPage, 4);
  await play(otherPage);
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const [each, outcome] of [
    [page, 'brindle'],
    [otherPage, 'You won'],
  ] as const) {
    await each.getByRole('button', { name: 'See the result' }).click();
    await expect(each.locator('main')).toContainText(outcome);
    await expect(each.getByText('unrated', { exact: true }).first()).toBeVisible();
    await expect(each.getByText("This game isn't rated, so no result is reported.").first()).toBeVisible();
  }

  await otherPage.getByRole('button', { name: 'Ask for a rematch' }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.getByRole('button', { name: 'Rules' }).click();
  await expect(page.locator('main')).toContainText('no points');
  expect(pageErrors.flat()).toEqual([]);
});
