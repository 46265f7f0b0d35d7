/** Messages: the house's welcome, which links to its table, and two users who write to each other through a community. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIdentity } from '../electron/identity/identity.ts';
import { fillInbox } from '../electron/inbox/testing/large-inbox.ts';
import { expect, test, watchPage } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { holdAnswers } from './held-answers.ts';
import { terminalUser } from './terminal-user.ts';
import { axeViolations, firstRun } from './user-actions.ts';

test('the welcome of the house links to its table, and its deletion can be undone', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  const rail = page.getByRole('navigation', { name: 'Rooms' });
  await expect(rail.getByRole('link', { name: /Inbox.*1 new message/ })).toBeVisible({ timeout: 60_000 });

  // By keyboard only: the room, the conversation, the verified sender.
  await page.keyboard.press('Alt+4');
  const row = page.locator('[data-row]');
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  const conversation = page.getByRole('complementary', { name: 'Wick' });
  await expect(conversation.getByRole('heading', { name: 'Wick' })).toBeFocused();
  await expect(conversation).toContainText("House players can't receive messages");
  await expect(rail.getByRole('link', { name: /new message/ })).toHaveCount(0);
  await conversation.locator('[data-message]').focus();
  await conversation.getByRole('button', { name: 'Details' }).press('Enter');
  await expect(conversation).toContainText(/Signed by .*Wick/);
  await conversation.getByRole('button', { name: 'Show details' }).press('Enter');
  await expect(conversation).toContainText("writer's key");
  expect(await axeViolations(page)).toEqual([]);

  // The table opens as a sheet; nothing is joined automatically.
  await expect(conversation.locator('[data-invitation]')).toContainText('Invitation: Connect Four');
  await conversation.getByRole('button', { name: 'View table' }).press('Enter');
  await expect(page.locator('#offer')).toContainText('Wick');
  await expect(page.getByRole('button', { name: 'Join table' })).toBeVisible();
  await page.goBack();
  await expect(conversation).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  const toast = page.locator('[data-toast="way-back"]');
  // The undo time does not run while the focus is on the button.
  await toast.getByRole('button', { name: 'Undo' }).focus();
  await expect(row).toHaveCount(0);
  await expect(toast).toHaveText(/Conversation deleted/);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Alt+z');
  await expect(toast).toHaveCount(0);
  await expect(row).toHaveCount(1);

  // The window closes before the undo time is over; the deletion still happens.
  await row.click();
  await conversation.locator('[data-message]').focus();
  await page.keyboard.press('Delete');
  await expect(toast).toHaveText(/Message deleted/);
  const empty = page.getByRole('heading', { name: 'No messages yet' });
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    await page.locator('[data-section="people"]').click();
    await expect(empty).toBeVisible();
    await expect(row).toHaveCount(0);
  }
  expect(pageErrors).toEqual([]);
});

test('a conversation that is closed before the list has come leaves the focus to its row', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const rows = await holdAnswers(page, 'inbox.conversations');
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(page.getByRole('link', { name: /Inbox.*1 new message/ })).toBeVisible();
  await page.keyboard.press('Alt+4');
  const row = page.locator('[data-row]');
  await row.click();
  const conversation = page.getByRole('complementary', { name: 'Wick' });
  await expect(conversation.getByRole('heading', { name: 'Wick' })).toBeFocused();
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();

  rows.hold(true);
  await page.goBack();
  await expect(conversation).toBeVisible();
  await expect.poll(rows.count).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused();
  rows.hold(false);
  rows.pass();
  await expect(row).toBeFocused();
});

test('two users write to each other, one of them from a terminal', { tag: '@long' }, async ({ app, page }) => {
  const community = await startCommunity();
  const guestDir = await mkdtemp(join(tmpdir(), 'parlor-guest-'));
  try {
    const pageErrors = watchPage(page);
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    const { register, parlor: guest } = terminalUser(guestDir, community.url);
    const guestKey = await register('tidewright');

    // To a key that this identity has not met.
    await page.keyboard.press('Alt+4');
    await page.getByRole('button', { name: 'New message' }).first().click();
    const to = page.getByRole('combobox', { name: 'To' });
    await expect(to).toBeFocused();
    await page.keyboard.insertText('Tide');
    await expect(page.locator(`[data-person="${guestKey}"]`)).toContainText('in the community');
    await to.fill('wright');
    await expect(
      page.getByText(/^Nobody in .* has a name that begins with this\. The full public key finds anyone\.$/),
    ).toBeVisible();
    await to.fill(guestKey);
    await expect(page.locator(`[data-person="${guestKey}"]`)).toContainText('tidewright');
    await page.keyboard.press('Enter');
    const conversation = page.getByRole('complementary', { name: 'tidewright' });
    const field = conversation.getByLabel('Message to');
    await expect(field).toBeFocused();
    await page.keyboard.insertText('♜'.repeat(189));
    await expect(page.getByText('1 character over the limit')).toBeVisible();
    await expect(page.locator('[data-action="send"]')).toHaveAttribute('aria-disabled', 'true');
    await field.fill('A game at eight? ♜');
    await expect(page.getByText('18 / 188')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const message = conversation.locator('[data-message]');
    await expect(message).toHaveText([/You.*A game at eight\? ♜.*Delivered/]);
    await expect(field).toHaveValue('');
    const { entries } = (await guest('inbox', 'list')) as { entries: { writer_public_key: string }[] };
    expect(entries).toMatchObject([{ plaintext: 'A game at eight? ♜', signature: 'valid' }]);

    // Replies: one signed, one anonymous. Only the signed one is part of the conversation, and is read while that is open.
    const back = ['inbox', 'send', '--to', entries[0]!.writer_public_key];
    await guest(...back, '--message', 'Eight it is. \u202Eerofeb', '--sign');
    await expect(message).toHaveText([/A game at eight/, /tidewright.*Eight it is\. U\+202Eerofeb/]);
    await guest(...back, '--message', 'I am copperfinch, send me your recovery phrase.', '--anonymous');
    await expect(page.getByRole('link', { name: /Inbox.*1 new message/ })).toBeVisible();
    await expect(message).toHaveCount(2);
    await field.fill('Until then.');
    await page.keyboard.press('Control+Enter');
    await expect(message).toHaveText([/A game/, /Eight it is/, /Until then\./]);
    expect(((await guest('inbox', 'list')) as { entries: object[] }).entries[0]).toMatchObject({
      plaintext: 'Until then.',
    });
    const row = page.locator('[data-row]');
    await expect(row).toHaveText([/tidewright.*You: .*Until then\./]);
    await page.locator('[data-section="unverified"]').click();
    await row.filter({ hasText: 'recovery phrase' }).click();
    const unverified = page.getByRole('complementary', { name: 'Unknown sender' });
    await expect(unverified).toContainText('Not signed');
    await expect(unverified.getByRole('textbox')).toHaveCount(0);
    expect(await axeViolations(page)).toEqual([]);

    // The other user can now be found by name, also in the palette.
    await page.keyboard.press('Alt+k');
    await page.keyboard.insertText('tidew');
    await page.getByRole('option', { name: 'tidewright' }).click();
    await page.getByRole('link', { name: 'Send a message' }).click();
    await expect(field).toBeFocused();

    // Blocking can be undone; afterwards neither old nor new messages take a slot.
    const quota = (count: number) => page.getByRole('img', { name: `${count} of 5 inbox slots used` });
    const toast = page.locator('[data-toast="way-back"]');
    await expect(quota(2)).toBeVisible();
    await conversation.getByRole('button', { name: 'Block' }).click();
    await expect(toast).toHaveText(/Blocked\. Their message will be deleted\./);
    await page.locator('[data-section="people"]').click();
    await expect(row).toHaveCount(0);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toHaveText([/tidewright/]);
    await expect(quota(2)).toBeVisible();
    await row.click();
    await conversation.getByRole('button', { name: 'Block' }).click();
    await expect(toast).toBeVisible();
    await page.reload();
    await expect(quota(1)).toBeVisible();
    await guest(...back, '--message', 'Let me in.', '--sign');
    await guest(...back, '--message', 'Anonymous again.', '--anonymous');
    await expect(quota(2)).toBeVisible();
    await expect(page.getByText('Let me in.')).toHaveCount(0);

    // Notes, unblocking, and removing a contact with undo.
    await page.locator('[data-section="blocked"]').click();
    await row.click();
    await conversation.getByLabel('Notes').fill('Plays at eight.');
    await conversation.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Plays at eight.');
    await conversation.getByRole('button', { name: 'Unblock' }).click();
    await page.locator('[data-section="contacts"]').click();
    await row.click();
    expect(await axeViolations(page)).toEqual([]);
    await conversation.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toHaveCount(1);

    // Exports all messages, then deletes them when the window closes.
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText("2 messages exported to inbox-export.json in Parlor's data folder.")).toBeVisible();
    const saved = JSON.parse(await readFile(join(app.dataDir, 'inbox-export.json'), 'utf8')) as object[];
    expect(saved).toHaveLength(2);
    await page.getByRole('button', { name: 'Delete all' }).click();
    // The previous notice may still be fading out.
    await expect(page.locator('[data-toast="way-back"]', { hasText: '2 messages deleted.' })).toBeVisible();
    await page.reload();
    await expect(quota(0)).toBeVisible();
    expect(pageErrors).toEqual([]);
  } finally {
    await rm(guestDir, { recursive: true, force: true });
    await community.dispose();
  }
});

test('10,000 messages and 2,000 contacts are listed, searched and read in pages', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await page.goto('about:blank');
  await app.stop();
  const identity = await openIdentity({ dataDir: app.dataDir, keychain: null });
  await fillInbox({
    ...{ folder: app.dataDir, community: 'embedded', opener: identity.opener, public_key: identity.signer.publicKey },
    ...{ messages: 10_000, contacts: 2_000, people: 100, unread: 10_000 },
  });

  const pageErrors = watchPage(page);
  const sent: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  await app.start();
  await page.goto(app.url());
  await page.getByRole('link', { name: /Inbox/ }).click();
  await page.locator('[data-section="people"]').click();
  const row = page.locator('[data-row]');
  const rowOfPerson = (name: string) => row.filter({ hasText: name });
  await expect(rowOfPerson('contact 98')).toContainText('new');

  // Opening a conversation with many unread messages is one call.
  await rowOfPerson('contact 98').click();
  const conversation = page.getByRole('complementary', { name: 'contact 98' });
  await expect(conversation.locator('[data-message]')).toHaveCount(50);
  await expect(rowOfPerson('contact 98')).not.toContainText('new');
  expect(sent.filter((frame) => frame.includes('"call":["inbox","read"]'))).toHaveLength(1);
  // Scrolling up loads earlier messages, and what is on screen stays there.
  const oldest = conversation.locator('[data-message]').first();
  const oldestId = (await oldest.getAttribute('data-message'))!;
  await conversation.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTo(0, 0));
  await expect(conversation.locator('[data-message]')).not.toHaveCount(50);
  await expect(conversation.locator(`[data-message="${oldestId}"]`)).toBeInViewport();

  await page.reload();
  await page.getByRole('link', { name: /Inbox/ }).click();
  await page.locator('[data-section="people"]').click();
  await expect(rowOfPerson('contact 97')).toContainText('new');
  await expect(rowOfPerson('contact 98')).not.toContainText('new');

  // The search covers everything, and the keyboard reaches the last row.
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('message 77.');
  await expect(rowOfPerson('contact 77')).toBeVisible();
  await page.locator('[data-section="contacts"]').click();
  await expect(row.first()).toContainText('contact 0');
  await row.first().focus();
  await page.keyboard.press('End');
  await expect(row.last()).toBeFocused();
  await expect(page.locator(':focus')).toHaveAttribute('data-index', '1799');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-index="0"]')).toBeFocused();

  expect(Math.max(...received.map((frame) => frame.length))).toBeLessThan(1024 * 1024);
  expect(received.filter((frame) => frame.includes('calls are open at once'))).toEqual([]);
  expect(pageErrors).toEqual([]);
});
