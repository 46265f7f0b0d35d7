/** A finished game against the house is analysed; mistakes are found, and the results are kept. */
import { stat } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { attach } from '../electron/owner/attach.ts';
import { expect, test } from './app-fixture.ts';
import { axeViolations, firstRun, join, play, pressNumber, rowOf } from './user-actions.ts';

test('a game against the house is analysed: a mistake is found, marked on the board, and kept', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await join(page, 'Wick');

  const owner = await attach(app.dataDir);
  if (!owner) throw new Error('Parlor is not listening.');
  const { tables, analysis } = owner.client;
  const current = async () => (await tables.list({ limit: 1 })).tables[0]!;
  const { table_id } = await current();
  // Always the first column that has room: somebody makes a mistake.
  const result = page.getByRole('button', { name: 'See the result' });
  const choose = page.locator('[data-decision="choose"]');
  for (;;) {
    await expect(choose.or(result).first()).toBeVisible();
    if (await result.isVisible()) break;
    const { ask } = await tables.get({ table_id });
    if (!ask) continue;
    await pressNumber(page, Number(ask.choices[0]!.value) + 1);
    await play(page);
    await expect.poll(async () => (await tables.get({ table_id })).ask?.key).not.toBe(ask.key);
  }
  await result.click();

  await page.locator('[data-action="analyse"]').click();
  await expect(page).toHaveURL(/\/analysis/);
  await expect(page.getByTestId('judge')).toContainText("as strongly as the house's sharp players play");
  await expect(page.getByTestId('analysis-progress')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('sums')).toContainText(/mistake|win missed/);
  expect(await axeViolations(page)).toEqual([]);

  // N goes to the next mistake, Shift N back; the line is on the board and in words.
  await page.keyboard.press('Home');
  const sentence = page.getByTestId('analysis-sentence');
  const marked = page.locator('[data-latest] [data-mark]');
  if ((await marked.count()) === 0) await page.keyboard.press('n');
  await expect(marked).toHaveCount(1);
  await expect(sentence).toContainText(/Column \d (wins|was better)\./);
  const board = page.frameLocator('iframe');
  await expect(board.locator('.parlor-best')).toHaveCount(1);
  await expect(board.locator('.parlor-played')).toHaveCount(1);
  const first = await sentence.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(sentence).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+N');
  await expect(sentence).toHaveText(first ?? '');
  await page.keyboard.press('End');
  await expect(board.locator('.parlor-best')).toHaveCount(0);

  // The second time nothing is judged again.
  const file = joinPath(app.dataDir, 'tables', table_id, 'analysis.json');
  const { mtimeMs } = await stat(file);
  expect(await analysis.get({ table_id })).toMatchObject({ state: 'done' });
  await page.reload();
  await expect(page.getByTestId('sums')).toContainText(/mistake|win missed/);
  expect(await analysis.start({ table_id })).toMatchObject({ state: 'done' });
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});
