/** One user hosts by keyboard, the other joins from a terminal, and both get the same result. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, watchPage } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { terminalUser } from './terminal-user.ts';
import { ask, axeViolations, firstRun, playButton, playToTheEnd, pressNumber } from './user-actions.ts';

test('a user hosts a table by keyboard, and a guest joins it from the terminal', async ({ app, page }) => {
  const community = await startCommunity();
  const guestDir = await mkdtemp(join(tmpdir(), 'parlor-guest-'));
  const guest = terminalUser(guestDir, community.url);
  try {
    const pageErrors = watchPage(page);
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    await expect(page.getByRole('heading', { name: 'No open tables right now' })).toBeVisible();
    await guest.register('tidewright');

    // In the browser, Alt replaces Ctrl.
    await page.keyboard.press('Alt+n');
    const game = page.locator('[data-game]').filter({ hasText: 'Rock Paper Scissors' });
    await game.focus();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const submit = page.getByRole('button', { name: 'Open the table' });
    await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });

    // An invalid option is reported at its field, and nothing is posted.
    await page.getByLabel('best of').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('best of')).toBeFocused();
    await expect(page.getByText('Enter a number from 1 to 99.')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Your table is open' })).toBeFocused();
    await expect(page.locator('[data-hosted]')).toContainText('best of 1');
    const link = (await page.locator('[data-share="link"]').textContent())!;
    const postId = link.slice(-36);
    expect(link).toBe(`${community.url}/join/${postId}`);
    const command = (await page.locator('[data-share="cli"]').textContent())!;
    expect(command).toBe(`parlor join ${community.url}/join/${postId}`);
    expect(await axeViolations(page)).toEqual([]);

    // The invitation survives a reload of the window.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your table is open' })).toBeVisible();

    const joined = guest.parlor(...command.split(' ').slice(1, 3), '--control-mode', 'autonomous');
    await expect(page).toHaveURL(/#\/tables\//);
    await expect(ask(page)).toBeVisible();
    await playToTheEnd(page, async () => {
      await pressNumber(page, 1);
      await expect(ask(page)).toHaveAttribute('data-decision', 'picked');
      await expect(playButton(page)).toHaveAttribute('aria-disabled', 'false');
      await page.keyboard.press('Enter');
    });
    expect(await joined).toMatchObject({ event: 'result', state: 'settled' });
    const gained = Number(await page.getByTestId('rating-delta').textContent());
    expect([4, 8, 16]).toContain(gained);

    await page.keyboard.press('Alt+1');
    await expect(page.locator('[data-hosted]')).toHaveCount(0);
    expect(pageErrors).toEqual([]);
  } finally {
    await guest.stop();
    await rm(guestDir, { recursive: true, force: true });
    await community.dispose();
  }
});

test('a closed table disappears, and a link to another community does not join its table', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await page.locator('[data-action="host"]').click();
  await page.locator('[data-game]').filter({ hasText: 'Chat' }).click();
  await page.getByText('With the link', { exact: true }).click();
  const submit = page.getByRole('button', { name: 'Open the table' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await submit.click();
  await expect(page.locator('[data-hosted]')).toContainText('link only');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+2');
  await page.locator('[data-hosted]').click();
  await page.getByRole('button', { name: 'Close table' }).click();
  await expect(page.getByRole('button', { name: 'Keep open' })).toBeFocused();
  await page.getByRole('button', { name: 'Close table', exact: true }).click();
  await expect(page.locator('[data-hosted]')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('https://harbor.example');
  await expect(dialog.getByRole('button', { name: /join/i })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
});
