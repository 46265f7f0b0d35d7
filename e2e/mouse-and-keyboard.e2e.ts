/** Games by mouse, and by mouse and keyboard in turn: the keyboard focus is never lost. */
import type { Page } from '@playwright/test';
import { isLongRun } from '../shared/testing/long.ts';
import { expect, test, watchPage } from './app-fixture.ts';
import { ask, board, firstRun, join, playToTheEnd, pressNumber, rowOf } from './user-actions.ts';

const focusedRegion = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-region') ?? null);

test('a game by mouse only takes one click per move', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Wick');
  // The pieces are named beside the sides only with the board.
  const pieces = page.locator('[data-side="own"]');
  await expect(pieces).toContainText('red, dot');
  await page.getByRole('button', { name: 'Plain view' }).click();
  await expect(pieces).not.toContainText('red, dot');
  await page.getByRole('button', { name: 'Back to the board' }).click();
  await expect(pieces).toContainText('red, dot');
  const columns = board(page).getByRole('radio');
  await playToTheEnd(page, async (turn) => {
    for (let offset = 0; offset < 7; offset += 1) {
      const column = columns.nth((turn + offset) % 7);
      if ((await column.getAttribute('aria-disabled')) === 'true') continue;
      return column.click();
    }
  });
  expect(pageErrors).toEqual([]);
});

test('clicks and keys can alternate, inside and outside the board', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  // To the lobby by keyboard.
  await page.goto(app.url());
  await expect(page.getByLabel('Name at the table')).toBeFocused();
  await page.keyboard.type('copperfinch');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Wick').waitFor();

  // A setting that survives a reload: a click picks, Enter plays.
  await page.goto(`${page.url().split('#')[0]}#/settings/looks`);
  await page.getByRole('switch', { name: 'Confirm each move' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Confirm each move' })).toHaveAttribute('aria-checked', 'true');
  // To the table: type a name, Enter opens its sheet, Enter joins.
  await page.keyboard.press('Alt+1');
  await rowOf(page, 'Marlow').focus();
  await page.keyboard.type('wick');
  await expect(rowOf(page, 'Wick')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Join table' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  const columns = board(page).getByRole('radio');
  const key = () => ask(page).getAttribute('data-ask');
  const played = (before: string | null) => expect(page.locator(`[data-ask="${before}"]`)).toHaveCount(0);

  let turn = await key();
  await columns.nth(3).click();
  await expect(ask(page)).toHaveAttribute('data-decision', 'picked');
  await page.keyboard.press('Enter');
  await played(turn);
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');

  // A press that picks nothing leaves the keyboard focus with Parlor: palette, resign, regions, plain view and back.
  const stage = page.locator('[data-region="board"] iframe');
  const corner = { position: { x: 4, y: 4 } };
  await stage.click(corner);
  await page.keyboard.press('Alt+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.keyboard.type('inbox');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('inbox');
  await page.keyboard.press('Escape');
  await expect(columns.first()).toBeVisible();
  await stage.click(corner);
  await page.keyboard.press('Alt+r');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(columns.first()).toBeVisible();
  await stage.click(corner);
  await page.keyboard.press('Alt+p');
  await expect(page.getByText('Drawn by Parlor')).toBeVisible();
  await page.keyboard.press('Alt+p');
  await expect(columns.first()).toBeVisible();
  await stage.click(corner);
  await expect.poll(() => focusedRegion(page)).toBe('decision');
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('button', { name: 'Skip the board' }).first()).toBeFocused();

  // Tab moves into the board, whose own keys pick; Enter then plays.
  turn = await key();
  await page.keyboard.press('Tab');
  await expect(columns.nth(3)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await expect(ask(page)).toHaveAttribute('data-decision', 'picked');
  await expect.poll(() => focusedRegion(page)).toBe('decision');
  await page.keyboard.press('Enter');
  await played(turn);

  // After playing by keyboard in the board, the focus is there for the next move.
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await expect(page.locator('[data-region="board"] iframe')).toBeFocused();
  await expect(columns.nth(4)).toBeFocused();
  turn = await key();
  await page.keyboard.press('ArrowLeft');
  await expect(columns.nth(3)).toBeFocused();
  await page.keyboard.press(' ');
  await expect.poll(() => focusedRegion(page)).toBe('decision');
  await page.keyboard.press('Enter');
  await played(turn);

  expect(pageErrors).toEqual([]);
  if (!isLongRun) return;

  // To the end with clicks and digits in turn, and to the result by Enter.
  await playToTheEnd(page, async (move) => {
    for (let offset = 0; offset < 7; offset += 1) {
      const column = columns.nth((move + offset) % 7);
      if ((await column.getAttribute('aria-disabled')) === 'true') continue;
      if (move % 2 === 0) await column.click();
      else await pressNumber(page, ((move + offset) % 7) + 1);
      break;
    }
    await expect(ask(page)).toHaveAttribute('data-decision', 'picked');
    await page.keyboard.press('Enter');
  });
  expect(pageErrors).toEqual([]);
});
