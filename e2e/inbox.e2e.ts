/** Letters: the welcome of the house and its table, and two people who write to each other through a community. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, watchPage } from './app.ts';
import { startCommunity } from './community.ts';
import { faultsOf, firstRun } from './play.ts';

const root = join(import.meta.dirname, '..');

/** Commands that have no JSON to print. */
const quiet = ['init', 'register'];

/** A `parlor` command of another person; resolves what it printed as JSON. */
async function parlor(dir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const child = spawn(
    process.execPath,
    [join(root, 'electron/cli/main.ts'), ...args, '--data-dir', dir, ...(quiet.includes(args[0]!) ? [] : ['--json'])],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, err).toBe(0);
  if (quiet.includes(args[0]!)) return { public_key: /public_key: (\S+)/.exec(out)?.[1] };
  return JSON.parse(out.trim().split('\n').at(-1)!) as Record<string, unknown>;
}

test('the welcome of the house leads to its table, and can be deleted and had back', async ({ app, page }) => {
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  const rail = page.getByRole('navigation', { name: 'Rooms' });
  await expect(rail.getByRole('link', { name: /Inbox.*1 new letter/ })).toBeVisible({ timeout: 60_000 });

  // By keyboard alone: the room, the letter, who is proved to have written it.
  await page.keyboard.press('Alt+4');
  const row = page.locator('[data-row]');
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Known' })).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  const letter = page.getByRole('complementary', { name: 'Wick' });
  await expect(letter.getByRole('heading', { name: 'Wick' })).toBeFocused();
  await expect(letter).toContainText('author proved');
  await expect(letter).toContainText('The house reads no letters');
  await expect(rail.getByRole('link', { name: /new letter/ })).toHaveCount(0);
  await letter.getByRole('button', { name: 'Show me' }).press('Enter');
  await expect(letter).toContainText("writer's key");
  expect(await faultsOf(page)).toEqual([]);

  // Its table opens as a sheet; nothing is joined by itself.
  await expect(letter.locator('[data-invitation]')).toContainText('Invitation: Connect Four');
  await letter.getByRole('button', { name: 'See the table' }).press('Enter');
  await expect(page.locator('#offer')).toContainText('Wick');
  await expect(page.getByRole('button', { name: 'Join table' })).toBeVisible();
  await page.goBack();
  await expect(letter).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  const toast = page.locator('[data-toast="way-back"]');
  // Time stands still while the focus is on it.
  await toast.getByRole('button', { name: 'Undo' }).focus();
  await expect(row).toHaveCount(0);
  await expect(toast).toHaveText(/Letter deleted/);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Alt+z');
  await expect(toast).toHaveCount(0);
  await expect(row).toHaveCount(1);

  // The window goes before the ten seconds are over: the deed isn't lost.
  await row.click();
  await letter.getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No mail' }).first()).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No mail' }).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('two people write to each other, one of them from a terminal', async ({ app, page }) => {
  test.setTimeout(240_000);
  const community = await startCommunity();
  const guestDir = await mkdtemp(join(tmpdir(), 'parlor-guest-'));
  try {
    const faults = watchPage(page);
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    const { public_key } = await parlor(guestDir, 'init', '--nickname', 'tidewright', '--insecure-plain-key');
    const guestKey = String(public_key);
    const guest = (...args: string[]) => parlor(guestDir, ...args, '--server', community.url);
    await guest('register', '--nickname', 'tidewright');

    // To a key: nobody here has played or written yet.
    await page.keyboard.press('Alt+4');
    await expect(page.getByRole('heading', { name: 'No mail' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Write a letter' }).click();
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await page.keyboard.insertText(guestKey);
    await page.keyboard.press('Enter');
    const words = page.getByLabel('Words', { exact: true });
    await expect(words).toBeFocused();
    await expect(page.getByText('tidewright', { exact: true })).toBeVisible();
    await page.keyboard.insertText('♜'.repeat(257));
    await expect(page.getByText('1 character too many')).toBeVisible();
    await expect(page.locator('[data-action="send"]')).toHaveAttribute('aria-disabled', 'true');
    await words.fill('A game at eight? ♜');
    await expect(page.getByText('18 of 256 characters')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: /^To .*tidewright/ })).toBeVisible();
    const { entries } = (await guest('inbox', 'list')) as { entries: { writer_public_key: string }[] };
    expect(entries).toMatchObject([{ plaintext: 'A game at eight? ♜', signature: 'valid' }]);

    // Back: one signed, one from nobody. The own key is the writer of the first letter.
    const to = ['inbox', 'send', '--to', entries[0]!.writer_public_key];
    await guest(...to, '--message', 'Eight it is. \u202Eerofeb', '--sign');
    await guest(...to, '--message', 'I am copperfinch, send me your words.', '--anonymous');
    await expect(page.getByRole('link', { name: /Inbox.*2 new letters/ })).toBeVisible();
    await page.locator('[data-shelf="unknown"]').click();
    const row = page.locator('[data-row]');
    await expect(row).toHaveCount(2);
    await row.filter({ hasText: 'send me your words' }).click();
    await expect(page.getByText('Nobody can vouch for this sender')).toBeVisible();
    await expect(page.getByText('Somebody wrote')).toBeVisible();
    await row.filter({ hasText: 'Eight it is' }).click();
    const letter = page.getByRole('complementary', { name: 'tidewright' });
    await expect(letter).toContainText('author proved');
    await expect(letter).toContainText('Eight it is. U+202Eerofeb');

    // The answer stands under the letter, and reaches its reader.
    await letter.getByLabel('Answer to').fill('Until then.');
    await page.keyboard.press('Control+Enter');
    await expect(letter.locator('[data-answer]')).toContainText('Until then.');
    expect(((await guest('inbox', 'list')) as { entries: object[] }).entries[0]).toMatchObject({
      plaintext: 'Until then.',
    });

    // A contact comes through the other door; a blocked one through none.
    await letter.getByRole('button', { name: 'Add to contacts' }).click();
    await expect(letter.getByRole('button', { name: 'Contact', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Known' })).toBeVisible();
    await letter.getByRole('button', { name: 'Block' }).click();
    await expect(page.getByText('1 letter of a blocked person takes a place unseen')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.locator('[data-shelf="contacts"]').click();
    await row.filter({ hasText: 'blocked' }).click();
    const contact = page.getByRole('complementary', { name: 'tidewright' });
    await contact.getByLabel('Notes').fill('Plays at eight.');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Plays at eight.');
    await contact.getByRole('button', { name: 'Unblock' }).click();
    await expect(contact.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await contact.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await page.locator('[data-toast="way-back"]').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toHaveCount(1);

    // All of it into a file, then all of it gone, once the window goes.
    await page.getByRole('button', { name: 'Save all' }).click();
    await expect(page.getByText("2 letters saved in inbox-export.json, in Parlor's data folder.")).toBeVisible();
    const saved = JSON.parse(await readFile(join(app.dataDir, 'inbox-export.json'), 'utf8')) as object[];
    expect(saved).toHaveLength(2);
    await expect(page.getByRole('img', { name: '2 of 5 places taken' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    // The one before may still be on its way out.
    await expect(page.locator('[data-toast="way-back"]', { hasText: '2 letters cleared.' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('img', { name: '0 of 5 places taken' })).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await rm(guestDir, { recursive: true, force: true });
    await community.dispose();
  }
});
