/** The keyboard focus is never lost: whatever goes while it has the focus, something with a name takes it over. By keys alone. */
import type { Locator, Page } from '@playwright/test';
import { expect, test, watchPage } from './app-fixture.ts';
import { focusAfter } from './inspect.ts';
import { ask, board, rowOf } from './user-actions.ts';

/** Performs an action and expects that the focus then is on the target, and that the target has a name. */
async function expectFocus(page: Page, action: () => Promise<unknown>, target: Locator): Promise<void> {
  expect(await focusAfter(page, 'focus', action)).toEqual([]);
  await expect(target).toBeFocused();
  await expect(target).toHaveAccessibleName(/./);
}

test('the focus is never lost, in the rooms and at a table', { tag: '@long' }, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  const press = (key: string) => () => page.keyboard.press(key);
  const enter = (target: Locator) => () => target.press('Enter');
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await app.start();
  await page.goto(app.url());
  await page.getByLabel('Name at the table').fill('copperfinch');
  await expectFocus(page, press('Enter'), title('Lobby'));

  // Rooms, by their keys, the rail, the palette and Back.
  const rooms = ['Lobby', 'Tables', 'Protocols', 'Inbox', 'Standings', 'Studio'];
  for (const [index, room] of [...rooms.entries()].toReversed())
    await expectFocus(page, press(`Alt+${index + 1}`), title(room));
  const rail = page.getByRole('navigation', { name: 'Rooms' });
  await expectFocus(page, enter(rail.getByRole('link', { name: 'Settings' })), title('Settings'));
  await expectFocus(page, () => page.goBack(), title('Lobby'));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('standings');
  await expectFocus(page, press('Enter'), title('Standings'));
  await page.keyboard.press('Alt+2');
  await expectFocus(page, enter(button('Open a record')), title('Record'));

  // What closes returns the focus to where it came from.
  await page.keyboard.press('Alt+,');
  const backUp = button('Back up');
  await backUp.press('Enter');
  await expect(dialog).toBeVisible();
  await expectFocus(page, press('Escape'), backUp);
  await backUp.click();
  await expect(dialog).toBeVisible();
  await expectFocus(page, press('Escape'), backUp);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await expectFocus(page, press('Escape'), backUp);

  // The last conversation leaves the focus to the heading of its list.
  await page.keyboard.press('Alt+4');
  await page.locator('[data-row]').press('Enter');
  const pane = page.getByRole('complementary', { name: 'Wick' });
  await expect(page.getByRole('heading', { name: 'Wick' })).toBeFocused();
  const messages = page.getByRole('heading', { name: 'Messages', exact: true });
  await expectFocus(page, enter(pane.getByRole('button', { name: 'Delete' }).first()), messages);
  await expectFocus(page, press('Alt+z'), messages);

  // A table: its sheet, resigning, the result, the last position and the replay.
  await page.keyboard.press('Alt+1');
  const row = rowOf(page, 'Tansy');
  await row.press('Enter');
  await expect(button('Join table')).toBeFocused();
  await expectFocus(page, press('Escape'), row);
  await row.press('Enter');
  await page.keyboard.press('Enter');
  await expect(ask(page)).toHaveAttribute('data-decision', 'choose');
  await expect(board(page).getByRole('radio').first()).toBeVisible();
  const resign = button('Resign').first();
  await resign.press('Enter');
  await expect(dialog).toBeVisible();
  await expectFocus(page, press('Escape'), resign);
  await resign.click();
  await expect(dialog).toBeVisible();
  await expectFocus(page, enter(dialog.getByRole('button', { name: 'Keep playing' })), resign);
  await resign.press('Enter');
  const table = title(/Rock Paper Scissors/);
  await expectFocus(page, enter(dialog.getByRole('button', { name: 'Resign' })), table);
  await expectFocus(page, enter(button('See the result')), table);
  await button('More about this game').press('Enter');
  await expectFocus(page, enter(page.getByRole('menuitem', { name: 'Show the table' })), table);
  await expectFocus(page, enter(button('See the result')), table);
  await expectFocus(page, enter(button('Replay')), table);
  // At the end, the button that led there is disabled.
  await expectFocus(page, enter(button('Go to the end')), page.getByRole('region', { name: 'Replay controls' }));
  await expectFocus(page, press('Home'), button('Go to the end'));
  await expectFocus(page, enter(page.getByRole('link', { name: 'Back to the result' })), table);

  expect(pageErrors).toEqual([]);
});
