/** Order: a code admits a new member, a message is reported and its sender blocked at the community, and operators read the report and ban. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './app-fixture.ts';
import { startCommunity } from './community.ts';
import { test } from './two-people.ts';
import { axeViolations, firstRun } from './user-actions.ts';

/** Opens a new conversation with somebody, by their full key. */
async function writeTo(page: Page, key: string, name: string): Promise<Locator> {
  await page.keyboard.press('Alt+4');
  await page.getByRole('button', { name: 'New message' }).first().click();
  await page.getByRole('combobox', { name: 'To' }).fill(key);
  await expect(page.locator(`[data-person="${key}"]`)).toContainText(name);
  await page.keyboard.press('Enter');
  return page.getByRole('complementary', { name });
}

async function send(conversation: Locator, text: string): Promise<void> {
  await conversation.getByLabel('Message to').fill(text);
  await conversation.page().keyboard.press('Control+Enter');
}

test('a message is reported with what is ticked, its sender is blocked at the community, and then banned', async ({
  page,
  meet,
}) => {
  const { community, otherPage, pageErrors } = await meet('copperfinch', 'brindle');
  await expect.poll(() => [community.keyOf('copperfinch'), community.keyOf('brindle')]).not.toContain(null);
  const [own, other] = [community.keyOf('copperfinch')!, community.keyOf('brindle')!];

  const outgoing = await writeTo(otherPage, own, 'copperfinch');
  await send(outgoing, 'You will be sorry');
  await expect(outgoing.locator('[data-message]')).toContainText(['You will be sorry']);

  // One click from the message. What goes along is shown, and what isn't ticked stays.
  await page.keyboard.press('Alt+4');
  await page.locator('[data-section="requests"]').click();
  await page.locator('[data-row]').click();
  const conversation = page.getByRole('complementary', { name: 'brindle' });
  await conversation.locator('[data-action="report"]').click();
  const dialog = page.getByRole('dialog', { name: /^Report .*brindle/ });
  await expect(dialog.getByText('You will be sorry')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Insults/ })).toBeFocused();
  await expect(
    dialog.getByText(/read it, with your name and key\. If .*brindle.* is one of them, they read it too/),
  ).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 640, height: 400 });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.');
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('radio', { name: /Insults/ }).check();
  await dialog.getByRole('checkbox', { name: /sealed message/ }).uncheck();
  await dialog.getByRole('textbox', { name: 'Your words' }).fill('Third time today');
  await dialog.getByRole('checkbox', { name: /^Block .*brindle/ }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Report sent to the people who run/)).toBeVisible();

  const [listed] = await community.moderate('reports');
  expect(listed).toMatchObject({
    ...{ about: 'message', reason: 'abuse', words: 'Third time today' },
    reporter: { public_key: own },
    accused: { public_key: other },
  });
  const [shown] = await community.moderate('report', String(listed?.report));
  expect(shown).toMatchObject({
    evidence: { opened: { words: 'You will be sorry' }, ciphertext: null },
    findings: { written_by_accused: true, sent_by_accused: null },
  });

  // The community refuses the sender, whose words stay in the field.
  await send(outgoing, 'Are you there?');
  await expect(outgoing.getByText('This person has blocked you')).toBeVisible();
  await expect(outgoing.getByLabel('Message to')).toHaveValue('Are you there?');

  // Unblocked, they can write again.
  await page.locator('[data-section="blocked"]').click();
  await page.locator('[data-row]').click();
  await conversation.getByRole('button', { name: 'Unblock' }).click();
  await expect(async () => {
    await otherPage.keyboard.press('Control+Enter');
    await expect(outgoing.locator('[data-message]').last()).toContainText('Are you there?', { timeout: 2000 });
  }).toPass();

  // Who reported reads what became of it.
  await community.moderate('resolve', String(listed?.report), '--outcome', 'acted', '--answer', 'We talked to them.');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Communities' }).click();
  const report = page.locator(`[data-report="${listed?.report}"]`);
  await expect(report).toContainText('brindle');
  await expect(report).toContainText('Something was done');
  await expect(report).toContainText('We talked to them.');
  expect(await axeViolations(page)).toEqual([]);

  await community.moderate('ban', other, '--note', 'Threats');
  await otherPage.keyboard.press('Alt+1');
  await expect(otherPage.getByText(/has banned you/).first()).toBeVisible({ timeout: 60_000 });
  expect(pageErrors).toEqual([[], []]);
});

test('a community that admits by code asks for it, says when it is wrong, and registers with the right one', async ({
  app,
  page,
}) => {
  const community = await startCommunity();
  try {
    await community.moderate('admission', 'codes');
    const [made] = await community.moderate('new-code');
    await app.start({ server: community.url });
    await firstRun(page, app.url(), 'copperfinch');
    const field = page.getByRole('textbox', { name: 'Invitation code' });
    await expect(field).toBeVisible();
    await expect(page.getByText(/needs an invitation code/).first()).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await field.fill('AAAA-BBBB-CCCC-DDDD');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText(/invitation code doesn.t work/).first()).toBeVisible();

    // The settings ask for it as well.
    await page.goto(`${new URL(page.url()).origin}/#/settings/communities`);
    await field.fill(String(made?.code).toLowerCase());
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(field).toHaveCount(0);
    await expect.poll(() => community.keyOf('copperfinch')).not.toBeNull();
  } finally {
    await community.dispose();
  }
});
