/**
 * The desktop app of this checkout in the real Electron: `npm run e2e -- --project electron`. A packaged app refuses the debugger that
 * Playwright needs, so `parlor --self-test` tests that one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, expect, test } from '@playwright/test';
import { root } from '../electron/installation.ts';
import { electronBinary } from '../electron/shells/electron-binary.ts';
import { watchPage } from './app-fixture.ts';
import { ask, board, join as joinTable, makeKey, play, playToTheEnd, rowOf } from './user-actions.ts';

const main = join(root, 'electron/shells/electron/main.ts');

async function launch(dataDir: string): Promise<ElectronApplication> {
  const executablePath = electronBinary(root, process.env);
  expect(executablePath, 'run `npm run electron` first').not.toBeNull();
  return electron.launch({
    executablePath: executablePath!,
    args: [main, `--data-dir=${dataDir}`],
    env: { ...(process.env as Record<string, string>), PARLOR_SERVICE_DIFFICULTY: '1' },
  });
}

test('the desktop app plays a rated game on the author’s board, and keeps its state across a reload and a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlor-e2e-'));
  try {
    let app = await launch(dataDir);
    let page = await app.firstWindow();
    const pageErrors = watchPage(page);
    expect(page.url()).toMatch(/^parlor-app:\/\/app\//);
    await makeKey(page, 'copperfinch');
    await joinTable(page, 'Tansy');
    const first = await ask(page).getAttribute('data-ask');
    await board(page).getByRole('radio', { name: /^rock/ }).click();
    await expect(page.locator(`[data-ask="${first}"]`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Plain view' }).click();
    await playToTheEnd(page, async () => {
      await page.getByRole('radio', { name: /^paper/ }).check();
      await play(page);
    });
    const result = page.url();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your points' })).toBeVisible();
    expect(page.url()).toBe(result);
    expect(pageErrors).toEqual([]);
    await app.close();

    app = await launch(dataDir);
    page = await app.firstWindow();
    await expect(rowOf(page, 'Connect Four').first()).toBeVisible();
    await app.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
