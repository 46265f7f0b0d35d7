/** Two games, and what the list of tables, the page of a game and the file for spreadsheets say about them; settings that boards follow. */
import { readFile } from 'node:fs/promises';
import { expect, test, watchPage } from './app-fixture.ts';
import { axeViolations, board, firstRun, join, play, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

test('two games are listed, filtered, summed up and exported, and boards follow the settings', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await join(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await pressNumber(page, (turn % 3) + 1);
    await play(page);
  });
  // The second one is lost after its first move.
  await page.keyboard.press('Alt+1');
  await join(page, 'Wick');
  await board(page).getByRole('radio', { name: 'column 4' }).click();
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const see = page.getByRole('button', { name: 'See the result' });
  await see.click();
  await expect(page.getByText('settled', { exact: true })).toBeVisible();

  await page.keyboard.press('Alt+2');
  const rows = page.locator('[data-table]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveText(/^Lost You resigned\.$/);
  await expect(rows.last()).toHaveText(/^(Won|Lost|Drawn) /);
  await page.getByLabel('Game', { exact: true }).selectOption({ label: 'Connect Four' });
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Time', { exact: true }).selectOption('today');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Time', { exact: true }).selectOption('between');
  await page.getByLabel('Last day').fill('2020-13-01');
  await expect(page.getByLabel('Last day')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Last day').fill('2020-01-01');
  await expect(page.getByLabel('Last day')).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText('No matching tables')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rows).toHaveCount(2);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('parlor-games.csv');
  const [header, ...lines] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
  expect(header).toContain('started_at,ended_at,game,seat,opponent,end,reason,points');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(',Connect Four,guest,Wick,lost,resigned,');

  await page.getByRole('button', { name: 'By game' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: 'Connect Four' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect Four' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Lost 1' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'First moves' }).getByRole('row').nth(1)).toContainText('you column 4');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Wick' }).click();
  await expect(page.getByRole('button', { name: /Against .*Wick/ })).toBeVisible();
  await expect(rows).toHaveCount(1);

  await page.keyboard.press('Alt+,');
  await page.getByRole('link', { name: 'Appearance and language' }).click();
  await page.getByText('Larger', { exact: true }).click();
  await page.getByRole('switch', { name: 'Pieces for the colour-blind' }).click();
  await expect(page.locator('html[data-text-size="larger"][data-pieces="distinct"]')).toBeAttached();
  await page.goBack();
  await page.goBack();
  await rows.first().click();
  await page.getByRole('button', { name: 'Replay' }).click();
  const root = board(page).locator('html[data-pieces="distinct"]');
  await expect(root).toBeAttached();
  expect(await root.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('19.5px');
  expect(pageErrors).toEqual([]);
});
