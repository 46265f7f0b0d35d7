/** The Studio: a project from a template, both seats played, saves on disk that show at once, and mistakes with their place. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { faultsOf, firstRun } from './play.ts';

const seat = (page: Page, role: 'host' | 'guest') => page.locator(`[data-seat="${role}"]`);
const boardOf = (page: Page, role: 'host' | 'guest') => seat(page, role).frameLocator('iframe');
const problem = (page: Page, kind: string) => page.locator(`[data-problem="${kind}"]`);

test('an author makes a project, plays both seats, and sees every save and every mistake', async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'ada');
  await page.getByRole('link', { name: 'Studio', exact: true }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Three Guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Three Guesses' })).toBeVisible();
  await expect(page.getByText('Nothing to mend')).toBeVisible();

  // As editors save: another file, moved over the old one.
  const file = (path: string) => join(app.dataDir, 'studio/three-guesses', path);
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(file(path), 'utf8');
    expect(text).toContain(from);
    await writeFile(`${file(path)}~`, text.replace(from, to));
    await rename(`${file(path)}~`, file(path));
  };

  // A person at the guest's seat: the board picks, the bar below plays.
  const guest = boardOf(page, 'guest');
  await guest.getByRole('button', { name: '5', exact: true }).click();
  await seat(page, 'guest').getByRole('button', { name: 'Play' }).click();
  await expect(guest.getByText('you: 5')).toBeVisible();
  await expect(boardOf(page, 'host').getByText('guest: 5')).toBeVisible();
  await expect(page.locator('[data-frame="3"]')).toContainText('guess');
  expect(await faultsOf(page)).toEqual([]);

  // A board is another one at once, and the game goes on.
  await change('ui/board.js', 'You are the', 'Playing as the');
  await expect(guest.getByText('Playing as the guest.')).toBeVisible();
  await expect(guest.getByText('you: 5')).toBeVisible();
  expect(Number(await page.getByTestId('saved').getAttribute('data-took'))).toBeGreaterThan(0);

  // What the walls refused is told with its directive and line.
  await change(
    'ui/board.js',
    'const parlor =',
    "fetch('https://example.org/cards');\nconsole.warn('no cards');\nconst parlor =",
  );
  await expect(problem(page, 'blocked')).toContainText('connect-src');
  await expect(problem(page, 'blocked')).toContainText('https://example.org/cards');
  await expect(problem(page, 'blocked').getByTestId('place')).toContainText(/^ui\/board\.js:6/);
  await problem(page, 'blocked').getByRole('button', { name: 'Show the line' }).click();
  await expect(problem(page, 'blocked').locator('pre')).toContainText("fetch('https://example.org/cards')");
  await page.getByRole('tab', { name: /Console/ }).click();
  await expect(page.getByRole('log').getByText('no cards').first()).toBeVisible();
  await change('ui/board.js', "fetch('https://example.org/cards');\n", '');
  await expect(problem(page, 'blocked')).toHaveCount(0);

  // Rules: the id changes with them; a mistake names its line, and the game before stays.
  const id = await page.getByTestId('protocol-id').textContent();
  await change('spec.json', '"lower"\n', '"lower",\n            "close"\n');
  await expect(page.getByTestId('protocol-id')).not.toHaveText(id ?? '');
  await page.getByRole('button', { name: '1 change of the rules' }).click();
  await expect(page.getByTestId('spec-diff')).toContainText('hint.result');
  await change('spec.json', '"mode": "session_loop"', '"mode": "session_lop"');
  const text = (await readFile(file('spec.json'), 'utf8')).split('\n');
  const line = text.findIndex((each) => each.includes('session_lop')) + 1;
  await expect(problem(page, 'spec_rule').getByTestId('place')).toHaveText(`spec.json:${line}:5`);
  await expect(page.getByText('The game on screen is the one before your last save')).toBeVisible();
  await change('spec.json', '"mode": "session_lop"', '"mode": "session_loop"');
  await expect(problem(page, 'spec_rule')).toHaveCount(0);

  // Hooks at both seats play to the end; looking back shows what was there.
  await seat(page, 'guest').getByText('Hooks', { exact: true }).click();
  await expect(seat(page, 'guest').getByText(/^Over: the (host|guest) won/)).toBeVisible();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(guest.getByText('Playing as the guest.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(guest.getByText(/It was \d/)).toBeVisible();

  // A phone's size, the other theme, a narrow window.
  await page.getByLabel('Size of the boards').selectOption('phone');
  await expect(seat(page, 'guest').locator('iframe')).toHaveJSProperty('clientWidth', 360);
  await page.getByRole('radiogroup', { name: 'Theme of the boards' }).getByText('Dark').click();
  await expect(guest.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.setViewportSize({ width: 900, height: 600 });
  await page.getByRole('button', { name: /problem/ }).click();
  await expect(page.getByRole('heading', { name: 'Problems' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
