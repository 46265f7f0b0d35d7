/** The Protocols room: a player who looks around, and an author who has just published two protocols from the terminal. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test, watchPage } from './app.ts';
import { faultsOf, firstRun, rowOf } from './play.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

const message = (name: string, direction: string, fields: object = {}) => ({
  name,
  direction,
  fields: { action: { type: 'enum', values: [name], required: true }, ...fields },
});
const number = (max: number) => ({ value: { type: 'integer', min: 1, max, required: true } });
/** The guest names a number, the host a higher one. */
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
const hooks = `export const first_action = (state) => ({ state, send: { action: 'number', value: 1 + Math.floor(Math.random() * 9) } });
export const handle = (state, { action, value }) =>
  action === 'number'
    ? { state, send: { action: 'higher', value: value + 1 }, end: { completed: true } }
    : { state, end: { completed: true } };
`;

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this protocol' }).getByRole('link', { name });

async function publish(dataDir: string, spec: object, reason: string): Promise<string> {
  const path = join(dataDir, `${reason}.json`);
  await writeFile(path, JSON.stringify(spec));
  const cli = [join(root, 'electron/cli/main.ts'), 'protocol', 'register', path, '--reason', reason];
  const { stdout } = await run(process.execPath, [...cli, '--json', '--data-dir', dataDir]);
  return /[0-9a-f]{64}/.exec(stdout)?.[0] ?? '';
}

test('a player reads a protocol, and an author compares two, places them, and writes hooks that play', async ({
  app,
  page,
}) => {
  test.slow();
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();

  // The catalogue by keyboard.
  await page.keyboard.press('Alt+3');
  await expect(page.getByRole('heading', { level: 1, name: 'Protocols' })).toBeVisible();
  const rows = page.locator('[data-protocol]');
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('Alt+f');
  await page.keyboard.type('four');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('plays here');
  await expect(page).toHaveURL(/#\/protocols\?q=four$/);
  expect(await faultsOf(page)).toEqual([]);
  await rows.press('Enter');

  // The page: rules, messages, how a table runs.
  await expect(page.getByRole('heading', { level: 1, name: 'Connect Four' })).toBeVisible();
  await expect(page.getByText('Written by Parlor')).toBeVisible();
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByRole('rowheader', { name: 'round_result' })).toBeVisible();
  await expect(page.getByText('Turn by turn, until game_over')).toBeVisible();
  await page.getByRole('button', { name: 'Read as a list' }).click();
  await expect(page.getByText('The guest sends move with turn, col.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await tab(page, 'Board').click();
  await expect(page.getByRole('table', { name: 'Files of the board' }).getByText('index.html')).toBeVisible();
  await tab(page, 'Your hooks').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByTestId('self-play')).toContainText(/The (host|guest) won\.|A draw\./);

  // Two protocols of one's own, published while the window looks on.
  const old = await publish(app.dataDir, higher(9, 'Higher'), 'first');
  const wide = await publish(app.dataDir, higher(99, 'Higher to a hundred'), 'wider');
  await page.goto(`${page.url().split('#')[0]}#/protocols?q=higher`);
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: 'Higher to a hundred' }).click();
  await expect(page.getByText('by you,')).toBeVisible();

  // What differs, in words and line by line.
  await page.getByRole('button', { name: 'Compare with another' }).click();
  const after = page.getByRole('combobox', { name: 'After' });
  await after.click();
  await page.getByRole('option', { name: /^Higher {2}/ }).click();
  await expect(page.getByText('Contract change.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap the two' }).click();
  await expect(page).toHaveURL(new RegExp(`/protocols/${old}/diff/${wide}$`));
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('number.value allows 1 to 99, was 1 to 9');
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByText('"max": 99')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  // The author places the wider one under the first: the family is drawn, and the change from the parent told.
  await page.goto(`${page.url().split('#')[0]}#/protocols/${wide}?tab=numbers`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Family').fill('higher');
  await page.getByLabel('Id of its parent').fill(old);
  await page.getByText('active', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Tell the community' }).click();
  await expect(page.getByText('Its keeper stands by it.')).toBeVisible();
  await tab(page, 'Family').click();
  const family = page.getByRole('list', { name: 'Family' }).getByRole('listitem');
  await expect(family).toHaveCount(2);
  await expect(family.nth(1)).toContainText('this one');
  await tab(page, 'Rules').click();
  await expect(page.getByText('Changes from its parent')).toBeVisible();

  // Hooks: the skeleton names what is open; a broken line is named; the whole plays, is pinned, and can host.
  await page.getByRole('button', { name: 'Set up a player' }).click();
  const text = page.getByRole('textbox', { name: 'Text of the hooks file' });
  await expect(page.getByText("first_action isn't written yet.")).toBeVisible();
  await text.fill(`${hooks}let twice;\nlet twice;\n`);
  await page.getByRole('button', { name: 'Line 7' }).click();
  await expect(text).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await text.fill(hooks);
  await expect(page.getByText('It loads, and no method is left open.')).toBeVisible();
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Try to break it' }).click();
  await expect(page.getByTestId('self-play')).toContainText('It came to its end. 4 messages, seed 7.');
  await expect(page.getByTestId('self-play')).toContainText(/\d+ broken messages, all refused\./);
  await text.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('your agent plays it')).toBeVisible();
  // The file stays with the protocol, also over a reload.
  await page.reload();
  await expect(text).toHaveValue(hooks);
  await page.getByRole('button', { name: 'Host a table' }).click();
  await expect(page.getByRole('button', { name: 'Open the table' })).toBeVisible();

  // The first one has nothing that plays it: by hand, after its sheet.
  await page.goto(`${page.url().split('#')[0]}#/protocols/${old}?tab=hooks`);
  await page.getByRole('button', { name: 'Play by hand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Play this by hand?' });
  await expect(sheet).toContainText('There is no referee on your side');
  await sheet.getByRole('button', { name: 'Play by hand' }).click();
  await expect(page.getByText('played by hand', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});
