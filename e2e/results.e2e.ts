/** After a game: its record gone through by keyboard, checked and held beside another copy; a score; another game. */
import { readFile } from 'node:fs/promises';
import { expect, test, watchPage } from './app.ts';
import { ask, board, faultsOf, firstRun, join, play, playToTheEnd, rowOf } from './play.ts';

test('a game with the house is stepped through, checked, scored and played again', async ({ app, page }) => {
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await join(page, 'Tansy');
  await playToTheEnd(page, async (turn) => {
    await page.keyboard.press(String((turn % 3) + 1));
    await play(page);
  });
  const result = new URL(page.url()).hash;
  expect(await faultsOf(page)).toEqual([]);

  // Step by step, by keyboard alone, on the same board as in play.
  await page.getByRole('button', { name: 'Step through' }).press('Enter');
  const said = page.getByTestId('replay-said');
  const place = page.getByTestId('replay-place');
  await expect(said).toHaveText('Before the first message');
  await expect(page).toHaveURL(/\/replay$/);
  await expect(board(page).getByRole('radio').first()).toBeVisible();
  await page.keyboard.press('End');
  const whole = Number(/of (\d+)$/.exec((await place.textContent()) ?? '')?.[1]);
  expect(whole).toBeGreaterThan(7);
  await expect(place).toHaveText(`Message ${whole} of ${whole}`);
  await expect(page).toHaveURL(new RegExp(`/replay#${whole}$`));
  await page.keyboard.press('ArrowUp');
  await expect(place).toHaveText(`Message ${whole - 1} of ${whole}`);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(place).not.toHaveText(/^Message 0 /);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(place).toHaveText(`Message ${whole} of ${whole}`);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // A move leads to where it was played, and the address to the same place after a reload.
  await page.getByTestId('moves').getByRole('button').first().press('Enter');
  const first = (await place.textContent()) ?? '';
  expect(first).not.toBe(`Message ${whole} of ${whole}`);
  await expect(page).toHaveURL(new RegExp(`/replay#${/\d+/.exec(first)?.[0]}$`));
  await page.reload();
  await expect(place).toHaveText(first);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the result' }).click();

  await page.getByRole('button', { name: 'Check it all' }).click();
  const verdict = page.getByTestId('verdict');
  await expect(verdict.getByRole('status')).toContainText('holds');
  await expect(verdict).toContainText(/\d+ opened hands, each hashed again/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export record' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^rock-paper-scissors-[0-9a-f]{8}\.jsonl$/);
  const record = await readFile(await saved.path(), 'utf8');

  // The same file is the same game; one hand exchanged, and the line is named.
  await page.getByRole('button', { name: 'Compare copies' }).click();
  const pick = (name: string, text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await pick('same.jsonl', record);
  await expect(page.getByRole('heading', { name: 'Both copies tell the same game' })).toBeVisible();
  const hand = /\{"action":"reveal".*?"value":"(\w+)"|"value":"(rock|paper|scissors)"/.exec(record);
  const lines = record.split('\n');
  const at = lines.findIndex((line) => /"kind":"frame"/.test(line) && /"action":"reveal"/.test(line));
  expect(hand, 'a hand was opened').not.toBeNull();
  lines[at] = lines[at]!.replace(/"(rock|paper|scissors)"/, (word) => (word === '"rock"' ? '"paper"' : '"rock"'));
  await pick('theirs.jsonl', lines.join('\n'));
  await expect(page.getByRole('heading', { name: 'The other copy was changed' })).toBeVisible();
  const difference = page.getByTestId('difference');
  await expect(difference.getByText(`Line ${at + 1}.`)).toBeVisible();
  await expect(difference.locator('mark').first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the result' }).click();

  await page.getByRole('radio', { name: /4/ }).check({ force: true });
  await page.getByRole('textbox', { name: 'A note, if you like' }).fill('Always there.');
  await page.getByRole('button', { name: 'Give 4 of 5' }).click();
  await expect(page.getByTestId('score-given')).toHaveText('You gave 4 of 5: good.');
  await page.reload();
  await expect(page.getByTestId('score-given')).toBeVisible();

  // Enter asks; the house sets the same table up again, and one sits down at it.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Enter');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  expect(new URL(page.url()).hash).not.toBe(result);

  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
  await page.keyboard.press('Alt+f');
  await page.keyboard.type('tansy');
  await expect(page.locator('[data-table]')).toHaveCount(2);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('list', { name: 'Past tables' }).getByRole('link', { name: 'Rock Paper Scissors' }).click();
  await expect(page).toHaveURL(/#\/protocols\/[0-9a-f]{64}/);
  expect(faults).toEqual([]);
});
