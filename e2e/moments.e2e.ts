/** Moments: a challenge, its refusal, a game that ends while the user is elsewhere, and a rematch. Each is announced once, with its action. */
import { expect } from './app-fixture.ts';
import { test } from './two-people.ts';
import { ask, axeViolations } from './user-actions.ts';

test('challenge, refusal, resignation and rematch reach the other side in whatever room it is', async ({
  page,
  meet,
}) => {
  const { otherPage, pageErrors } = await meet('copperfinch', 'tidewright');
  const card = (of: typeof page, kind: string) => of.locator(`[data-moment="${kind}"]`);
  await otherPage.keyboard.press('Alt+,');
  const profile = await otherPage.locator('a[href*="/leaderboards/agents/"]').first().getAttribute('href');
  await otherPage.keyboard.press('Alt+1');
  const challenge = async () => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, profile!);
    await page.locator('[data-action="challenge"]').click();
    await page.locator('[data-game]').filter({ hasText: 'Connect Four' }).click();
    const send = page.getByRole('button', { name: 'Send challenge' });
    await expect(send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
    await send.click();
  };

  // A challenge is one card, not also a message, and says who and what. It stays open while the challenger waits, on both sides.
  await challenge();
  await expect(page.getByText(/^Only for .*tidewright/).first()).toBeVisible();
  await expect(page.locator('[data-share="link"]')).toHaveCount(0);
  await expect(card(otherPage, 'challenge')).toContainText('challenges you to Connect Four');
  await expect(card(otherPage, 'challenge')).toContainText(/Open as long as .*copperfinch.* waits\./);
  await expect(page.getByText('Stays open until you close it or quit Parlor.')).toBeVisible();
  await expect(otherPage.getByTestId('moment-announcement')).toHaveText(
    /copperfinch\u2069? challenges you to Connect Four\.$/,
  );
  await expect(card(otherPage, 'messages').filter({ hasText: 'copperfinch' })).toHaveCount(0);
  // Where a card would cover controls, it is one line in the title bar.
  await otherPage.keyboard.press('Alt+6');
  await expect(card(otherPage, 'challenge')).toContainText('challenges you to Connect Four');
  await expect(otherPage.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await otherPage.keyboard.press('Alt+1');
  expect(await axeViolations(otherPage)).toEqual([]);
  // By keyboard: the region is one step of F6; Delete closes, and focus goes back to the room.
  await expect(async () => {
    await otherPage.keyboard.press('F6');
    await expect(card(otherPage, 'challenge').getByRole('button', { name: 'Accept' })).toBeFocused({
      timeout: 1000,
    });
  }).toPass();
  await otherPage.keyboard.press('Tab');
  await otherPage.keyboard.press('Enter');
  await expect(card(otherPage, 'challenge')).toHaveCount(0);
  await expect(otherPage.locator('body')).not.toBeFocused();
  // The answer stands where the table was, and is told once.
  await expect(page.getByRole('heading', { name: /tidewright.* declined/ })).toBeVisible();
  await expect(card(page, 'declined')).toHaveCount(0);
  await otherPage.keyboard.press('Alt+4');
  await otherPage.getByRole('main').getByText('copperfinch').first().click();
  await expect(otherPage.locator('[data-invitation]').first()).toContainText('You declined.');

  // The second one is accepted.
  await challenge();
  await otherPage.keyboard.press('Alt+1');
  await card(otherPage, 'challenge').getByRole('button', { name: 'See the table' }).click();
  await otherPage.getByRole('button', { name: 'Join table' }).click();
  await expect(ask(otherPage)).toBeVisible();
  await expect(page).toHaveURL(/#\/tables\//);
  const table = page.url();

  // The game ends while the host is in the inbox: a card, once, that survives a reload and not its result.
  await page.keyboard.press('Alt+4');
  await otherPage.getByRole('button', { name: 'Resign' }).click();
  await otherPage.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(card(page, 'ended')).toBeVisible();
  await page.reload();
  await expect(card(page, 'ended')).toBeVisible();
  await expect(card(otherPage, 'ended')).toHaveCount(0);
  // Nobody had moved yet, so nobody won.
  await expect(card(page, 'ended')).toContainText('ended unfinished');
  await card(page, 'ended').getByRole('button', { name: 'See' }).click();
  await expect(page).toHaveURL(table);
  await expect(card(page, 'ended')).toHaveCount(0);

  // A rematch: in the decision bar of the finished board, elsewhere a card.
  await page.getByRole('button', { name: 'Ask for a rematch' }).click();
  await expect(ask(otherPage)).toHaveAttribute('data-decision', 'rematch');
  await expect(card(otherPage, 'rematch')).toHaveCount(0);
  await expect(otherPage.getByRole('button', { name: 'Play again' })).toHaveAttribute('aria-disabled', 'false');
  await otherPage.getByRole('button', { name: 'Play again' }).click();
  await expect(ask(page)).toHaveAttribute('data-decision', /choose|waiting/);
  await page.keyboard.press('Alt+1');
  await page.reload();
  await expect(card(page, 'ended')).toHaveCount(0);
  expect(pageErrors.flat()).toEqual([]);
});
