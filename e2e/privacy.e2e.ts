/** docs/privacy.md: in the community on this computer, a start, a game against the house and a message send nothing to anywhere else. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildNetwork } from '../electron/cli/testing/namespaces.ts';
import { nameserver, openWayOut, whyUnsupported } from '../electron/cli/testing/way-out.ts';
import { createApp, expect, test, watchPage } from './app-fixture.ts';
import { browserIn } from './browser-in.ts';
import { terminalUser } from './terminal-user.ts';
import { firstRun, join as joinTable, playToTheEnd, pressNumber } from './user-actions.ts';

const skipReason = await whyUnsupported();

test('a start, a game and a message at home leave no packet; the connection check asks for relays', async () => {
  test.skip(skipReason !== null, `What leaves can't be recorded, since ${skipReason}.`);
  const dir = await mkdtemp(join(tmpdir(), 'parlor-privacy-'));
  const network = await buildNetwork(['home']);
  const inside = (command: string[]) => network.commandInside('home', command);
  const closers: (() => unknown)[] = [() => rm(dir, { recursive: true, force: true }), () => network.dispose()];
  try {
    const wayOut = await openWayOut(network, 'home', dir);
    closers.push(() => wayOut.close());
    const app = await createApp(inside);
    closers.push(() => app.dispose());
    // The browser asks for names of its maker's on its own account; the window's pages may contact nothing but Parlor (E5, E17).
    const browser = await browserIn(network, 'home', dir, ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);
    closers.push(() => browser.close());
    const page = await browser.newPage();
    const pageErrors = watchPage(page);
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');

    await joinTable(page, 'Tansy');
    await playToTheEnd(page, async () => {
      await pressNumber(page, 1);
      await page.keyboard.press('Enter');
    });

    const { port } = JSON.parse(await readFile(join(app.dataDir, 'community/home.json'), 'utf8')) as { port: number };
    const other = terminalUser(join(dir, 'other'), `http://127.0.0.1:${port}`, inside);
    const key = await other.register('tidewright');
    await page.keyboard.press('Alt+4');
    await page.getByRole('button', { name: 'New message' }).first().click();
    await page.getByRole('combobox', { name: 'To' }).fill(key);
    await expect(page.locator(`[data-person="${key}"]`)).toContainText('tidewright');
    await page.keyboard.press('Enter');
    await page.getByLabel('Message to').fill('A game at eight?');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('[data-message]')).toHaveText([/A game at eight\?.*Delivered/]);
    expect(wayOut.packets()).toEqual([]);

    // The recording works: what the person starts, and the page lists, leaves.
    const check = terminalUser(app.dataDir, undefined, inside)
      .parlor('doctor')
      .catch(() => {});
    await wayOut.waitFor(`udp ${nameserver} 53`);
    await check;
    expect(pageErrors).toEqual([]);
  } finally {
    for (const close of closers.reverse()) await close();
  }
});
