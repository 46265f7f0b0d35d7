/**
 * Settings in the real app: identities and their protection, the house and the doctor; and another community, added by address and by a
 * link to a table.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, watchPage } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { axeViolations, firstRun, rowOf } from './user-actions.ts';

test('a second identity is created, switched to, locked and unlocked; the house changes; the doctor runs', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();

  // By keyboard only: Settings, another identity.
  await page.keyboard.press('Alt+,');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your house sign');
  await page.keyboard.type('reedpipe');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const other = page.locator('[data-identity]');
  await expect(other).toContainText('reedpipe');
  await expect(other).toContainText('Not backed up');
  await other.getByRole('button', { name: /Switch to/ }).press('Enter');
  await expect(other).toContainText('copperfinch');
  await expect(page.getByRole('contentinfo')).toContainText('reedpipe');

  // A passphrase, mistyped first; then locked and unlocked.
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByLabel('New passphrase').fill('one lamp');
  await dialog.getByLabel('Repeat passphrase').fill('one lam');
  await expect(dialog).toContainText("The passphrases don't match.");
  await dialog.getByLabel('Repeat passphrase').fill('one lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Protected by your passphrase')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByLabel('Current passphrase').fill('wrong');
  await dialog.getByLabel('New passphrase').fill('two lamps');
  await dialog.getByLabel('Repeat passphrase').fill('two lamps');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Wrong passphrase');
  await dialog.getByLabel('Current passphrase').fill('one lamp');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill('two lamps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('reedpipe');

  // A backup is saved as a file.
  await page.getByRole('button', { name: 'Back up' }).click();
  await dialog.getByLabel('Current passphrase').fill('two lamps');
  await dialog.getByLabel('Passphrase for this file').fill('for the drawer');
  await dialog.getByLabel('Repeat passphrase').fill('for the drawer');
  await page.keyboard.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reedpipe.parlor-key');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ version: 1 });
  await page.keyboard.press('Escape');

  // Only the sharp house players host, without a restart.
  await page.getByRole('link', { name: 'The house' }).click();
  await page.getByText('Sharp', { exact: true }).click();
  await page.getByRole('link', { name: 'Lobby' }).click();
  await expect(rowOf(page, 'Hollis')).toBeVisible();
  await expect(rowOf(page, 'Wick')).toHaveCount(0);

  await page.goto(`${new URL(page.url()).origin}/#/settings/connection`);
  await page.getByRole('button', { name: 'Run check' }).click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await expect(page.locator('li[data-state]')).toHaveCount(12);
  await expect(page.getByText("'s community responds in")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a community is added by its address, switched to and left; a link leads to one of its tables', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  const community = await startCommunity({ house: true });
  try {
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await expect(page.locator('[data-community]')).toHaveCount(1);
    await expect(page.getByTestId('found')).toContainText('parlor');
    await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Communities' }).getByRole('alert')).toContainText(
      'community_unreachable',
    );
    await page.getByLabel('Address', { exact: true }).fill(community.url);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    // The key is used in the community on this computer already: this one gets its own.
    const question = page.getByRole('dialog', { name: 'Which identity do you use there?' });
    await question.getByRole('radio', { name: 'An identity only for this community' }).check();
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Switch', exact: true }).click();
    const inUse = page.locator('[data-community]').filter({ hasText: 'in use' });
    await expect(inUse).toContainText(new URL(community.url).host);
    await expect(inUse).toContainText('copperfinch');
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Lobby' }).click();
    await page.getByRole('searchbox', { name: 'Name or game' }).fill('Wick');
    const postId = await rowOf(page, 'Wick').getAttribute('data-post');
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await page.getByRole('button', { name: 'Switch to Your own community' }).click();
    await expect(inUse).toContainText("'s community");

    // A link to a table there: one click shows its details, a second is needed to switch, and then only its sheet opens.
    await page.keyboard.press('Alt+k');
    await page
      .getByRole('combobox', { name: 'Commands' })
      .fill(`parlor://join/${postId}?server=${encodeURIComponent(community.url)}`);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A table in another community' });
    await dialog.getByRole('button', { name: 'Look up the table' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/Wick.* invites you to Connect Four\./);
    await dialog.getByRole('button', { name: 'About the community' }).click();
    await expect(dialog.getByTestId('found')).toContainText('parlor');
    await dialog.getByRole('button', { name: 'Switch and open the table' }).click();
    await expect(page.locator('#offer')).toContainText('Wick');
    await expect(page.getByRole('button', { name: 'Join table' })).toBeVisible();

    // Removed from the list with undo; what was undone stays.
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await page.getByRole('button', { name: 'Switch to Your own community' }).click();
    const there = page.locator('[data-community]').filter({ hasText: new URL(community.url).host });
    await there.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(there).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('[data-toast="way-back"]')).toHaveCount(0);
    await expect(there).toHaveCount(1);
    expect(pageErrors).toEqual([]);
  } finally {
    await community.dispose();
  }
});
