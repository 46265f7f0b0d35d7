/** How the app starts and ends: its name, access to the data directory, startup errors, sleep, and quitting. */
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ParlorError } from '../../../shared/errors.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { type Core, createCore } from '../../core/core.ts';
import { lockDataDir } from '../../owner/lock.ts';
import { event, type FakeMenuItem, menuItem } from './testing/fake-electron.ts';
import { appStateOf } from './testing/samples.ts';
import { launchTestApp, startTestApp, turn } from './testing/test-app.ts';
import type { Updater } from './updates.ts';

afterEach(() => vi.useRealTimers());

describe('the name of the app', () => {
  it.each([false, true])('is the same in a checkout and in a package, packaged: %s', async (packaged) => {
    const { app } = (await startTestApp({ packaged })).electron;
    expect([app.name, app.desktopName]).toEqual(['Parlor', 'parlor.desktop']);
  });

  it('is set as an id on Windows, which attributes notifications by it', async () => {
    const idOf = async (packaged: boolean) =>
      (await startTestApp({ platform: 'win32', packaged })).electron.app.appUserModelId;
    expect([await idOf(false), await idOf(true)]).toEqual([process.execPath, 'org.parlor.Parlor']);
  });
});

it('says in a terminal that it has no commands, once it is installed', async () => {
  const args = ['doctor', '--offline'];
  const { electron, configs, reports } = await startTestApp({ packaged: true, args });
  expect([await electron.app.exited, electron.windows.length, configs.length]).toEqual([2, 0, 0]);
  expect(reports).toEqual([expect.stringContaining('no commands, such as doctor')]);
});

it('the core runs as the desktop, with the system’s keychain', async () => {
  const { configs, dataDir } = await startTestApp();
  expect(configs).toMatchObject([{ dataDir, server: null, shell: 'desktop' }]);
  expect(await configs[0]?.keychain?.status()).toEqual({ backend: 'gnome_libsecret', protects: true });
});

it('a second instance with the same data exits', async () => {
  const { electron, configs } = await startTestApp({ second: true });
  expect([await electron.app.exited, electron.windows.length, configs.length]).toEqual([0, 0, 0]);
});

describe('if the app cannot start, a message box gives the reason', () => {
  const busy = new ParlorError('data_dir_busy', 'Another process uses it.');

  it('when another process uses the data directory, until that has exited', async () => {
    let inUse = true;
    const { electron, configs, window } = await startTestApp({
      async createCore(core) {
        if (inUse) throw busy;
        return core;
      },
    });
    const asked = () => electron.dialogs.map(({ options }) => options.message);
    expect(asked()).toEqual(['Another Parlor is using this data']);
    electron.dialogs[0]?.press('Try Again');
    await expect.poll(asked).toHaveLength(2);
    inUse = false;
    electron.dialogs[1]?.press('Try Again');
    await expect.poll(() => electron.windows[0]?.shown).toBe(true);
    expect(configs).toHaveLength(3);
    expect(window().contents.page).not.toBe('');
  });

  it('except when that is an agent’s process without tables, which hands it over', async () => {
    const dataDir = temporaryFolder();
    const agentCore: Core = await createCore({
      dataDir,
      server: 'http://127.0.0.1:1',
      shell: 'terminal',
      keychain: null,
      onHandOver() {
        void agentCore.dispose();
        return true;
      },
    });
    await agentCore.start();
    const { electron, configs } = await startTestApp({
      dataDir,
      createCore: async (core) => (await lockDataDir(dataDir)).release().then(() => core),
    });
    await expect.poll(() => electron.windows[0]?.shown).toBe(true);
    expect(electron.dialogs).toEqual([]);
    expect(configs.length).toBeGreaterThan(1);
  });

  it('and the app exits if the user does not wait', async () => {
    const { electron } = await startTestApp({ platform: 'win32', createCore: () => Promise.reject(busy) });
    expect(electron.app.log).toContain('up');
    electron.dialogs[0]?.press('Quit');
    expect([await electron.app.exited, electron.windows]).toEqual([1, []]);
  });

  it('when the data directory is not a folder', async () => {
    const dataDir = join(temporaryFolder(), 'file');
    writeFileSync(dataDir, '');
    const { electron, reports } = await startTestApp({ dataDir });
    const [dialog] = electron.dialogs;
    expect(dialog?.options).toMatchObject({
      message: 'Parlor cannot start',
      detail: expect.stringMatching(/file.*\(data_dir_unusable\)$/),
      buttons: ['Quit'],
    });
    // The launcher must not start another shell after this.
    expect(electron.app.log).toEqual(['ready', 'up']);
    expect(reports).toEqual([expect.stringContaining('start: ')]);
    dialog?.press('Quit');
    expect(await electron.app.exited).toBe(1);
  });

  it('when the build is missing', async () => {
    const { electron } = await startTestApp({ platform: 'darwin', rendererDir: temporaryFolder() });
    expect(electron.dialogs[0]?.options.detail).toContain('index.html');
  });
});

it('waking from sleep checks connections again', async () => {
  const { electron, core } = await startTestApp();
  electron.powerMonitor.emit('resume');
  expect(core.calls).toEqual([{ call: 'app.retry', args: {}, caller: { surface: 'desktop' } }]);
});

describe('quitting', () => {
  it('waits for the core, once', async () => {
    const done = Promise.withResolvers<void>();
    const { electron, core } = await startTestApp({ dispose: () => done.promise });
    electron.module.app.quit();
    electron.module.app.quit();
    await turn();
    await turn();
    expect([core.disposed, electron.app.exitCode]).toEqual([1, null]);
    done.resolve();
    expect(await electron.app.exited).toBe(0);
    expect(core.disposed).toBe(1);
  });

  it('takes eighteen seconds at most', async () => {
    const { electron, reports } = await startTestApp({ dispose: () => new Promise(() => {}) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    electron.app.emit('will-quit', event());
    vi.advanceTimersByTime(17_999);
    expect(electron.app.exitCode).toBe(null);
    vi.advanceTimersByTime(1);
    expect(electron.app.exitCode).toBe(1);
    expect(reports).toEqual(['quit: Not finished after 18000 ms.']);
  });

  it('is immediate before there is a core', async () => {
    const { electron } = launchTestApp({ createCore: () => new Promise(() => {}) });
    await expect.poll(() => electron.app.log).toContain('core');
    electron.module.app.quit();
    expect(await electron.app.exited).toBe(0);
  });

  it.each([
    ['linux', 0],
    ['win32', 0],
    ['darwin', null],
  ] as const)('happens when the last window closes on %s, with exit code %s', async (platform, code) => {
    const { electron, window } = await startTestApp({ platform });
    window().close();
    for (let i = 0; i < 4; i += 1) await turn();
    expect(electron.app.exitCode).toBe(code);
  });
});

describe('the menu', () => {
  const roles = (items: readonly FakeMenuItem[] | null): string[] =>
    (items ?? []).flatMap(({ role, submenu }) => [
      ...(role ? [role] : []),
      ...roles((submenu ?? []) as FakeMenuItem[]),
    ]);
  const everywhere = ['undo', 'cut', 'copy', 'paste', 'selectAll', 'reload', 'resetZoom', 'zoomIn', 'zoomOut'];

  it.each(['linux', 'darwin', 'win32'] as const)(
    'has zoom, full screen, reload, editing and quit on %s',
    async (platform) => {
      const { electron } = await startTestApp({ platform });
      expect(roles(electron.menu)).toEqual(
        expect.arrayContaining([...everywhere, 'togglefullscreen', 'close', 'quit']),
      );
      expect(menuItem(electron.menu, 'Quit Parlor').accelerator).toBe('CommandOrControl+Q');
      expect(roles(electron.menu).includes('hideOthers')).toBe(platform === 'darwin');
    },
  );

  it('has an item to check for updates if the app updates itself', async () => {
    const updater = Object.assign(new EventEmitter(), {
      checkForUpdates: async () => ({ isUpdateAvailable: false }),
    }) as unknown as Updater;
    const { electron } = await startTestApp({ updater });
    (menuItem(electron.menu, 'Check for updates…').click as () => void)();
    await expect
      .poll(() => electron.dialogs.map(({ options }) => options.message))
      .toEqual([expect.stringMatching(/^Parlor .* is the newest version\.$/)]);
    const other = await startTestApp();
    expect(() => menuItem(other.electron.menu, 'Check for updates…')).toThrow();
  });

  it('follows the language of the settings', async () => {
    const { electron, core } = await startTestApp();
    core.emit('app', 'changed', appStateOf({ locale: 'zh-CN' }));
    expect(menuItem(electron.menu, '退出 Parlor').role).toBe('quit');
    core.emit('app', 'changed', appStateOf({ locale: 'system' }));
    expect(menuItem(electron.menu, 'Quit Parlor').role).toBe('quit');
  });

  it('of a text field offers editing, of a selection copying; otherwise there is none', async () => {
    const { electron, window } = await startTestApp();
    const opened = (params: object) => {
      window().contents.emit('context-menu', event(), { isEditable: false, selectionText: '', ...params });
      return electron.popups.splice(0).map((items) => items.map(({ role }) => role));
    };
    expect(opened({ isEditable: true })).toEqual([['cut', 'copy', 'paste', 'selectAll']]);
    expect(opened({ selectionText: 'a word' })).toEqual([['copy']]);
    expect(opened({ selectionText: ' ' })).toEqual([]);
  });
});
