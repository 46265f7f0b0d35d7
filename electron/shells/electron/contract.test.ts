/** What Parlor asks of Electron, option by option and event by event; no Electron is needed to hold it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { desktopChannels } from '../../../shared/bridge/desktop.ts';
import type { Core } from '../../core.ts';
import { addBoardFile, boardLabel, createTestCore, type TestCore } from '../testing/core.ts';
import { type DesktopCoreConfig, runDesktop } from './run.ts';
import {
  createFakeElectron,
  event,
  type FakeContents,
  type FakeElectron,
  type FakeFrame,
  FakeSession,
} from './testing/fake-electron.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const app = 'parlor-app://app';
const board = `parlor-ui://${boardLabel}`;

let rendererDir: string;
beforeAll(() => {
  rendererDir = mkdtempSync(join(tmpdir(), 'parlor-desktop-'));
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><meta content="__STYLE_NONCE__">');
  writeFileSync(join(rendererDir, 'main.js'), 'ran()');
});
afterAll(() => rmSync(rendererDir, { recursive: true }));

let electron: FakeElectron;
let core: TestCore & Core & { disposed: number };
let configs: DesktopCoreConfig[];

const run = ({ dataDir = '/data', args = [] as string[] } = {}) =>
  runDesktop(electron.module, {
    dataDir,
    server: null,
    rendererDir,
    iconsDir: '/icons',
    args,
    createCore: async (config) => {
      configs.push(config);
      electron.app.log.push('core');
      return core;
    },
    report: () => {},
    onUp: () => electron.app.log.push('up'),
  });

beforeEach(async () => {
  electron = createFakeElectron();
  configs = [];
  core = Object.assign(createTestCore(), {
    disposed: 0,
    start: async () => {},
    idle: async () => {},
    async dispose() {
      core.disposed += 1;
    },
  });
  await run();
});

function onlyWindow() {
  const [window, ...more] = electron.windows;
  if (!window || more.length > 0) throw new Error('not one window');
  return window;
}

describe('E2 and E4: windows', () => {
  it('have every option written out, and nothing that opens them', () => {
    const { options, loaded } = onlyWindow();
    expect(options.webPreferences).toEqual({
      preload: join(import.meta.dirname, 'preload.cjs'),
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
    expect(loaded).toEqual([`${app}/`]);
  });

  it('are made in one file, and electron is loaded in one', () => {
    const sources = ['electron', 'shared', 'service', 'renderer', 'e2e', 'bench']
      .flatMap((room) =>
        readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
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

  it('are sandboxed before the app is ready', () => {
    const { log } = electron.app;
    for (const step of ['sandbox', 'schemes', 'lock', 'path userData /data/window']) {
      expect(log.indexOf(step), step).toBeGreaterThanOrEqual(0);
      expect(log.indexOf(step), step).toBeLessThan(log.indexOf('ready'));
    }
    expect(log.indexOf('core')).toBeGreaterThan(log.indexOf('ready'));
    expect(log.at(-1)).toBe('up');
  });

  it('have no developer tools once packaged', async () => {
    electron = createFakeElectron();
    electron.app.isPackaged = true;
    await run();
    expect(onlyWindow().options.webPreferences?.devTools).toBe(false);
  });

  it('come back after the page crashed, three times', () => {
    const { contents } = onlyWindow();
    for (const reason of ['clean-exit', 'crashed', 'oom', 'killed', 'crashed']) {
      contents.emit('render-process-gone', event(), { reason });
    }
    expect(contents.reloads).toBe(3);
  });
});

/** The names of the type that Electron's own declarations give the permission parameter. */
function permissionNames(): string[] {
  const declarations = readFileSync(join(root, 'node_modules', 'electron', 'electron.d.ts'), 'utf8');
  const names = new Set<string>();
  for (const method of ['setPermissionRequestHandler', 'setPermissionCheckHandler']) {
    const line = new RegExp(`^ *${method}\\(handler.*$`, 'm').exec(declarations)?.[0] ?? '';
    const union = /permission: ((?:'[\w-]+'(?: \| )?)+)/.exec(line)?.[1] ?? '';
    for (const [, name] of union.matchAll(/'([\w-]+)'/g)) if (name) names.add(name);
  }
  return [...names];
}

describe('E3: permissions', () => {
  const grantedBy = (session: FakeSession, permission: string, url: string, isMainFrame: boolean) => {
    let granted: unknown;
    session.ask(
      'permissionRequest',
      { getURL: () => url },
      permission,
      (value: unknown) => {
        granted = value;
      },
      { isMainFrame },
    );
    const origin = new URL(url).protocol === 'parlor-app:' ? app : url;
    return [granted, session.ask('permissionCheck', null, permission, origin, { isMainFrame })];
  };

  it('every name there is gets a no, on every session; copying from the app gets a yes', () => {
    const later = new FakeSession();
    electron.app.emit('session-created', later);
    const names = permissionNames();
    expect(names.length).toBeGreaterThan(40);
    expect(names).toContain('local-network-access');
    for (const session of [electron.defaultSession, later]) {
      for (const name of [...names, 'something-new']) {
        const granted = name === 'clipboard-sanitized-write';
        expect(grantedBy(session, name, `${app}/`, true), name).toEqual([granted, granted]);
        expect(grantedBy(session, name, `${app}/`, false), name).toEqual([false, false]);
        expect(grantedBy(session, name, `${board}/index.html`, true), name).toEqual([false, false]);
        expect(grantedBy(session, name, 'https://app.example/', true), name).toEqual([false, false]);
      }
    }
  });

  it('devices, screens and downloads get a no; what the own page hands out is saved', () => {
    const session = electron.defaultSession;
    expect(session.ask('devicePermission', {})).toBe(false);
    const answers: unknown[] = [];
    const answer = (...given: unknown[]) => void answers.push(given);
    session.ask('displayMedia', {}, answer);
    session.ask('bluetoothPairing', {}, answer);
    const { contents } = onlyWindow();
    const fired: [FakeSession | FakeContents, string, unknown[]][] = [
      [session, 'select-hid-device', [{ deviceList: [{ deviceId: 'x' }] }, answer]],
      [session, 'select-serial-port', [[{ portId: 'x' }], {}, answer]],
      [session, 'select-usb-device', [{ deviceList: [{ deviceId: 'x' }] }, answer]],
      [contents, 'select-bluetooth-device', [[{ deviceId: 'x' }], answer]],
    ];
    for (const [emitter, name, args] of fired) {
      const happening = event();
      expect(emitter.emit(name, happening, ...args), name).toBe(true);
      expect(happening.defaultPrevented, name).toBe(true);
    }
    expect(answers).toEqual([[null], [{ confirmed: false }], [null], [''], [], ['']]);
    for (const [url, refused] of [
      ['https://app.example/file', true],
      ['data:text/plain,x', true],
      ['blob:null/1', true],
      [`blob:${board}/1`, true],
      ['blob:parlor-app://app.evil/1', true],
      [`blob:${app}/1`, false],
    ] as const) {
      const download = event();
      session.emit('will-download', download, { getURL: () => url });
      expect(download.defaultPrevented, url).toBe(refused);
    }
  });
});

describe('E5: the policy of the page', () => {
  it('comes with the page, with a nonce of its own', async () => {
    const serve = electron.serve.get('parlor-app');
    const [a, b] = [serve?.({ method: 'GET', url: `${app}/` }), serve?.({ method: 'GET', url: `${app}/` })];
    const nonce = /content="([\w-]{24})"/.exec((await a?.text()) ?? '')?.[1];
    expect(a?.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; ` +
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src parlor-ui:; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
        'trusted-types default',
    );
    expect(await b?.text()).not.toContain(nonce);
    expect(a?.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(a?.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

const strangers = [
  'https://example.com/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'smb://host/share',
  'ms-settings:privacy',
  'ms-msdt:/id',
  'vscode://file/x',
  'mailto:a@b.c',
  'tel:1',
  'ftp://x/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:parlor-app://app/1',
  'about:blank',
  'https://a@b/',
  'chrome://settings',
  'parlor://join/x',
  'parlor-app://app.evil/',
  'parlor-app://evil/',
  'parlor-app://user@app/',
  'parlor-app:app/',
  'PARLOR-APP://app/',
  'not an address',
];

describe('E6, E7 and E8: ways out', () => {
  it('no webview, no window, nothing opened outside', () => {
    const { contents } = onlyWindow();
    const attach = event();
    contents.emit('will-attach-webview', attach, {}, {});
    expect(attach.defaultPrevented).toBe(true);
    for (const url of [...strangers, `${app}/`, `${board}/index.html`]) {
      expect(contents.windowOpen?.({ url })).toEqual({ action: 'deny' });
    }
    expect(electron.openedOutside).toEqual([]);
  });

  const navigates = (name: string, details: object) => {
    const happening = event(details);
    onlyWindow().contents.emit(name, happening);
    return !happening.defaultPrevented;
  };

  it('the window stays in the app', () => {
    for (const url of [...strangers, `${board}/index.html`, `${app}/main.js`, `${app}/?x`]) {
      expect(navigates('will-navigate', { url }), url).toBe(false);
      expect(navigates('will-frame-navigate', { url, isMainFrame: true, frame: null }), url).toBe(false);
    }
    for (const url of [`${app}/`, `${app}/#/tables`]) {
      expect(navigates('will-navigate', { url }), url).toBe(true);
      expect(navigates('will-frame-navigate', { url, isMainFrame: true, frame: null }), url).toBe(true);
    }
    expect(navigates('will-redirect', { url: `${app}/` })).toBe(false);
  });

  it('U6: a frame shows one board, its own, and never nests', () => {
    const top = onlyWindow().contents.mainFrame;
    const frame = (url: string, parent: FakeFrame | null = top): FakeFrame => ({ url, origin: 'null', parent });
    const goes = (from: FakeFrame | null, url: string) =>
      navigates('will-frame-navigate', { url, isMainFrame: false, frame: from });
    const other = `parlor-ui://${'c'.repeat(32)}/index.html`;
    expect(goes(frame(''), `${board}/index.html`)).toBe(true);
    expect(goes(frame('about:blank'), `${board}/index.html`)).toBe(true);
    expect(goes(frame(`${board}/index.html`), `${board}/index.html`)).toBe(true);
    expect(goes(frame(`${board}/index.html`), other)).toBe(false);
    expect(goes(frame(`${board}/index.html`, frame(`${board}/index.html`)), `${board}/index.html`)).toBe(false);
    expect(goes(null, `${board}/index.html`)).toBe(false);
    for (const url of [
      ...strangers,
      `${app}/`,
      `${board}/index.html?data`,
      `${board}/../x`,
      'parlor-ui://short/index.html',
    ]) {
      expect(goes(frame('about:blank'), url), url).toBe(false);
    }
  });

  it('E1: pages load from the app and its boards alone', () => {
    const cancelled = (url: string) => {
      let cancel: unknown;
      electron.defaultSession.ask('onBeforeRequest', { url }, (answer: { cancel: boolean }) => {
        cancel = answer.cancel;
      });
      return cancel;
    };
    for (const url of [
      `${app}/`,
      `${app}/main.js`,
      `${board}/index.html`,
      'data:image/png;base64,',
      'blob:parlor-app://app/1',
    ]) {
      expect(cancelled(url), url).toBe(false);
    }
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:1/',
      'ws://127.0.0.1:1/',
      'file:///etc/passwd',
      'parlor-app://evil/',
      'blob:https://x/1',
    ]) {
      expect(cancelled(url), url).toBe(true);
    }
  });
});

describe('E10: who calls', () => {
  const call = (id: number) => JSON.stringify({ id, call: ['tables', 'list'], args: {} });
  const say = (
    contents: FakeContents,
    channel: string,
    args: unknown[],
    senderFrame: FakeFrame | null = contents.mainFrame,
  ) => electron.ipcMain.emit(channel, event({ sender: contents, senderFrame }), ...args);
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('the main frame of our window is served, as the desktop', async () => {
    const { contents } = onlyWindow();
    say(contents, desktopChannels.open, []);
    say(contents, desktopChannels.toMain, [call(1)]);
    await settle();
    expect(contents.sent).toEqual([
      { channel: desktopChannels.toWindow, text: JSON.stringify({ id: 1, value: { tables: [] } }) },
    ]);
    expect(core.calls[0]?.caller).toEqual({ surface: 'desktop' });
  });

  it('nobody else is heard', async () => {
    const { contents } = onlyWindow();
    say(contents, desktopChannels.open, []);
    const stranger = new (contents.constructor as typeof FakeContents)();
    const main = contents.mainFrame;
    say(contents, desktopChannels.toMain, [call(1)], null);
    say(contents, desktopChannels.toMain, [call(2)], { url: `${board}/index.html`, origin: 'null', parent: main });
    say(contents, desktopChannels.toMain, [call(3)], { url: `${app}/`, origin: app, parent: main });
    say(contents, desktopChannels.toMain, [call(4)], { ...main });
    say(stranger, desktopChannels.open, []);
    say(stranger, desktopChannels.toMain, [call(5)]);
    for (const origin of ['null', 'https://app', 'parlor-app://app.evil', 'parlor-app://app:1', '', 'file://']) {
      const before = main.origin;
      main.origin = origin;
      say(contents, desktopChannels.toMain, [call(6)]);
      main.origin = before;
    }
    await settle();
    expect([contents.sent, stranger.sent, core.calls]).toEqual([[], [], []]);
  });

  it('only a text of bounded length is a message', async () => {
    const { contents } = onlyWindow();
    say(contents, desktopChannels.open, []);
    for (const args of [
      [call(1), 'more'],
      [],
      [{ id: 1 }],
      [Buffer.from(call(1))],
      [call(1).padEnd(10 * 1024 * 1024)],
      [null],
    ]) {
      say(contents, desktopChannels.toMain, args);
    }
    await settle();
    expect(core.calls).toEqual([]);
  });

  it('errors cross as codes, without stacks', async () => {
    const { contents } = onlyWindow();
    say(contents, desktopChannels.open, []);
    say(contents, desktopChannels.toMain, [JSON.stringify({ id: 1, call: ['tables', 'nothing'], args: {} })]);
    say(contents, desktopChannels.toMain, [JSON.stringify({ id: 2, call: ['app', 'state'], args: {} })]);
    await settle();
    expect(contents.sent.map(({ text }) => (JSON.parse(text) as { problem: { code: string } }).problem.code)).toEqual([
      'unknown_call',
      'not_found',
    ]);
    expect(JSON.stringify(contents.sent)).not.toContain('    at ');
  });

  it('a reload, a crash and the end of a window end its subscriptions', async () => {
    const { contents } = onlyWindow();
    const listen = JSON.stringify({ listen: ['lobby', 'changed'] });
    const emit = () => core.emit('lobby', 'changed', { entries: [], status: 'live', problem: null });
    // The tray and the notices listen for as long as Parlor runs.
    const others = core.listeners();
    say(contents, desktopChannels.open, []);
    say(contents, desktopChannels.toMain, [listen]);
    emit();
    expect(contents.sent.length).toBe(1);
    say(contents, desktopChannels.open, []);
    emit();
    expect(contents.sent.length).toBe(1);
    expect(core.listeners()).toBe(others + 1);
    contents.emit('render-process-gone', event(), { reason: 'crashed' });
    expect(core.listeners()).toBe(others);
    say(contents, desktopChannels.open, []);
    contents.emit('destroyed');
    expect(core.listeners()).toBe(others);
    say(contents, desktopChannels.open, []);
    expect(core.listeners()).toBe(others);
  });
});

describe('E11: the schemes', () => {
  it('are registered once, with these privileges and no more', () => {
    expect(electron.schemes).toEqual([
      [
        { scheme: 'parlor-app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
        { scheme: 'parlor-ui', privileges: { standard: true, secure: true, corsEnabled: true } },
      ],
    ]);
    expect([...electron.serve.keys()]).toEqual(['parlor-app', 'parlor-ui']);
  });

  const get = (scheme: string, url: string, method = 'GET') => electron.serve.get(scheme)?.({ method, url });

  it('serve what is in memory, by its exact address', async () => {
    const script = get('parlor-app', `${app}/main.js`);
    expect([script?.status, script?.headers.get('content-type'), await script?.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'ran()',
    ]);
    addBoardFile(core, 'index.html', 'text/html; charset=utf-8', 'board');
    addBoardFile(core, 'js/a.js', 'text/javascript; charset=utf-8', 'a');
    expect(core.boardUrl(boardLabel)).toBe(`${board}/index.html`);
    const page = get('parlor-ui', core.boardUrl(boardLabel));
    expect([page?.status, await page?.text()]).toEqual([200, 'board']);
    expect(page?.headers.get('content-security-policy')).toContain(`frame-ancestors ${app}; sandbox allow-scripts`);
    expect(page?.headers.get('connection-allowlist')).toBe('(response-origin)');
    expect(page?.headers.get('access-control-allow-origin')).toBe('*');
    expect(get('parlor-ui', `${board}/js/a.js`)?.status).toBe(200);
  });

  it('and nothing else', () => {
    // Even where a look-up would find something under such a name.
    for (const path of ['..', '../main.js', '', '/', 'main.js?x', 'x/main.js', 'x\\main.js', 'main.js\0', '.']) {
      addBoardFile(core, path, 'text/plain', 'never');
    }
    addBoardFile(core, 'index.html', 'text/html', 'board');
    const paths = [
      '/../main.js',
      '/..',
      '/%2e%2e/main.js',
      '/%2e%2e',
      '/x%2fmain.js',
      '/x\\main.js',
      '/main.js\0',
      '//main.js',
      '/main.js?x',
      '/main.js#x',
      '/MAIN.JS',
      '/index.html?x',
      '/index.html/',
      '/__proto__',
      `/${'a'.repeat(100_000)}`,
    ];
    for (const path of paths) {
      expect(get('parlor-app', `${app}${path}`)?.status, path).toBe(404);
      expect(get('parlor-ui', `${board}${path}`)?.status, path).toBe(404);
    }
    for (const url of [
      `${board}/`,
      `parlor-ui://${boardLabel.toUpperCase()}/index.html`,
      `parlor-ui://${boardLabel}.x/index.html`,
      `parlor-ui://x@${boardLabel}/index.html`,
      `parlor-ui://${boardLabel}:1/index.html`,
      `parlor-ui://${'d'.repeat(32)}/index.html`,
      `parlor-ui://${boardLabel}${boardLabel}/index.html`,
    ]) {
      expect(get('parlor-ui', url)?.status, url).toBe(404);
    }
    for (const url of [
      'parlor-app://APP/',
      'parlor-app://evil/',
      'parlor-app://app',
      'parlor-app://app:1/',
      'parlor-app://app/index.html',
    ]) {
      expect(get('parlor-app', url)?.status, url).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'get']) {
      expect(get('parlor-app', `${app}/`, method)?.status).toBe(405);
      expect(get('parlor-ui', `${board}/index.html`, method)?.status).toBe(405);
    }
  });
});

describe('E13: the preload', () => {
  function load() {
    const sent: unknown[][] = [];
    const listeners: [string, (event: unknown, text: string) => void][] = [];
    const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
    const ipcRenderer = {
      send: (...args: unknown[]) => void sent.push(args),
      on: (channel: string, listener: (event: unknown, text: string) => void) =>
        void listeners.push([channel, listener]),
      removeListener: (channel: string, listener: unknown) => {
        const at = listeners.findIndex(([name, known]) => name === channel && known === listener);
        if (at >= 0) listeners.splice(at, 1);
      },
    };
    const contextBridge = {
      exposeInMainWorld: (name: string, api: (typeof exposed)[string]) => {
        exposed[name] = api;
      },
    };
    runInNewContext(readFileSync(join(import.meta.dirname, 'preload.cjs'), 'utf8'), {
      require: (name: string) => {
        expect(name).toBe('electron');
        return { contextBridge, ipcRenderer };
      },
    });
    return { sent, listeners, exposed };
  }

  it('exposes two named functions, frozen, and opens the port', () => {
    const { exposed, sent } = load();
    expect(Object.keys(exposed)).toEqual(['parlor']);
    expect(Object.entries(exposed.parlor ?? {}).map(([name, value]) => [name, typeof value])).toEqual([
      ['send', 'function'],
      ['onMessage', 'function'],
    ]);
    expect(Object.isFrozen(exposed.parlor)).toBe(true);
    expect(sent).toEqual([[desktopChannels.open]]);
  });

  it('sends texts alone, and gives listeners the text alone', () => {
    const { exposed, sent, listeners } = load();
    exposed.parlor?.send?.('x', 'y');
    exposed.parlor?.send?.({ toString: () => 'x' });
    expect(sent.slice(1)).toEqual([[desktopChannels.toMain, 'x']]);
    const got: unknown[][] = [];
    const off = exposed.parlor?.onMessage?.((...args: unknown[]) => got.push(args)) as () => unknown;
    const [channel, listener] = listeners[0] ?? [];
    expect(channel).toBe(desktopChannels.toWindow);
    listener?.({ sender: 'secret' }, 'text');
    expect(got).toEqual([['text']]);
    expect(off()).toBe(undefined);
    expect(listeners).toEqual([]);
  });
});

describe('E16 and E17: the rest', () => {
  it('a second Parlor on the same data leaves; the first is shown, and of the arguments only a link is looked at', async () => {
    const { app: first } = electron;
    const { window, contents } = onlyWindow();
    electron.ipcMain.emit(desktopChannels.open, event({ sender: contents, senderFrame: contents.mainFrame }));
    const listen = JSON.stringify({ listen: ['app', 'show'] });
    electron.ipcMain.emit(desktopChannels.toMain, event({ sender: contents, senderFrame: contents.mainFrame }), listen);
    first.emit('second-instance', event(), ['parlor', '--gpu', 'http://evil/', 'file:///x'], '/');
    expect([window.focused, contents.sent]).toEqual([1, []]);
    window.minimized = true;
    first.emit('second-instance', event(), ['parlor', 'parlor://join/x?server=http://evil'], '/');
    expect([window.focused, window.minimized]).toEqual([2, false]);
    expect(JSON.parse(contents.sent[0]?.text ?? '{}')).toMatchObject({
      event: ['app', 'show'],
      value: { path: '/?link=parlor%3A%2F%2Fjoin%2Fx%3Fserver%3Dhttp%3A%2F%2Fevil' },
    });
    expect(onlyWindow().loaded).toEqual([`${app}/`]);
    expect(core.calls).toEqual([]);

    electron = createFakeElectron();
    electron.app.lock = false;
    configs = [];
    await run();
    expect([electron.app.quits, electron.windows.length, configs.length]).toEqual([1, 0, 0]);
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'])(
    'a packaged app does not run with --%s',
    async (name) => {
      electron = createFakeElectron();
      electron.app.isPackaged = true;
      electron.app.given.add(name);
      configs = [];
      await run();
      expect([electron.app.exitCode, electron.windows.length, configs.length]).toEqual([1, 0, 0]);
    },
  );

  it('pages resolve no names and reveal no addresses', () => {
    expect(electron.app.switches).toContainEqual(['host-resolver-rules', 'MAP * ~NOTFOUND']);
    expect(electron.app.switches.map(([name]) => name)).not.toContain('remote-debugging-port');
    expect(onlyWindow().contents.webRtcPolicy).toBe('disable_non_proxied_udp');
  });

  it('quitting waits for the core, once', async () => {
    for (let i = 0; i < 2; i++) {
      const quit = event();
      electron.app.emit('will-quit', quit);
      expect(quit.defaultPrevented).toBe(true);
    }
    expect(electron.app.exitCode).toBe(null);
    await expect.poll(() => electron.app.exitCode).toBe(0);
    expect(core.disposed).toBe(1);
  });

  it('the core is told that it is the desktop', () => {
    expect(configs).toMatchObject([{ dataDir: '/data', server: null, shell: 'desktop' }]);
    expect(configs[0]?.keychain).not.toBe(null);
  });
});

describe('links', () => {
  const link = 'parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example';
  const place = `/?link=${encodeURIComponent(link)}`;

  it('open the window at a sheet, and nothing else', async () => {
    electron = createFakeElectron();
    await run({ args: ['--data-dir=/data', link] });
    expect(onlyWindow().loaded).toEqual([`${app}/#${place}`]);
    expect(core.calls).toEqual([]);
  });

  it('come as an event on macOS, before the window or without one', async () => {
    electron = createFakeElectron();
    const ready = electron.app.whenReady;
    electron.app.whenReady = async () => {
      electron.app.emit('open-url', event(), link);
      return ready();
    };
    await run();
    expect(onlyWindow().loaded).toEqual([`${app}/#${place}`]);
    onlyWindow().window.emit('closed');
    const asked = event();
    electron.app.emit('open-url', asked, link);
    expect(asked.defaultPrevented).toBe(true);
    expect(electron.windows.map(({ loaded }) => loaded)).toEqual([[`${app}/#${place}`], [`${app}/#${place}`]]);
  });

  it('are registered for a packaged app alone', async () => {
    expect(electron.app.clientOf).toEqual([]);
    electron = createFakeElectron();
    electron.app.isPackaged = true;
    await run();
    expect(electron.app.clientOf).toEqual(['parlor']);
  });
});

describe('where the window stands', () => {
  it('is as it was left, also maximised, and on a display that is there', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parlor-place-'));
    mkdirSync(join(dataDir, 'window'));
    try {
      const start = async () => {
        electron = createFakeElectron();
        await run({ dataDir });
        return onlyWindow().window;
      };
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
      third.emit('ready-to-show');
      expect(third.maximized).toBe(true);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});
