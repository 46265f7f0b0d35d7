/** Communities that are away or lie, and boards that were changed: what happened, what it means, and the way on. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { startCommunity } from './community.ts';
import { ask, firstRun, join as joinTable, rowOf } from './play.ts';

const resources = join(import.meta.dirname, '../resources');

test('a community that is down: the window opens, says so, and goes on by itself', async ({ app, page }) => {
  const community = await startCommunity();
  try {
    community.away(true);
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect(page.getByText('You are on this computer only')).toBeVisible();
    await expect(page.getByText('community_unreachable').first()).toBeVisible();
    community.away(false);
    await page
      .getByRole('button', { name: /^Try (now|again)$/ })
      .first()
      .click();
    await expect(page.getByText('No tables open right now')).toBeVisible();
  } finally {
    await community.dispose();
  }
});

test('a ticket that the host did not sign: the seal breaks and Join is not offered', async ({ app, page }) => {
  const community = await startCommunity({ house: true });
  try {
    const tickets = new Map<string, string>();
    community.tamper((invitation) => {
      tickets.set(invitation.nickname, invitation.iroh_ticket);
      const other = tickets.get('Marlow');
      if (invitation.nickname !== 'Vesper' || other === undefined) return invitation;
      return {
        ...invitation,
        iroh_ticket: other,
        ...(invitation.transport_info ? { transport_info: { ...invitation.transport_info, ticket: other } } : {}),
      };
    });
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect(rowOf(page, 'Vesper')).toContainText("can't join");
    await rowOf(page, 'Vesper').click();
    await expect(page.getByText("This ticket isn't", { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join table' })).toBeDisabled();
  } finally {
    await community.dispose();
  }
});

test('a board that was changed on disk is not shown; the plain view plays the same game', async ({ app, page }) => {
  const changed = await mkdtemp(join(tmpdir(), 'parlor-resources-'));
  try {
    await cp(resources, changed, { recursive: true });
    await writeFile(join(changed, 'protocols/connect-four/ui/board.js'), 'fetch("http://127.0.0.1:1/");\n');
    await app.start({ env: { PARLOR_RESOURCES: changed } });
    await firstRun(page, app.url(), 'copperfinch');
    await rowOf(page, 'Wick').click();
    await expect(page.getByText("The board that is here doesn't fit its hash", { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await joinTable(page, 'Wick');
    await expect(page.getByText('Drawn by Parlor from the rules.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('radio', { name: /column 4/ }).check();
    await page.keyboard.press('Enter');
    await expect(ask(page)).toHaveAttribute('data-ask', 'turn:3');
  } finally {
    await rm(changed, { recursive: true, force: true });
  }
});

test('settings and an identity that do not parse: the window opens and offers the way on', async ({ app, page }) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Tansy')).toBeVisible();
  await app.stop();
  await writeFile(join(app.dataDir, 'settings.json'), '{"theme": ');
  await app.start();
  await page.goto(app.url());
  await expect(page.getByText("The settings couldn't be read")).toBeVisible();
  await app.stop();
  await writeFile(join(app.dataDir, 'identity.json'), 'not a key');
  await writeFile(join(app.dataDir, 'identity.json.bak'), 'not a key');
  await app.start();
  await page.goto(app.url());
  await expect(page.getByText("This key file doesn't open")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use my words' })).toBeVisible();
});
