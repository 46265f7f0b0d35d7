/** Standings after a game: the user's entry on the leaderboard, the profile with its rating history, and capabilities. */
import { expect, test, watchPage } from './app-fixture.ts';
import { axeViolations, firstRun, join, play, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

test('after a game with the house, the user is on the leaderboard and can open the profiles', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();

  // Before the first game, the room explains how to get on the leaderboard.
  await page.getByRole('link', { name: 'Standings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Standings' })).toBeVisible();
  await expect(page.getByText('No rated games yet')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the lobby' }).click();

  // The name in a table's sheet leads to the profile.
  await rowOf(page, 'Tansy').click();
  await page.locator('#offer').getByRole('link', { name: 'Tansy' }).click();
  const sheet = page.getByRole('complementary', { name: 'Tansy' });
  await expect(sheet).toContainText('the house');
  await expect(sheet).toContainText("You two haven't played a rated game yet.");
  await page.goBack();

  await join(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await pressNumber(page, (turn % 3) + 1);
    await play(page);
  });
  const rating = await page.getByTestId('rating-after').textContent();

  // By keyboard only: the room, the leaderboard, the own entry, the profile.
  await page.keyboard.press('Alt+5');
  const own = page.locator('[data-own]');
  await expect(own).toContainText('copperfinch');
  await expect(own).toContainText('new, 1 game');
  await expect(own).toContainText(rating ?? '');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('table', { name: 'Rating list' }).getByRole('link').first().focus();
  await page.keyboard.type('copper');
  await expect(own.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  const mine = page.getByRole('complementary', { name: 'copperfinch' });
  await expect(mine.getByRole('heading', { name: 'copperfinch' })).toBeFocused();
  await expect(mine.getByTestId('profile-rating')).toHaveText(rating ?? '');
  const line = mine.getByTestId('rating-line');
  await line.focus();
  await expect(line).toHaveAttribute('aria-valuetext', new RegExp(`Tansy.*${rating}`));
  await page.keyboard.press('ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuetext', 'Before these games: 1200');
  await mine.getByRole('button', { name: 'Show as table' }).press('Enter');
  await expect(mine.getByRole('table', { name: 'Rating history' }).getByRole('row')).toHaveCount(2);
  await expect(mine.getByRole('rowheader', { name: 'Rock Paper Scissors' })).toBeVisible();

  await mine.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.keyboard.type('slow_play café');
  await page.keyboard.press('Enter');
  await expect(mine.getByRole('alert')).toHaveText('Use only the letters A to Z, digits and _ . : -');
  await mine.getByLabel('Add a capability').fill('');
  await page.keyboard.press('Enter');
  await expect(mine.getByTestId('capabilities')).toHaveText('slow_play');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(own.getByRole('link')).toBeFocused();

  // The opponent's profile by its own address, after a reload.
  await page.getByRole('table', { name: 'Rating list' }).getByRole('link', { name: 'Tansy' }).click();
  await page.reload();
  await expect(sheet.getByTestId('head-to-head')).toContainText(/You: \d won, \d lost, \d drawn\./);
  await expect(sheet).toContainText('1 of 2 rated games against');
  expect(pageErrors).toEqual([]);
});
