/** Tables where a person types: a talk with an agent, and a game that no code on this side knows. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from './app.ts';
import { startCommunity, type TestCommunity } from './community.ts';
import { faultsOf, firstRun, join as joinTable, play, rowOf } from './play.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'electron/cli/main.ts');

let community: TestCommunity;
let dir: string;
let host: ChildProcess | null = null;

test.beforeEach(async () => {
  community = await startCommunity();
  dir = await mkdtemp(join(tmpdir(), 'parlor-words-'));
});
test.afterEach(async () => {
  if (host && host.exitCode === null) {
    const exited = new Promise((resolve) => host?.once('exit', resolve));
    host.kill('SIGKILL');
    await exited;
  }
  host = null;
  await community.dispose();
  await rm(dir, { recursive: true, force: true });
});

/** Somebody else's agent hosts a table of a bundled protocol from the command line. */
async function hosted(nickname: string, protocol: string): Promise<void> {
  const data = ['--data-dir', join(dir, nickname)];
  const run = promisify(execFile);
  await run(process.execPath, [cli, 'init', ...data, '--nickname', nickname, '--insecure-plain-key']);
  await run(process.execPath, [cli, 'register', ...data, '--server', community.url, '--nickname', nickname]);
  const flags = ['--protocol', protocol, '--control-mode', 'autonomous', '--json', '--server', community.url];
  const started = spawn(process.execPath, [cli, 'host', ...data, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  host = started;
  await new Promise((resolve, reject) => {
    createInterface({ input: started.stdout }).once('line', resolve);
    started.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
}

test('a talk: the agent greets, a person answers in their own words, and leaving is the normal end', async ({
  app,
  page,
}) => {
  await hosted('marigold', 'chat');
  await app.start({ server: community.url });
  await firstRun(page, app.url(), 'copperfinch');
  await joinTable(page, 'marigold');
  const talk = page.getByTestId('talk');
  await expect(talk.locator('li[data-by="peer"]')).toHaveCount(1);

  const field = page.getByLabel('Your words');
  await field.fill('Grüße, <b>wie geht’s?</b>');
  await expect(page.getByTestId('entry-bytes')).toHaveText('29 of 1000 bytes');
  await play(page);
  await expect(talk.locator('li[data-by="me"]')).toContainText('<b>wie geht’s?</b>');
  await expect(talk.locator('li[data-by="peer"]')).toHaveCount(2);
  await expect(field).toHaveValue('');

  await field.fill('A second line');
  await field.press('Enter');
  await expect(talk.locator('li[data-by="peer"]')).toHaveCount(3);
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(
    page
      .locator('[data-decision="over"]')
      .or(page.getByText('Finished', { exact: true }))
      .first(),
  ).toBeVisible();
});

test('a game without a player: one sheet, then it is played by hand', async ({ app, page }) => {
  await hosted('marigold', 'connect-four');
  const resources = join(dir, 'resources');
  await cp(join(root, 'resources'), resources, { recursive: true });
  await writeFile(join(resources, 'protocols/pins.json'), '{}');
  await app.start({ server: community.url, env: { PARLOR_RESOURCES: resources } });
  await firstRun(page, app.url(), 'copperfinch');
  await rowOf(page, 'marigold').click();
  await page.getByRole('button', { name: 'Join table' }).click();
  await page.locator('[data-action="by-hand"]').click();
  await expect(page.getByText('There is no referee on your side')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Play by hand' }).click();

  await expect(page.getByText('move: col').first()).toBeVisible();
  await page.locator('input[type="radio"][value="3"]').check();
  await play(page);
  await expect(page.locator('[data-ask="ask:2"]')).toBeVisible();
  await expect(page.getByText('Played by hand').first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
