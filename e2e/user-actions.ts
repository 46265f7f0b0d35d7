/** What a user does in the window, step by step; every helper acts through what is on screen. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

export async function firstRun(page: Page, url: string, name: string, passphrase?: string): Promise<void> {
  await page.goto(url);
  await makeKey(page, name, passphrase);
}

/** Creates a key on the first screen. */
export async function makeKey(page: Page, name: string, passphrase?: string): Promise<void> {
  await page.getByLabel('Name at the table').fill(name);
  if (passphrase) await page.getByLabel('Passphrase (optional)').fill(passphrase);
  await page.getByRole('button', { name: 'Make my key' }).click();
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
}

/** Confirms the installation of player code, which needs the passphrase in a browser. */
export async function installWith(page: Page, passphrase: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Install player code?' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog).toHaveCount(0);
}

/** The rows of open tables in the lobby that contain a text, for example the host's name. */
export const rowOf = (page: Page, text: string): Locator => page.locator('button[data-post]').filter({ hasText: text });

export const board = (page: Page): FrameLocator => page.frameLocator('[data-region="board"] iframe');
export const ask = (page: Page): Locator => page.locator('[data-region="decision"]');
export const playButton = (page: Page): Locator => page.locator('[data-action="play"]');

/** Plays the pick in the decision bar, once the button's short guard against late changes is over. */
export async function play(page: Page): Promise<void> {
  await expect(playButton(page)).toHaveAttribute('aria-disabled', 'false');
  await playButton(page).click();
}

/** Picks by number, once the board shows its numbers. */
export async function pressNumber(page: Page, number: number): Promise<void> {
  await expect(page.locator('[data-region="decision"][data-numbers]')).toBeVisible();
  await page.keyboard.press(String(number));
}

/** Opens the sheet of a table and joins. The search finds a table that the list has in a group. */
export async function openTable(page: Page, game: string): Promise<void> {
  await page.keyboard.press('Alt+n');
  await page.locator('[data-game]').filter({ hasText: game }).click();
  const submit = page.getByRole('button', { name: 'Open the table' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await submit.click();
}

export async function join(page: Page, host: string, mode: 'Human' | 'Hybrid' | 'Autonomous' = 'Human'): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name or game' }).fill(host);
  await rowOf(page, host).click();
  await page
    .getByRole('radiogroup', { name: /^(Play|Talk) as$/ })
    .getByText(mode, { exact: true })
    .click();
  await page.getByRole('button', { name: 'Join table' }).click();
  await expect(page.locator('[data-decision="choose"], [data-decision="proposal"]')).toBeVisible();
}

/** Repeats `move` until the game is over; returns once the result is settled and shown. */
export async function playToTheEnd(page: Page, move: (turn: number) => Promise<void>): Promise<void> {
  const over = page
    .locator('[data-decision="over"]')
    .or(page.getByRole('heading', { name: 'Your points' }))
    .first();
  const choosing = page.locator('[data-decision="choose"]');
  for (let turn = 0; ; turn += 1) {
    await expect(choosing.or(over)).toBeVisible();
    if (await over.isVisible()) break;
    const key = await ask(page).getAttribute('data-ask');
    await move(turn);
    await expect(page.locator(`[data-ask="${key}"]`)).toHaveCount(0);
  }
  const see = page.getByRole('button', { name: 'See the result' });
  if (await see.isVisible()) await see.click();
  await expect(page.getByRole('heading', { name: 'Your points' })).toBeVisible();
  // The rating is final once the other side's report has arrived, moments later.
  await expect(page.getByText('settled', { exact: true })).toBeVisible();
}

/** Waits for transitions: colours and text that are still fading would fail the contrast rules. */
async function transitionsEnded(page: Page): Promise<void> {
  await expect(page.locator('[data-toast="words"]')).toHaveCount(0);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** The only rules that a second theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The accessibility violations that axe finds on the whole page in both themes, including boards. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Otherwise axe may see a mixture of both themes' colours. Pages without the window's components have no such attribute.
    const theme = 'data-mantine-color-scheme';
    await page.locator(`html:not([${theme}]), html[${theme}="${colorScheme}"]`).waitFor({ state: 'attached' });
    await transitionsEnded(page);
    // axe fetches style sheets, which the policy of boards forbids. Without a board, axe can run in the page itself.
    const axe = new AxeBuilder({ page })
      .options({ preload: false })
      .setLegacyMode(!(await page.locator('iframe').count()));
    const { violations } = await (colorScheme === 'dark'
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      : axe.withRules(colourRules)
    ).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
    }
  }
  return found;
}
