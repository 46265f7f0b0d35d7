/** The first hour, offline: first run, the lobby, a rated game by hand, the recovery phrase. */
import { expect, test, watchPage } from './app-fixture.ts';
import { ask, axeViolations, board, firstRun, join, play, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

test('a new user plays a settled game by mouse and saves the recovery phrase', async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await page.goto(app.url());
  await expect(page.getByLabel('Name at the table')).toBeVisible();
  expect(page.url()).not.toContain('code=');
  expect(await axeViolations(page)).toEqual([]);
  await firstRun(page, page.url(), 'copperfinch');
  await expect(rowOf(page, 'Rock Paper Scissors').first()).toContainText('+16');
  await expect(rowOf(page, 'Connect Four').first()).toContainText('+16');
  expect(await axeViolations(page)).toEqual([]);

  await rowOf(page, 'Tansy').click();
  const sheet = page.locator('#offer');
  await expect(sheet).toContainText('3 of 5 checked on this computer');
  await expect(sheet).toContainText('best of 3, 120 s per move');
  await expect(sheet).toContainText('Nobody loses points. 0 of 2 rated games in 24 hours used.');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Join table' }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await expect(page.getByText('5 of 5')).toBeVisible();

  // The author's board: an opaque frame that can only pick.
  const frame = page.locator('[data-region="board"] iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  const first = await ask(page).getAttribute('data-ask');
  await board(page).getByRole('radio', { name: /^rock/ }).click();
  await expect(page.locator(`[data-ask="${first}"]`)).toHaveCount(0);
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  expect(await axeViolations(page)).toEqual([]);

  // The plain view shows the same game.
  await page.getByRole('button', { name: 'Plain view' }).click();
  await expect(page.getByText('Drawn by Parlor')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await playToTheEnd(page, async () => {
    await page.getByRole('radio', { name: /^paper/ }).check();
    await play(page);
  });
  expect(await axeViolations(page)).toEqual([]);

  const after = Number(await page.getByTestId('rating-after').textContent());
  const delta = Number(await page.getByTestId('rating-delta').textContent());
  expect([4, 8, 16]).toContain(delta);
  expect(after).toBe(1200 + delta);
  await expect(page.getByText('settled', { exact: true })).toBeVisible();
  await expect(page.getByText('Reported results')).toBeVisible();

  await page.getByRole('button', { name: 'Show my 24 words' }).click();
  const dialog = page.getByRole('dialog');
  expect(await axeViolations(page)).toEqual([]);
  const words = await dialog.getByTestId('words').getByRole('listitem').allTextContents();
  expect(words).toHaveLength(24);
  await dialog.getByRole('button', { name: 'I wrote them down' }).click();
  for (const field of await dialog.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent ?? '');
    await field.fill(words[Number(label.replace(/\D/g, '')) - 1]!.replace(/^\d+/, '').trim());
  }
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('All three are right.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up your recovery phrase' })).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});

test('the first seconds show no error, and nothing is missing before it was loaded', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await page.addInitScript(() => {
    const untrue = new Set<string>();
    Object.assign(window, { untrue });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role="alert"]:not(:empty)'))
        untrue.add(`${textContent}`);
      for (const { textContent } of document.querySelectorAll('main h2, main h3'))
        if (/^No (matching tables|open tables|protocols)/.test(`${textContent}`)) untrue.add(`${textContent}`);
      for (const { textContent } of document.querySelectorAll('main header'))
        if (/\b0 (of|open|protocols)/.test(`${textContent}`)) untrue.add(`${textContent}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  const rooms = ['Tables', 'Protocols', 'Inbox', 'Standings', 'Studio'];
  for (const [index, name] of rooms.entries()) {
    await page.keyboard.press(`Alt+${index + 2}`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await page.keyboard.press('Alt+1');
  await expect(page.locator('[data-list-state="complete"]')).toBeVisible();
  await expect(rowOf(page, 'Wick')).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { untrue: Set<string> }).untrue])).toEqual([]);
});

test('in a hybrid game the agent proposes; the user holds, accepts and overrides', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Rook End', 'Hybrid');
  await expect(ask(page)).toHaveAttribute('data-decision', 'proposal');
  await page.getByRole('button', { name: /Hold/ }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'held');
  const key = await ask(page).getAttribute('data-ask');
  await play(page);
  await expect(page.locator(`[data-ask="${key}"]`)).toHaveCount(0);
  await expect(page.getByText('You accepted').first()).toBeVisible();

  // Picking another answer than proposed: the bar explains it, and a click plays it.
  await expect(ask(page)).toHaveAttribute('data-decision', 'proposal');
  const next = await ask(page).getAttribute('data-ask');
  await page.getByRole('button', { name: 'Choose another' }).click();
  await expect(page.getByText('Pick a move on the board.')).toBeVisible();
  await expect(ask(page)).toBeFocused();
  await board(page).getByRole('radio').last().click();
  await expect(page.locator(`[data-ask="${next}"]`)).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});

test('a whole game of Connect Four is played by keyboard only', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await page.goto(app.url());
  await expect(page.getByLabel('Name at the table')).toBeFocused();
  await page.keyboard.type('copperfinch');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await rowOf(page, 'Marlow').focus();
  await page.keyboard.type('wick');
  await expect(rowOf(page, 'Wick')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Join table' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');

  // Alternating neighbouring columns ends every game of Connect Four within 42 moves.
  await playToTheEnd(page, async (turn) => {
    for (let offset = 0; offset < 7; offset += 1) {
      await pressNumber(page, ((turn + offset) % 7) + 1);
      if ((await ask(page).getAttribute('data-decision')) === 'picked') break;
    }
    await page.keyboard.press('Enter');
  });
  await expect(page.getByTestId('rating-after')).not.toHaveText('1200');
  expect(pageErrors).toEqual([]);
});
