/** Unreachable or malicious communities, and tampered boards: what happened, what it means, and how to continue. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { holdAnswers } from './held-answers.ts';
import { ask, axeViolations, firstRun, join as joinTable, rowOf } from './user-actions.ts';

const resources = join(import.meta.dirname, '../resources');

test('the app reconnects once a community is reachable again, and refuses a tampered ticket', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const community = await startCommunity({ house: true });
  try {
    // Vesper did not sign this ticket.
    community.tamper((invitation) => {
      if (invitation.nickname !== 'Vesper') return invitation;
      const signature = invitation.transport_binding_signature;
      return { ...invitation, transport_binding_signature: `${signature.slice(64)}${signature.slice(0, 64)}` };
    });
    community.setUnreachable(true);
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect(page.getByText("Can't load the open tables")).toBeVisible();
    await expect(page.getByText('community_unreachable').first()).toBeVisible();
    community.setUnreachable(false);
    await page
      .getByRole('button', { name: /^Try (now|again)$/ })
      .first()
      .click();
    await page.getByRole('searchbox', { name: 'Name or game' }).fill('Vesper');
    await expect(rowOf(page, 'Vesper')).toContainText("can't join");
    await rowOf(page, 'Vesper').click();
    await expect(page.getByText("The address isn't signed by")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join table' })).toBeDisabled();
  } finally {
    await community.dispose();
  }
});

test('settings that cannot be saved look unchanged, and say why', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  // No file can take the place of a folder with something in it.
  const settings = join(app.dataDir, 'settings.json');
  await rm(settings, { force: true });
  await mkdir(join(settings, 'in-the-way'), { recursive: true });

  await page.goto(`${app.url().split('#')[0]}#/settings/looks`);
  const dark = page.getByRole('radio', { name: 'Dark' });
  const theme = page.locator('html');
  const before = await theme.getAttribute('data-mantine-color-scheme');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(dark).not.toBeChecked();
  expect(await theme.getAttribute('data-mantine-color-scheme')).toBe(before);

  // The palette closes before its command fails, so the error is a toast.
  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sounds off');
  await page.keyboard.press('Enter');
  const toast = page.locator('[data-toast="problem"]');
  // The pointer holds it.
  await toast.hover();
  expect(await axeViolations(page)).toEqual([]);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  await rm(settings, { recursive: true });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sounds off');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toast).toHaveCount(0);
});

test('a block that fails is shown in the conversation', { tag: '@long' }, async ({ app, page }) => {
  await app.start();
  const answers = await holdAnswers(page, 'inbox.contact');
  await firstRun(page, app.url(), 'copperfinch');
  await page.goto(`${app.url().split('#')[0]}#/inbox/with/${'ab'.repeat(32)}`);
  const block = page.getByRole('button', { name: 'Block', exact: true });
  answers.hold(true);
  await block.click();
  await expect(block).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(answers.count).toBe(1);
  answers.refuse('internal');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('internal');
  answers.hold(false);
  await block.click();
  await expect(block).toHaveCount(0);
  await expect(page.locator('[data-toast="way-back"]')).toContainText('Blocked.');
});

test('a setting that is changed while another is being saved is saved, too', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  const answers = await holdAnswers(page, 'app.set_settings');
  await firstRun(page, app.url(), 'copperfinch');
  await page.goto(`${app.url().split('#')[0]}#/settings/looks`);
  answers.hold(true);
  await page.getByText('Dark', { exact: true }).click();
  const toggle = page.getByRole('switch', { name: 'Confirm each move' });
  const before = await toggle.getAttribute('aria-checked');
  await toggle.click();
  await expect.poll(answers.count).toBe(2);
  await expect(page.getByText('Saving…')).toBeVisible();
  answers.pass();
  await expect(page.getByText('Saving…')).toHaveCount(0);
  await expect(toggle).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
});

test('a board that was changed on disk is not shown; the plain view plays the same game', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const changed = await mkdtemp(join(tmpdir(), 'parlor-resources-'));
  try {
    await cp(resources, changed, { recursive: true });
    await writeFile(join(changed, 'protocols/connect-four/ui/board.js'), 'fetch("http://127.0.0.1:1/");\n');
    await app.start({ env: { PARLOR_RESOURCES: changed } });
    await firstRun(page, app.url(), 'copperfinch');
    await rowOf(page, 'Wick').click();
    await expect(page.getByText("The board doesn't match its hash", { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await joinTable(page, 'Wick');
    await expect(page.getByText('Drawn by Parlor')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('radio', { name: /column 4/ }).check();
    await page.keyboard.press('Enter');
    await expect(ask(page)).toHaveAttribute('data-ask', 'turn:3');
  } finally {
    await rm(changed, { recursive: true, force: true });
  }
});

test('with invalid settings and identity files, the window opens and offers how to continue', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await app.stop();
  await writeFile(join(app.dataDir, 'settings.json'), '{"theme": ');
  await app.start();
  await page.goto(app.url());
  await expect(page.getByText("Your settings couldn't be read")).toBeVisible();
  await app.stop();
  await writeFile(join(app.dataDir, 'identity.json'), 'not a key');
  await writeFile(join(app.dataDir, 'identity.json.bak'), 'not a key');
  await app.start();
  await page.goto(app.url());
  await expect(page.getByText("This key file can't be read")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use my recovery phrase' })).toBeVisible();
});
