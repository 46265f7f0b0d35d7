/** The app with its real core, community, house and hooks, in the strict fake of Electron. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createCore } from '../../core/core.ts';
import { type Entry, entryPath, iconsDir } from '../../installation.ts';
import { lockDataDir } from '../../owner/lock.ts';
import { startDesktop } from './start.ts';
import { bridgeOf, createFakeElectron, type FakeElectron } from './testing/fake-electron.ts';
import { playFirstGame } from './testing/first-game.ts';
import type { FakeUtilityProcess } from './testing/utility-process.ts';

const rendererDir = temporaryFolder();
beforeAll(() => {
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Parlor</title>');
  vi.stubEnv('PARLOR_SERVICE_DIFFICULTY', '1');
});

let electron: FakeElectron;
const reports: string[] = [];
afterEach(() => {
  electron.utility.killAll();
  reports.length = 0;
});

/** Starts the app on this data directory, without the house by default. */
async function start(platform: NodeJS.Platform, dataDir: string, { house = false } = {}): Promise<void> {
  // In a short run, a third of the house players.
  const settings = house ? { house_strength: isLongRun ? 'every' : 'easy' } : { house_on: false };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
  electron = createFakeElectron({ platform });
  await electron.load(() =>
    startDesktop(electron.module, {
      argv: ['electron', `--data-dir=${dataDir}`],
      env: {},
      platform,
      rendererDir,
      iconsDir,
      createCore,
      loadUpdater: null,
      print: () => {},
      onTerminal: false,
      report: (fault, where) => reports.push(`${where}: ${fault}`),
      onReady: () => {},
    }),
  );
}

/** The bridge of the window, once it is shown. */
async function bridge(): Promise<ReturnType<typeof bridgeOf>> {
  await expect.poll(() => electron.windows.at(-1)?.shown ?? false).toBe(true);
  return bridgeOf(electron.windows.at(-1)!);
}
const community = async (window: ReturnType<typeof bridgeOf>) => (await window.app.state({})).community;

const workers = (entry: Entry): FakeUtilityProcess[] =>
  electron.utility.all.filter((each) => each.script === entryPath(entry));

/** Quits as the user does. Resolves with the exit code, which is 1 if it takes too long (see quit.ts). */
function quit(): Promise<number> {
  electron.module.app.quit();
  return electron.app.exited;
}

// On Linux the packaged app plays the same game in packaging/desktop.test.ts.
it.each(isLongRun ? (['linux', 'win32'] as const) : (['win32'] as const))(
  'the first start leads to a game with the house, and quitting ends everything cleanly, on %s',
  async (platform) => {
    await start(platform, temporaryFolder(), { house: true });
    const table_id = await playFirstGame(electron);

    // After a crash the same page is loaded again.
    const { contents } = electron.windows[0]!;
    await contents.load(`parlor-app://app/#/tables/${table_id}`);
    contents.crash('crashed');
    await expect.poll(() => contents.port).not.toBe(null);
    expect(contents.loaded.at(-1)).toBe(`parlor-app://app/#/tables/${table_id}`);
    const again = bridgeOf(electron.windows[0]!);
    expect((await again.tables.list({})).tables.map(({ phase }) => phase)).toEqual(['finished']);

    expect(await quit()).toBe(0);
    expect([...workers('service'), ...workers('house')].map(({ ended }) => ended)).toEqual([0, 0]);
    // layout.test.ts restricts their imports.
    expect(new Set(electron.utility.all.map(({ script }) => script))).toEqual(
      new Set((['hooks-runner', 'house', 'service'] as const).map(entryPath)),
    );
    expect(electron.utility.restartsOfTheApp()).toEqual([]);
    expect(reports).toEqual([expect.stringContaining('page: ')]);
  },
);

it('the folder of a Studio project is shown in the file manager', async () => {
  const dataDir = temporaryFolder();
  await start('linux', dataDir);
  const { studio } = await bridge();
  const { project_id } = await studio.create({ name: 'Trial', from: { template: 'turns' } });
  const { path } = await studio.path({ project_id });
  expect(path).toBe(join(dataDir, 'studio', 'trial'));
  await studio.show_folder({ project_id });
  expect(electron.revealed).toEqual([path]);
  await expect(studio.show_folder({ project_id: 'gone' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await quit()).toBe(0);
});

it('a community that exits is restarted, also after sleep', async () => {
  await start('darwin', temporaryFolder());
  const window = await bridge();
  await expect.poll(async () => (await community(window)).status).toBe('online');
  const { url } = await community(window);
  workers('service')[0]?.process.kill('SIGKILL');
  await expect.poll(() => workers('service').length).toBe(2);
  electron.powerMonitor.emit('resume');
  const answers = () =>
    fetch(`${url}/api/v1/version`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await expect.poll(answers).toBe(true);
  await expect.poll(async () => (await community(window)).status).toBe('online');
  expect(await quit()).toBe(0);
  expect(workers('service').map(({ ended }) => ended)).toEqual(['SIGKILL', 0]);
});

it.runIf(isLongRun)('a hanging community does not keep the app from quitting', async () => {
  await start('linux', temporaryFolder());
  const window = await bridge();
  await expect.poll(async () => (await community(window)).status).toBe('online');
  workers('service')[0]?.process.kill('SIGSTOP');
  expect(await quit()).toBe(0);
  expect(workers('service').map(({ ended }) => ended)).toEqual(['SIGKILL']);
});

// In a short run, core.test.ts and start.test.ts cover these two cases without the whole app.
it.runIf(isLongRun)('a community with damaged data is reported in the window at once', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'community'));
  writeFileSync(join(dataDir, 'community', 'community.db'), 'no database '.repeat(1000));
  await start('win32', dataDir);
  const window = await bridge();
  await expect.poll(async () => (await community(window)).problem?.code).toBe('service_failed');
  expect(workers('service')[0]?.ended).toBe(1);
  expect(await quit()).toBe(0);
});

it.runIf(isLongRun)('starts after another process has released the data directory', async () => {
  const dataDir = temporaryFolder();
  const other = await lockDataDir(dataDir);
  await start('linux', dataDir);
  await expect.poll(() => electron.dialogs.length).toBe(1);
  await other.release();
  electron.dialogs[0]?.press('Try Again');
  const window = await bridge();
  await expect.poll(async () => (await community(window)).status).toBe('online');
  expect(await quit()).toBe(0);
});
