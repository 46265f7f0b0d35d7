/** After a game: its record gone through by keyboard, checked and held beside another copy; a score; another game. */
import { readFile } from 'node:fs/promises';
import { createApp, expect, test, watchPage } from './app.ts';
import { startCommunity } from './community.ts';
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
  // By itself to the end, from shortly before it: a game of many draws is long.
  await page.keyboard.press('End');
  for (let back = 1; back <= 3; back += 1) await page.keyboard.press('ArrowUp');
  await expect(place).toHaveText(`Message ${whole - 3} of ${whole}`);
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
  const lines = record.split('\n');
  const at = lines.findIndex((line) => /"kind":"frame"/.test(line) && /"action":"reveal"/.test(line));
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
  await page.getByRole('list', { name: 'Past tables' }).getByRole('link', { name: 'Rock Paper Scissors' }).click();
  await expect(page).toHaveURL(/#\/protocols\/[0-9a-f]{64}/);
  expect(faults).toEqual([]);
});

test('a rematch is offered to one alone, and a no is told and may be taken back', async ({ app, page, browser }) => {
  const community = await startCommunity();
  const other = await createApp();
  const theirs = await browser.newPage();
  try {
    const faults = [watchPage(page), watchPage(theirs)];
    await Promise.all([app.start({ server: community.url }), other.start({ server: community.url })]);
    await firstRun(page, app.url(), 'copperfinch');
    await firstRun(theirs, other.url(), 'tidewright');

    await page.getByRole('button', { name: 'Host a table' }).first().click();
    await page.locator('[data-game]').filter({ hasText: 'Connect Four' }).click();
    const open = page.getByRole('button', { name: 'Open the table' });
    await expect(open).not.toHaveAttribute('aria-disabled', 'true');
    await open.click();
    await expect(page.getByRole('heading', { name: 'Your table is open' })).toBeVisible();
    await join(theirs, 'copperfinch');
    await expect(page).toHaveURL(/#\/tables\//);

    // Whoever leaves may still ask for another game.
    await theirs.getByRole('button', { name: 'Resign' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const each of [page, theirs]) await each.getByRole('button', { name: 'See the result' }).click();
    const finished = theirs.url();
    await page.getByRole('button', { name: 'Ask for a rematch' }).click();
    await expect(page.getByTestId('rematch')).toContainText('The table waits for that key alone');

    await expect(theirs.getByTestId('rematch')).toContainText('asks for a rematch, with the same settings.');
    await theirs.keyboard.press('Alt+5');
    const line = theirs.getByRole('status').filter({ hasText: 'asks for a rematch: Connect Four.' });
    await expect(line).toBeVisible();
    await line.getByRole('button', { name: 'No, thanks' }).click();
    await expect(line).toHaveCount(0);
    await expect(page.getByTestId('rematch')).toContainText('would rather not play again now.');

    // Who has thought better of it asks in turn.
    await theirs.goto(finished);
    await theirs.getByRole('button', { name: 'Ask for a rematch' }).click();
    await page.getByRole('button', { name: 'Sit down again' }).click();
    await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
    await expect(ask(theirs)).toBeVisible();
    expect(page.url()).not.toBe(finished);
    expect(faults.flat()).toEqual([]);
  } finally {
    await theirs.close();
    await other.dispose();
    await community.dispose();
  }
});
