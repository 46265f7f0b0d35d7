/** The Protocols room: a player reads a protocol, and an author works on two that were published from the terminal. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import pins from '../resources/protocols/pins.json' with { type: 'json' };
import { expect, test, watchPage } from './app-fixture.ts';
import { terminalUser } from './terminal-user.ts';
import { axeViolations, firstRun, installWith, rowOf } from './user-actions.ts';

const message = (name: string, direction: string, fields: object = {}) => ({
  name,
  direction,
  fields: { action: { type: 'enum', values: [name], required: true }, ...fields },
});
const number = (max: number) => ({ value: { type: 'integer', min: 1, max, required: true } });
/** The guest sends a number, the host sends a higher one. */
const higher = (max: number, name: string) => ({
  name,
  spec_version: '1.0',
  description: 'Name a number; the host names a higher one.',
  type: 'chat',
  family: 'higher',
  flow: { mode: 'request_response' },
  messages: [
    message('join', 'guest_to_host'),
    message('ready', 'host_to_guest'),
    message('number', 'guest_to_host', number(max)),
    message('higher', 'host_to_guest', number(max + 1)),
  ],
  rules: { number: `The guest names a number up to ${max}.`, higher: 'The host adds one.' },
});
const hooks = `export const first_action = (_, value = 1 + Math.floor(Math.random() * 9)) => ({ state: { value }, send: { action: 'number', value } });
export const handle = (state, { action, value }) =>
  action === 'number'
    ? { state, send: { action: 'higher', value: value + 1 }, end: { completed: value <= 9 } }
    : { state, end: { completed: value === state.value + 1 } };
`;

/** Clears the editor by keyboard first: replacing highlighted text would insert inline styles, a violation of the policy. */
async function write(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a');
  await editor.press('Delete');
  await editor.fill(text);
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of this protocol' }).getByRole('link', { name });

async function publish(dataDir: string, spec: object, reason: string): Promise<string> {
  const path = join(dataDir, `${reason}.json`);
  await writeFile(path, JSON.stringify(spec));
  const { protocol_id } = await terminalUser(dataDir).parlor('protocol', 'register', path, '--reason', reason);
  return String(protocol_id);
}

/** Changes an own protocol's place in its family. */
async function editFamily(page: Page, protocol: string, fields: { [label: string]: string }): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#/protocols/${protocol}?tab=numbers`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

test('a player reads a protocol, and an author compares two, sets their families, and writes working hooks', {
  tag: '@long',
}, async ({ app, page }) => {
  test.slow();
  page.setDefaultTimeout(30_000);
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch', 'correct horse');
  await expect(rowOf(page, 'Tansy')).toBeVisible();

  // The catalogue by keyboard.
  await page.keyboard.press('Alt+3');
  await expect(page.getByRole('heading', { level: 1, name: 'Protocols' })).toBeVisible();
  const rows = page.locator('[data-protocol]');
  await expect(rows).toHaveCount(Object.keys(pins).length);
  await page.keyboard.press('Alt+f');
  await page.keyboard.type('four');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('plays here');
  await expect(page).toHaveURL(/#\/protocols\?q=four$/);
  expect(await axeViolations(page)).toEqual([]);
  await rows.press('Enter');

  // The page: rules, messages, how a table runs.
  await expect(page.getByRole('heading', { level: 1, name: 'Connect Four' })).toBeVisible();
  await expect(page.getByText('Line up four to win.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'For implementers' }).click();
  await expect(page.getByText('Written by Parlor')).toBeVisible();
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByRole('rowheader', { name: 'round_result' })).toBeVisible();
  await expect(page.getByText('In turns, until the game is over')).toBeVisible();
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(page.getByText('The guest sends move with turn, col.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // From the page to a running game in one click.
  await expect(page.frameLocator('figure iframe').locator('#marks > *').first()).toBeAttached();
  await page.getByRole('button', { name: 'Play against the house' }).click();
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await expect(page.getByTestId('peer-strength')).toHaveText('steady');
  await page.goBack();
  await tab(page, 'Board').click();
  await expect(page.getByRole('table', { name: 'Files of the board' }).getByText('index.html')).toBeVisible();
  await tab(page, 'Player code').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('self-play')).toContainText(/The (host|guest) won\.|A draw\./);

  // Two own protocols, published while the window is open.
  const old = await publish(app.dataDir, higher(9, 'Higher'), 'first');
  const wide = await publish(app.dataDir, higher(99, 'Higher to a hundred'), 'wider');
  await page.goto(`${page.url().split('#')[0]}#/protocols?q=higher`);
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: 'Higher to a hundred' }).click();
  await expect(page.getByText('by you,')).toBeVisible();

  // The differences, described and line by line.
  await page.getByRole('button', { name: 'Compare' }).click();
  const after = page.getByRole('combobox', { name: 'After' });
  await after.click();
  await page.getByRole('option', { name: /^Higher [0-9a-f]{8}…/ }).click();
  await expect(page.getByText('Not compatible.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap the two' }).click();
  await expect(page).toHaveURL(new RegExp(`/protocols/${old}/diff/${wide}$`));
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(
    'number.value allows 1 to 99, previously 1 to 9',
  );
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByText('"max": 99')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // The author creates a family and adds the extension under the first protocol: the family is drawn, and the change announced.
  await editFamily(page, old, { Family: 'higher' });
  await editFamily(page, wide, { Family: 'higher', 'ID of its parent': old });
  await tab(page, 'Family').click();
  const family = page.getByRole('list', { name: 'Family' }).getByRole('listitem');
  await expect(family).toHaveCount(2);
  await expect(family.nth(1)).toContainText('this one');
  await tab(page, 'Rules').click();
  await expect(page.getByText('Changes from its parent')).toBeVisible();

  // Hooks: the skeleton lists open methods; a syntax error shows its line; the finished hooks play, are pinned, and can host.
  await page.getByRole('button', { name: 'Set up player code' }).click();
  const text = page.getByRole('textbox', { name: 'hooks.js' });
  await expect(page.getByText("first_action isn't implemented yet.")).toBeVisible();
  await write(text, `${hooks}let twice;\nlet twice;\n`);
  await expect(page.locator('.cm-line').nth(6).locator('.cm-lintRange-error').first()).toBeVisible();
  await page.getByRole('button', { name: 'Line 7' }).click();
  await expect(text).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await write(text, hooks);
  await expect(page.getByText('Loads without errors; all methods are implemented.')).toBeVisible();
  await page.getByLabel('Seed', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Test against a cheater' }).click();
  await expect(page.getByTestId('self-play')).toContainText('The game ended. 4 messages, seed 7.');
  await expect(page.getByTestId('self-play')).toContainText(/\d+ invalid messages, all rejected\./);
  // Tab indents; after Escape it leaves the editor.
  await text.press('Tab');
  await expect(text).toBeFocused();
  await text.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await text.press('Control+z');
  await text.press('Control+s');
  await installWith(page, 'correct horse');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('your agent can play it')).toBeVisible();
  // The file stays with the protocol, also after a reload.
  await page.reload();
  await expect(text).toContainText(hooks.split('\n')[0] ?? '');
  await page.getByRole('button', { name: 'Host a table' }).click();
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeVisible();

  // The first protocol has no hooks: it is played by hand, after a sheet.
  await page.goto(`${page.url().split('#')[0]}#/protocols/${old}?tab=hooks`);
  await page.getByRole('button', { name: 'Play by hand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Play this by hand?' });
  await expect(sheet).toContainText('Nothing on your side checks what the host says');
  await sheet.getByRole('button', { name: 'Play by hand' }).click();
  await expect(page.getByText('played by hand', { exact: true })).toBeVisible();
  expect(pageErrors).toEqual([]);
});
