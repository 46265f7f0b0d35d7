/** Publishing from the Studio: from a template to a table of the new protocol, and deprecating an old version. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app-fixture.ts';
import { axeViolations, firstRun, installWith } from './user-actions.ts';

test('an author publishes a project from the window, hosts it at once, and deprecates it', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'ada', 'correct horse');
  await page.getByRole('link', { name: 'Studio', exact: true }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Four Guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Four Guesses' })).toBeVisible();

  // A mistake is found before anything is sent.
  const path = join(app.dataDir, 'studio/four-guesses/spec.json');
  const spec = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...spec, messages: [] }));
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const dialog = page.getByRole('dialog');
  await publish.click();
  await expect(dialog.getByRole('alert')).toContainText('spec.json:');
  // What the author saves is read again.
  await writeFile(path, JSON.stringify({ ...spec, rules: { guesses: 'four' } }));

  // Similar protocols are shown first, then the fields that the author fills in.
  await expect(dialog.getByTestId('similar')).toBeVisible();
  await expect(dialog.getByLabel('Family')).toHaveValue('game:four-guesses');
  await dialog.getByText('active', { exact: true }).click();
  await dialog.getByLabel('Tags').fill('quick');
  await writeFile(path, JSON.stringify({ ...spec, rules: { guesses: 'four at most' } }));
  expect(await axeViolations(page)).toEqual([]);

  // Nothing is published before the adversary has tried these files, or the author says so.
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const unseen = dialog.getByRole('checkbox', { name: 'Publish without knowing what it would find' });
  await expect(unseen).toBeFocused();
  await expect(unseen).toHaveAccessibleDescription('Run the adversary, or tick this.');
  await dialog.getByRole('button', { name: 'Run the adversary' }).click();
  await expect(dialog.locator('[data-verdict="nothing_found"]')).toContainText('That is no proof');
  await expect(unseen).toHaveCount(0);
  await expect(dialog.getByLabel('Tags')).toHaveValue('quick');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await installWith(page, 'correct horse');
  await expect(dialog.getByText(/Four Guesses.* is published/)).toBeVisible();
  await expect(dialog).toContainText('you can host it now');
  const stored = globSync('protocols/*/spec.json', { cwd: app.dataDir });
  expect(await readFile(join(app.dataDir, stored[0]!), 'utf8')).toContain('four at most');
  expect(await axeViolations(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Host it now' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { name: 'Your table is open' })).toBeVisible();
  await expect(page.locator('[data-hosted]')).toContainText('Four Guesses');

  // Publishing again changes nothing; the published version can be deprecated in the same dialog.
  await page.getByRole('link', { name: 'Studio', exact: true }).click();
  await page.locator('[data-project="four-guesses"]').click();
  await publish.click();
  await expect(dialog.getByTestId('similar')).toContainText('already published');
  await expect(dialog.getByLabel('Tags')).toHaveValue('quick');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await installWith(page, 'correct horse');
  await expect(dialog.getByText(/Four Guesses.* is published/)).toBeVisible();
  const version = dialog.locator('[data-version]');
  await expect(version).toContainText('active');
  await version.getByRole('button', { name: /^Deprecate/ }).click();
  await dialog.getByLabel('Why it should no longer be used').fill('A longer one follows.');
  await version.getByRole('button', { name: 'Deprecate', exact: true }).click();
  await expect(version).toContainText('deprecated');
});
