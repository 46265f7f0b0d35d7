/** Window options, and recovery after a crash, a hang or a failed load. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { entryPath, root } from '../../installation.ts';
import { event, menuItem } from './testing/fake-electron.ts';
import { eventsTo, listen, startTestApp, turn } from './testing/test-app.ts';

const app = 'parlor-app://app';

describe('E2 and E4: windows', () => {
  it('are created with every security option set explicitly', async () => {
    const { options, contents } = (await startTestApp()).window();
    expect(options.webPreferences).toEqual({
      preload: entryPath('preload'),
      devTools: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
    });
    expect(contents.loaded).toEqual([`${app}/`]);
  });

  it('are created in one file, and electron is imported in one', () => {
    const sources = ['electron', 'shared', 'service', 'renderer', 'e2e', 'bench']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
      )
      .filter((file) => /\.(ts|tsx|cjs)$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/dist|node_modules/.test(file));
    const using = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
    expect(using(/\bnew\s+(?:\w+\.)*(?:Browser)?Window\(/)).toEqual(['electron/shells/electron/window.ts']);
    expect(using(/import\('electron'\)|require\('electron'\)|^import (?!type)[^;]*from 'electron'/m)).toEqual([
      'electron/shells/electron/main.ts',
      'electron/shells/electron/preload.cjs',
    ]);
    expect(
      using(/setUsePlainTextEncryption|allowRunningInsecureContent|enableBlinkFeatures|experimentalFeatures/),
    ).toEqual([]);
  });

  it('have no developer tools once packaged', async () => {
    const { electron, window } = await startTestApp({ packaged: true });
    expect(window().options.webPreferences?.devTools).toBe(false);
    expect(() => menuItem(electron.menu, 'Developer Tools')).toThrow();
  });
});

describe('a page that crashed', () => {
  it('is reloaded at its address up to three times; then the user decides', async () => {
    const { electron, reports, window } = await startTestApp();
    const { contents } = window();
    await contents.load(`${app}/#/tables`);
    contents.emit('render-process-gone', event(), { reason: 'clean-exit', exitCode: 0 });
    for (const reason of ['crashed', 'oom', 'killed']) {
      contents.crash(reason);
      await expect.poll(() => contents.crashed).toBe(false);
    }
    expect(contents.loaded.slice(2)).toEqual(Array(3).fill(`${app}/#/tables`));
    expect(contents.port).not.toBe(null);
    contents.crash('crashed');
    await expect
      .poll(() => electron.dialogs.map(({ options }) => options.message))
      .toEqual(['The window has stopped working']);
    expect(contents.crashed).toBe(true);
    electron.dialogs[0]?.press('Reload');
    await expect.poll(() => contents.crashed).toBe(false);
    expect(reports).toHaveLength(4);
  });

  it('lets the user quit the app', async () => {
    const { electron, window } = await startTestApp();
    for (let crash = 0; crash < 4; crash += 1) {
      window().contents.crash('crashed');
      await turn();
      await turn();
    }
    electron.dialogs[0]?.press('Quit');
    expect(await electron.app.exited).toBe(0);
  });
});

describe('a page that hangs', () => {
  it('is reloaded at the user’s request', async () => {
    const { electron, window } = await startTestApp();
    const { contents } = window();
    window().emit('unresponsive');
    window().emit('unresponsive');
    await expect.poll(() => electron.dialogs.length).toBe(1);
    electron.dialogs[0]?.press('Wait');
    await turn();
    expect(contents.loaded).toHaveLength(1);
    window().emit('unresponsive');
    await expect.poll(() => electron.dialogs.length).toBe(2);
    electron.dialogs[1]?.press('Reload');
    await expect.poll(() => contents.loaded).toEqual([`${app}/`, `${app}/`]);
    expect(contents.crashed).toBe(false);
  });

  it('closes the dialog when it responds again', async () => {
    const { electron, window } = await startTestApp();
    window().emit('unresponsive');
    await expect.poll(() => electron.dialogs.length).toBe(1);
    window().emit('responsive');
    expect(electron.dialogs[0]?.aborted).toBe(true);
    await turn();
    expect(window().contents.loaded).toHaveLength(1);
  });
});

it('a window whose page does not load is shown nevertheless, and can retry', async () => {
  const { electron, reports, window } = await startTestApp();
  const handler = electron.schemeHandlers.get('parlor-app')!;
  window().close();
  electron.schemeHandlers.set('parlor-app', () => new Response(null, { status: 404 }));
  electron.app.emit('activate');
  const [, second] = electron.windows;
  await expect.poll(() => electron.dialogs.length).toBe(1);
  expect([second?.shown, electron.dialogs[0]?.options.message]).toEqual([true, 'The window could not be loaded']);
  expect(reports).toEqual(['parlor-app://app/: ERR_HTTP_RESPONSE_CODE_FAILURE (-379)']);
  electron.schemeHandlers.set('parlor-app', handler);
  electron.dialogs[0]?.press('Try Again');
  await expect.poll(() => second?.contents.port ?? null).not.toBe(null);
});

it('the exit of other processes is reported, unless requested', async () => {
  const { electron, reports } = await startTestApp();
  const emitGone = (reason: string) =>
    electron.app.emit('child-process-gone', event(), {
      type: 'Utility',
      reason,
      exitCode: 9,
      serviceName: 'Parlor helper',
    });
  emitGone('clean-exit');
  emitGone('crashed');
  expect(reports).toEqual(['Parlor helper: crashed, exit code 9']);
});

describe('links', () => {
  const link = 'parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example';
  const shownPath = `/?link=${encodeURIComponent(link)}`;

  it('open the window at a sheet, and nothing else', async () => {
    const { core, window } = await startTestApp({ args: [link] });
    expect(window().contents.loaded).toEqual([`${app}/#${shownPath}`]);
    expect(window().contents.page).toContain('<!doctype html>');
    expect(core.calls).toEqual([]);
  });

  it('arrive as an event on macOS, with or without a window', async () => {
    const { electron, window } = await startTestApp({
      platform: 'darwin',
      createCore: async (core, electron) => {
        electron.app.emit('open-url', event(), link);
        return core;
      },
    });
    expect(window().contents.loaded).toEqual([`${app}/#${shownPath}`]);
    electron.windows[0]?.close();
    const openUrl = event();
    electron.app.emit('open-url', openUrl, link);
    expect(openUrl.defaultPrevented).toBe(true);
    await expect.poll(() => electron.windows.at(-1)?.shown).toBe(true);
    expect(electron.windows.at(-1)?.contents.loaded).toEqual([`${app}/#${shownPath}`]);
  });

  it('are registered for a packaged app only', async () => {
    expect((await startTestApp()).electron.app.protocolClients).toEqual([]);
    expect((await startTestApp({ packaged: true })).electron.app.protocolClients).toEqual(['parlor']);
  });

  it('of a second instance are passed to the first, also before it has a window; other arguments are ignored', async () => {
    const early = await startTestApp({
      createCore: async (core, electron) => {
        electron.app.emit('second-instance', event(), ['parlor', link], '/');
        return core;
      },
    });
    expect(early.window().contents.loaded).toEqual([`${app}/#${shownPath}`]);

    const { electron, core, window } = await startTestApp();
    listen(window(), 'app', 'show');
    electron.app.emit('second-instance', event(), ['parlor', '--gpu', 'http://evil/', 'file:///x'], '/');
    expect([window().focusCount, eventsTo(window())]).toEqual([1, []]);
    window().minimized = true;
    electron.app.emit('second-instance', event(), ['parlor', 'parlor://join/x?server=http://evil'], '/');
    expect([window().focusCount, window().minimized]).toEqual([2, false]);
    expect(eventsTo(window())).toEqual([
      { event: ['app', 'show'], value: { path: '/?link=parlor%3A%2F%2Fjoin%2Fx%3Fserver%3Dhttp%3A%2F%2Fevil' } },
    ]);
    expect(window().contents.loaded).toEqual([`${app}/`]);
    expect(core.calls).toEqual([]);
  });
});

describe('window placement', () => {
  it('is restored, also maximised, on a display that still exists', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'window'));
    const start = async () => (await startTestApp({ dataDir })).window();
    const first = await start();
    expect(first.bounds).toEqual({ x: 360, y: 120, width: 1200, height: 800 });
    first.bounds = { x: 40, y: 50, width: 900, height: 700 };
    first.emit('close');
    const path = join(dataDir, 'window', 'place.json');
    await expect.poll(() => existsSync(path)).toBe(true);

    const second = await start();
    expect(second.bounds).toEqual({ x: 40, y: 50, width: 900, height: 700 });
    second.bounds = { x: 2000, y: 50, width: 900, height: 700 };
    second.maximized = true;
    second.emit('maximize');
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('"maximized":true');

    const third = await start();
    expect(third.bounds).toEqual({ x: 510, y: 170, width: 900, height: 700 });
    expect(third.maximized).toBe(true);
  });
});
