/**
 * Two computers on one network without internet, each with its own Parlor and browser in a network namespace. One opens its community to
 * the network and shares a link, the other joins with it, and both get the same result.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { buildNetwork, canBuildNetworks, type Network } from '../electron/cli/testing/namespaces.ts';
import { createApp, expect as expectSoon, test, watchPage } from './app-fixture.ts';
import { browserIn } from './browser-in.ts';
import { ask, axeViolations, playButton, playToTheEnd } from './user-actions.ts';

/** Each step may take longer, since two apps and two browsers run at once. */
const expect = expectSoon.configure({ timeout: 90_000 });

/** Whether a URL responds to one of the computers. */
async function responds(network: Network, computer: string, url: string): Promise<boolean> {
  const [command, args] = network.commandInside(computer, [
    process.execPath,
    '-e',
    `fetch(${JSON.stringify(url)}, { signal: AbortSignal.timeout(5000) }).then(() => process.exit(0), () => process.exit(1))`,
  ]);
  return promisify(execFile)(command, args).then(
    () => true,
    () => false,
  );
}

const shared = (page: Page) => page.locator('[data-share="link"]');
const status = (page: Page) => page.locator('[data-region="status"]');

/** Plays the same hand every round. */
const playOut = (page: Page, key: string) =>
  playToTheEnd(page, async () => {
    await page.keyboard.press(key);
    await expect(ask(page)).toHaveAttribute('data-decision', 'picked');
    await expect(playButton(page)).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
  });

test('two computers on one network meet by a link, play a rated game, and part', { tag: '@long' }, async () => {
  test.skip(!(await canBuildNetworks()), 'Network namespaces need root and iproute2.');
  test.setTimeout(600_000);
  const dir = await mkdtemp(join(tmpdir(), 'parlor-meet-'));
  const network = await buildNetwork(['a', 'b']);
  const closers: (() => Promise<unknown>)[] = [
    () => rm(dir, { recursive: true, force: true }),
    () => network.dispose(),
  ];
  try {
    const at = async (computer: string) => {
      const app = await createApp((command) => network.commandInside(computer, command));
      closers.push(() => app.dispose());
      const browser = await browserIn(network, computer, dir);
      closers.push(() => browser.close());
      // axe needs a page with a context.
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      page.setDefaultTimeout(90_000);
      const pageErrors = watchPage(page);
      await app.start();
      // Opened at once, since the link is valid only for a short time.
      await page.goto(app.url());
      return { app, page, pageErrors };
    };
    const [ada, grace] = [await at('a'), await at('b')];
    const a = ada.page;
    const b = grace.page;

    // Ada opens a table, which only her computer can reach, and then opens the network.
    await a.getByLabel('Name at the table').fill('ada');
    await a.getByRole('button', { name: 'Make my key' }).click();
    await expect(a.getByRole('heading', { name: 'Lobby' })).toBeVisible();
    await a.keyboard.press('Alt+n');
    await a.locator('[data-game]').filter({ hasText: 'Rock Paper Scissors' }).click();
    await a.getByLabel('best of').fill('1');
    const submit = a.getByRole('button', { name: 'Open the table' });
    await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
    await submit.click();
    await expect(shared(a)).toContainText('127.0.0.1');
    expect(await responds(network, 'b', 'http://10.77.1.2:7400/api/v1/version')).toBe(false);
    await a.locator('[data-action="let-in"]').click();
    await expect(a.getByText('10.77.1.2')).toBeVisible();
    expect(await axeViolations(a)).toEqual([]);
    await a.locator('[data-action="open-network"]').click();
    await expect(a.locator('[data-network]')).toHaveText('http://10.77.1.2:7400');
    await expect(a.getByText('No other computer has connected yet.')).toBeVisible();
    expect(await axeViolations(a)).toEqual([]);
    await a.keyboard.press('Escape');
    // The table has another id now: guests can connect from the network.
    await expect(shared(a)).toContainText('http://10.77.1.2:7400/join/');
    await expect(a.locator('[data-qr]')).toHaveAttribute('data-qr', (await shared(a).textContent())!);
    expect(await axeViolations(a)).toEqual([]);
    const early = (await shared(a).textContent())!;

    // Her computer gets another address. The sheet reports that the previous one is no longer valid.
    await network.changeAddress('a');
    await expect(shared(a)).toContainText('http://10.77.1.3:7400/join/');
    await expect(a.getByText('no longer work').first()).toBeVisible();
    const idOf = (link: string) => /join\/([0-9a-f-]+)/.exec(link)![1];
    await expect.poll(async () => idOf((await shared(a).textContent())!)).not.toBe(idOf(early));
    const link = (await shared(a).textContent())!;

    // Only the community is reachable, not the window.
    expect(await responds(network, 'b', 'http://10.77.1.3:7400/api/v1/version')).toBe(true);
    expect(await responds(network, 'b', link)).toBe(true);
    const relay = new URL(ada.app.url());
    expect(await responds(network, 'b', `http://10.77.1.3:${relay.port}/`)).toBe(false);

    // Grace starts with the link.
    await b.getByRole('button', { name: 'Join by link' }).click();
    await b.getByLabel('Invite link').fill('parlor://join/nothing');
    await b.keyboard.press('Enter');
    await expect(b.getByText('This link is cut off')).toBeVisible();
    await b.getByLabel('Invite link').fill(`parlor://join/${link.split('/').at(-1)}`);
    await b.keyboard.press('Enter');
    await expect(b.getByText("This link doesn't say which community its table is in.")).toBeVisible();
    await b.getByLabel('Invite link').fill(link);
    await b.keyboard.press('Enter');
    await expect(b.getByText('Connected to the community at http://10.77.1.3:7400.')).toBeVisible();
    await expect(b.getByText("isn't encrypted")).toBeVisible();
    expect(await axeViolations(b)).toEqual([]);
    await b.getByLabel('Name at the table').fill('grace');
    await b.getByRole('button', { name: 'Make my key and continue' }).click();
    await expect(b.locator('#offer')).toContainText('ada');
    const sheet = b.locator('[data-region="sheet"]');
    await expect(sheet).toContainText('Rock Paper Scissors');
    await expect(status(b)).toContainText('10.77.1.3');
    await b.getByRole('radiogroup', { name: 'Play as' }).getByText('Human', { exact: true }).click();
    await b.getByRole('button', { name: 'Join table' }).click();

    // Ada's window opens the table automatically; paper wraps rock.
    await expect(a).toHaveURL(/#\/tables\//);
    await Promise.all([playOut(a, '1'), playOut(b, '2')]);
    const gained = async (page: Page) => Number(await page.getByTestId('rating-delta').textContent());
    expect([await gained(a), await gained(b)]).toEqual([4, 16]);
    await expect(status(a)).toContainText('1204');
    await expect(status(b)).toContainText('1216');

    // Grace returns home, where she has a separate rating.
    await status(b).getByRole('button', { name: 'Go home' }).click();
    expect(await axeViolations(b)).toEqual([]);
    await b.locator('[data-action="home"]').click();
    await expect(status(b)).toContainText("'s community");
    await expect(status(b)).toContainText('grace');
    await expect(status(b)).toContainText('1200');

    // Ada sees that someone connected, and closes the network once she has read what that does.
    await status(a).getByRole('button', { name: 'Open to the network' }).click();
    await expect(a.getByText('1 other computer has connected.')).toBeVisible();
    await a.getByRole('button', { name: 'Stop allowing' }).click();
    await expect(a.getByRole('alert')).toContainText('1 other computer has connected and loses this community.');
    await a.getByRole('button', { name: 'Keep open' }).click();
    await expect(a.getByText('Anyone on this network can connect.')).toBeVisible();
    await a.getByRole('button', { name: 'Stop allowing' }).click();
    await a.getByRole('button', { name: 'Stop allowing' }).click();
    await expect(a.getByText('Nobody else can connect.')).toBeVisible();
    expect(await responds(network, 'b', 'http://10.77.1.3:7400/api/v1/version')).toBe(false);
    expect([ada.pageErrors, grace.pageErrors]).toEqual([[], []]);
  } finally {
    for (const close of closers.reverse()) await close();
  }
});
