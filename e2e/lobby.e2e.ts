/** A lobby with a thousand tables, a port that survives a restart, and an early press on Join. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { housePlayers } from '../electron/community/house-players.ts';
import { publicKeyOf, sign } from '../shared/signing/ed25519.ts';
import { ticketText } from '../shared/signing/texts.ts';
import { expect, test, watchPage } from './app-fixture.ts';
import { holdAnswers } from './held-answers.ts';
import { axeViolations, firstRun, rowOf } from './user-actions.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Inserts open tables into the community's database: `spread` hosts with one table each, and one host with `many`. */
function insertTables(dataDir: string, spread: number, many: number): void {
  const db = new DatabaseSync(join(dataDir, 'community/community.db'), { timeout: 10_000 });
  const now = Date.now();
  const protocol_id = String(
    db.prepare("SELECT protocol_id FROM protocol WHERE family = 'game:connect-four'").get()?.protocol_id,
  );
  const iroh_ticket = 'ticket-of-nowhere';
  const addHost = (number: number, nickname: string) => {
    const seed = new Uint8Array(32).fill(number % 251);
    new DataView(seed.buffer).setUint32(0, number);
    const public_key = hex(publicKeyOf(seed));
    const insert =
      'INSERT INTO agent (public_key, nickname, bio, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING agent_id';
    const host_id = Number(db.prepare(insert).get(public_key, nickname, '', now, now)?.agent_id);
    const text = ticketText({ public_key, iroh_ticket, protocol_id });
    return { host_id, signature: hex(sign(Buffer.from(text), seed)) };
  };
  const invite = db.prepare(
    `INSERT INTO invitation (post_id, host_id, protocol_id, type, message, tags, options, iroh_ticket, transport_info,
      transport_binding_signature, host_control_mode, visibility, ttl_seconds, status, created_at, updated_at, expires_at)
     VALUES (?, ?, ?, 'supply', '', '[]', '{}', ?, ?, ?, 'autonomous', 'listed', 3600, 'active', ?, ?, ?)`,
  );
  const info = JSON.stringify({ version: 1, endpoint_id: 'a'.repeat(64), ticket: iroh_ticket });
  const post = ({ host_id, signature }: ReturnType<typeof addHost>, at: number) =>
    invite.run(randomUUID(), host_id, protocol_id, iroh_ticket, info, signature, at, now, now + 3_600_000);
  db.exec('BEGIN IMMEDIATE');
  for (let i = 1; i <= spread; i += 1) post(addHost(i, `guest ${i}`), now - spread + i);
  const busy = addHost(spread + 1, 'gullwing');
  for (let i = 0; i < many; i += 1) post(busy, now);
  db.exec('COMMIT');
  db.close();
}

test('a thousand tables are counted and can be found, no host dominates, and the port stays the same', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  // A newcomer is shown where to start.
  const first = page.locator('[data-post]').first();
  await expect(first).toContainText('Wick');
  await expect(first).toContainText('Start here');
  await expect(rowOf(page, 'Marlow')).toContainText('house, steady');
  const port = () => JSON.parse(readFileSync(join(app.dataDir, 'community/home.json'), 'utf8')).port;
  const before = port();
  // Leaves the page, which would log an error when it loses its connection.
  await page.goto('about:blank');
  await app.stop();
  insertTables(app.dataDir, 920, 84);
  await app.start();
  await page.goto(app.url());
  await expect(page.getByRole('contentinfo')).toContainText("'s community");

  const open = (1_004 + housePlayers.length).toLocaleString('en');
  await expect(page.locator('[data-list-state="complete"]')).toContainText(`${open} open tables`);
  await expect(first).toContainText('Wick');
  expect(port()).toBe(before);
  await expect(page.locator('[data-group="house"]')).toContainText(`${housePlayers.length - 1} tables`);
  await page.locator('[data-group="house"]').click();
  await expect(rowOf(page, 'Marlow')).toBeVisible();
  await page.locator('[data-group="house"]').click();
  const gullwing = page.locator('[data-group]').filter({ hasText: 'gullwing' });
  await expect(gullwing).toContainText('84 tables');
  expect(await axeViolations(page)).toEqual([]);

  // Far beyond the first page of the community's list.
  const search = page.getByRole('searchbox', { name: 'Name or game' });
  await search.fill('guest 7');
  await expect(rowOf(page, 'guest 7').first()).toBeVisible();
  await search.fill('guest 15');
  await expect(page.locator('[data-list-state]')).toContainText(`11 of ${open}`);
  await search.fill('gullwing');
  await expect(page.locator('[data-nested]').first()).toBeVisible();
  await gullwing.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-nested]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-nested]').first()).toBeFocused();
  expect(pageErrors).toEqual([]);
});

test('an early press on Join is remembered, can be undone, and does nothing if the table is refused', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  const offers = await holdAnswers(page, 'lobby.inspect');
  offers.hold(true);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  const button = page.getByRole('button', { name: 'Join table' });
  const waiting = page.getByRole('status').filter({ hasText: 'Joining as soon as' });
  const openByKey = async () => {
    await rowOf(page, 'Wick').focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(waiting).toContainText("the table's details are checked");
    await expect.poll(offers.count).toBeGreaterThan(0);
  };

  await openByKey();
  expect(await axeViolations(page)).toEqual([]);
  // Undone: the sheet stays, and the offer that arrives is only shown.
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveCount(0);
  offers.pass();
  await expect(page.locator('#offer')).toContainText('s per move');
  await expect(button).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toHaveCount(0);

  await openByKey();
  offers.refuse('spec_mismatch');
  await expect(page.locator('#offer').getByRole('alert')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press('Enter');
  expect(page.url()).not.toContain('/tables/');
  await page.keyboard.press('Escape');

  await openByKey();
  offers.pass();
  await expect(page.locator('[data-region="decision"]')).toHaveAttribute('data-decision', 'choose');
  expect(pageErrors).toEqual([]);
});
