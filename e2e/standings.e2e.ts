/** Standings after a game: oneself on the board, the profile with the line of the rating, and what one says of oneself. */
import { expect, test, watchPage } from './app.ts';
import { faultsOf, firstRun, join, play, playToTheEnd, rowOf } from './play.ts';

test('after a game with the house a person finds themself on the board and opens the profiles', async ({
  app,
  page,
}) => {
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();

  // Before: nobody has played, and the room says how to get on the board.
  await page.getByRole('link', { name: 'Standings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Standings' })).toBeVisible();
  await expect(page.getByText('Nobody has played for points yet')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the lobby' }).click();

  // The name in the sheet of a table leads to who it is.
  await rowOf(page, 'Tansy').click();
  await page.locator('#offer').getByRole('link', { name: 'Tansy' }).click();
  const sheet = page.getByRole('complementary', { name: 'Tansy' });
  await expect(sheet).toContainText('the house');
  await expect(sheet).toContainText("You two haven't played a rated game yet.");
  await page.goBack();

  await join(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await page.keyboard.press(String((turn % 3) + 1));
    await play(page);
  });
  const rating = await page.getByTestId('rating-after').textContent();

  // By keyboard alone: the room, the board, the own line, the profile.
  await page.keyboard.press('Alt+5');
  const own = page.locator('[data-own]');
  await expect(own).toContainText('copperfinch');
  await expect(own).toContainText('new, 1 game');
  await expect(own).toContainText(rating ?? '');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('table', { name: 'Board of ratings' }).getByRole('link').first().focus();
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
  await mine.getByRole('button', { name: 'Show as a table' }).press('Enter');
  await expect(mine.getByRole('table', { name: 'Rating history' }).getByRole('row')).toHaveCount(2);
  await expect(mine.getByRole('rowheader', { name: 'Rock Paper Scissors' })).toBeVisible();

  await mine.getByRole('button', { name: 'Change' }).press('Enter');
  await page.keyboard.type('slow_play café');
  await page.keyboard.press('Enter');
  await expect(mine.getByRole('alert')).toHaveText('Only the letters A to Z, digits and _ . : - fit.');
  await mine.getByLabel('Add a capability').fill('');
  await page.keyboard.press('Enter');
  await expect(mine.getByTestId('capabilities')).toHaveText('slow_play');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(own.getByRole('link')).toBeFocused();

  // The opponent, by their own address, after a reload.
  await page.getByRole('table', { name: 'Board of ratings' }).getByRole('link', { name: 'Tansy' }).click();
  await page.reload();
  await expect(sheet.getByTestId('head-to-head')).toContainText(/You won \d, they won \d, \d drawn\./);
  await expect(sheet).toContainText('1 of 2 counted games with');
  expect(faults).toEqual([]);
});
