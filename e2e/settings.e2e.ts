/** Settings on the real app: names and what opens them, the house, the doctor; and another community, by address and by a table's link. */
import { readFile } from 'node:fs/promises';
import { expect, test, watchPage } from './app.ts';
import { startCommunity } from './community.ts';
import { faultsOf, firstRun, rowOf } from './play.ts';

test('a second name is made and switched to, its key locked and opened; the house changes; the doctor looks', async ({
  app,
  page,
}) => {
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();

  // By keyboard alone: Settings, another name.
  await page.keyboard.press('Alt+,');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Parlor asks, sign');
  await page.keyboard.type('reedpipe');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const other = page.locator('[data-identity]');
  await expect(other).toContainText('reedpipe');
  await expect(other).toContainText('no backup');
  await other.getByRole('button', { name: /Switch to/ }).press('Enter');
  await expect(other).toContainText('copperfinch');
  await expect(page.getByRole('contentinfo')).toContainText('reedpipe');

  // A passphrase, mistyped first; then locked and opened.
  await page.getByRole('button', { name: 'Set one' }).click();
  await dialog.getByLabel('New passphrase').fill('one lamp');
  await dialog.getByLabel('The same once more').fill('one lam');
  await expect(dialog).toContainText('The two differ.');
  await dialog.getByLabel('The same once more').fill('one lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Opens with your passphrase')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByLabel('Your passphrase now').fill('wrong');
  await dialog.getByLabel('New passphrase').fill('two lamps');
  await dialog.getByLabel('The same once more').fill('two lamps');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText("That isn't the passphrase");
  await dialog.getByLabel('Your passphrase now').fill('one lamp');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill('two lamps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('reedpipe');

  // A sealed file leaves as a file.
  await page.getByRole('button', { name: 'Sealed file' }).click();
  await dialog.getByLabel('Your passphrase now').fill('two lamps');
  await dialog.getByLabel('Passphrase for this file').fill('for the drawer');
  await dialog.getByLabel('The same once more').fill('for the drawer');
  await page.keyboard.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save it' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reedpipe.parlor-key');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ version: 1 });
  await page.keyboard.press('Escape');

  // Only the sharp ones of the house sit, without a new start.
  await page.getByRole('link', { name: 'The house' }).click();
  await page.getByText('Sharp', { exact: true }).click();
  await page.getByRole('link', { name: 'Lobby' }).click();
  await expect(rowOf(page, 'Hollis')).toBeVisible();
  await expect(rowOf(page, 'Wick')).toHaveCount(0);

  await page.goto(`${new URL(page.url()).origin}/#/settings/connection`);
  await page.getByRole('button', { name: 'Look now' }).click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await expect(page.locator('li[data-state]')).toHaveCount(12);
  await expect(page.getByText('This computer answers in')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a community is added by its address, gone to and left; a link leads to a table of it', async ({ app, page }) => {
  const faults = watchPage(page);
  const community = await startCommunity({ house: true });
  try {
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await expect(page.locator('[data-community]')).toHaveCount(1);
    await expect(page.getByTestId('found')).toContainText('parlor');
    await page.getByLabel('Its address').fill('http://127.0.0.1:1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('community_unreachable');
    await page.getByLabel('Its address').fill(community.url);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Go there', exact: true }).click();
    const inUse = page.locator('[data-community]').filter({ hasText: 'in use' });
    await expect(inUse).toContainText(new URL(community.url).host);
    await expect(inUse).toContainText('copperfinch');
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'Lobby' }).click();
    const postId = await rowOf(page, 'Wick').getAttribute('data-post');
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await page.getByRole('button', { name: 'Go there: This computer' }).click();
    await expect(inUse).toContainText('This computer');

    // A link to a table there: what it is is shown, nothing is joined before a click, and then only its sheet opens.
    await page.keyboard.press('Alt+k');
    await page
      .getByRole('combobox', { name: 'Commands' })
      .fill(`parlor://join/${postId}?server=${encodeURIComponent(community.url)}`);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A table at another community' });
    await expect(dialog.getByTestId('found')).toContainText('parlor');
    await dialog.getByRole('button', { name: 'Go there and open the table' }).click();
    await expect(page.locator('#offer')).toContainText('Wick');
    await expect(page.getByRole('button', { name: 'Join table' })).toBeVisible();

    // Removed from the list with a way back; what was taken back stays.
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await page.getByRole('button', { name: 'Go there: This computer' }).click();
    const there = page.locator('[data-community]').filter({ hasText: new URL(community.url).host });
    await there.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await expect(there).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(there).toHaveCount(1);
    expect(faults).toEqual([]);
  } finally {
    await community.dispose();
  }
});
