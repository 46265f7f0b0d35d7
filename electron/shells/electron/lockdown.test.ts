/** What pages and frames may do: almost nothing of what Chromium and Electron would allow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../installation.ts';
import { addBoardFile, boardLabel } from '../testing/core.ts';
import { event, type FakeContents, type FakeFrame, FakeSession } from './testing/fake-electron.ts';
import { eventsTo, listen, startTestApp, type TestApp, turn } from './testing/test-app.ts';

const app = 'parlor-app://app';
const board = `parlor-ui://${boardLabel}`;

let test: TestApp;
let contents: FakeContents;
let session: FakeSession;
beforeEach(async () => {
  test = await startTestApp();
  ({ contents } = test.window());
  session = test.electron.defaultSession;
});

it('everything is locked before the app is ready', () => {
  const { log } = test.electron.app;
  for (const step of ['sandbox', 'schemes', 'lock', `path userData ${join(test.dataDir, 'window')}`]) {
    expect(log.indexOf(step), step).toBeGreaterThanOrEqual(0);
    expect(log.indexOf(step), step).toBeLessThan(log.indexOf('ready'));
  }
  expect(log.slice(log.indexOf('ready'))).toEqual(['ready', 'up', 'core']);
});

/** The permission names in Electron's own declarations. */
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
    session.callHandler(
      'permissionRequest',
      { getURL: () => url },
      permission,
      (value: unknown) => {
        granted = value;
      },
      { isMainFrame },
    );
    const origin = new URL(url).protocol === 'parlor-app:' ? app : url;
    return [granted, session.callHandler('permissionCheck', null, permission, origin, { isMainFrame })];
  };

  it('are all denied, on every session, except copying from the app', () => {
    const later = new FakeSession();
    test.electron.app.emit('session-created', later);
    const names = permissionNames();
    expect(names.length).toBeGreaterThan(40);
    expect(names).toContain('local-network-access');
    for (const each of [session, later]) {
      for (const name of [...names, 'something-new']) {
        const granted = name === 'clipboard-sanitized-write';
        expect(grantedBy(each, name, `${app}/`, true), name).toEqual([granted, granted]);
        expect(grantedBy(each, name, `${app}/`, false), name).toEqual([false, false]);
        expect(grantedBy(each, name, `${board}/index.html`, true), name).toEqual([false, false]);
        expect(grantedBy(each, name, 'https://app.example/', true), name).toEqual([false, false]);
      }
    }
  });

  it('devices, screen capture and downloads are denied, except downloads made by the app', () => {
    expect(session.callHandler('devicePermission', {})).toBe(false);
    const answers: unknown[] = [];
    const answer = (...given: unknown[]) => void answers.push(given);
    session.callHandler('displayMedia', {}, answer);
    session.callHandler('bluetoothPairing', {}, answer);
    const fired: [FakeSession | FakeContents, string, unknown[]][] = [
      [session, 'select-hid-device', [{ deviceList: [{ deviceId: 'x' }] }, answer]],
      [session, 'select-serial-port', [[{ portId: 'x' }], {}, answer]],
      [session, 'select-usb-device', [{ deviceList: [{ deviceId: 'x' }] }, answer]],
      [contents, 'select-bluetooth-device', [[{ deviceId: 'x' }], answer]],
    ];
    for (const [emitter, name, args] of fired) {
      const emitted = event();
      expect(emitter.emit(name, emitted, ...args), name).toBe(true);
      expect(emitted.defaultPrevented, name).toBe(true);
    }
    expect(answers).toEqual([[null], [{ confirmed: false }], [null], [''], [], ['']]);
    const refused = (url: string, from: string) => {
      const download = event();
      session.emit('will-download', download, { getURL: () => url }, { getURL: () => from });
      return download.defaultPrevented;
    };
    expect(refused(`blob:${app}/0f3c`, `${app}/`)).toBe(false);
    expect(refused('https://files.example/setup.exe', `${app}/`)).toBe(true);
    expect(refused(`${board}/setup.exe`, `${app}/`)).toBe(true);
    expect(refused('blob:null/0f3c', `${app}/`)).toBe(true);
    expect(refused(`blob:${app}/0f3c`, `${board}/index.html`)).toBe(true);
  });
});

const foreignUrls = [
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
  it('webviews and other windows are denied', () => {
    const attach = event();
    contents.emit('will-attach-webview', attach, {}, {});
    expect(attach.defaultPrevented).toBe(true);
    for (const url of [...foreignUrls, `${app}/`, `${board}/index.html`])
      expect(contents.windowOpen?.({ url })).toEqual({ action: 'deny' });
  });

  const navigates = (name: string, details: object) => {
    const emitted = event(details);
    contents.emit(name, emitted);
    return !emitted.defaultPrevented;
  };

  it('the window cannot leave the app', () => {
    for (const url of [...foreignUrls, `${board}/index.html`, `${app}/main.js`, `${app}/?x`]) {
      expect(navigates('will-navigate', { url }), url).toBe(false);
      expect(navigates('will-frame-navigate', { url, isMainFrame: true, frame: null }), url).toBe(false);
    }
    for (const url of [`${app}/`, `${app}/#/tables`]) {
      expect(navigates('will-navigate', { url }), url).toBe(true);
      expect(navigates('will-frame-navigate', { url, isMainFrame: true, frame: null }), url).toBe(true);
    }
    expect(navigates('will-redirect', { url: `${app}/` })).toBe(false);
  });

  it('U6: a frame shows only its own board, and cannot contain frames', async () => {
    const other = `parlor-ui://${'c'.repeat(32)}/index.html`;
    addBoardFile(test.core, 'index.html', 'text/html', 'board');
    addBoardFile(test.core, 'more.html', 'text/html', 'board');
    const frame = contents.addFrame();
    expect(await contents.navigate(frame, `${board}/index.html`)).toBe('shown');
    expect(await contents.navigate(frame, `${board}/more.html#part`)).toBe('shown');
    expect(await contents.navigate(frame, other)).toBe('prevented');
    expect(frame.url).toBe(`${board}/more.html#part`);
    expect(await contents.navigate(contents.addFrame(frame), `${board}/index.html`)).toBe('prevented');
    expect(navigates('will-frame-navigate', { url: `${board}/index.html`, isMainFrame: false, frame: null })).toBe(
      false,
    );
    for (const url of [
      ...foreignUrls,
      `${app}/`,
      `${board}/index.html?data`,
      `${board}/../x`,
      'parlor-ui://short/index.html',
    ]) {
      expect(await contents.navigate(contents.addFrame(), url), url).toBe('prevented');
    }
  });

  it('E1: pages load only from the app and its boards', () => {
    for (const url of [
      `${app}/`,
      `${app}/#/tables`,
      `${app}/main.js`,
      `${board}/index.html`,
      'data:image/png;base64,',
      'blob:parlor-app://app/1',
    ]) {
      expect(session.cancels(url), url).toBe(false);
    }
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:1/',
      'ws://127.0.0.1:1/',
      'file:///etc/passwd',
      'parlor-app://evil/',
      'blob:https://x/1',
    ]) {
      expect(session.cancels(url), url).toBe(true);
    }
  });
});

it('E17: pages cannot resolve names or learn addresses', () => {
  const { switches } = test.electron.app;
  expect(switches).toEqual([
    ['host-resolver-rules', 'MAP * ~NOTFOUND'],
    ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ]);
  expect(contents.webRtcPolicy).toBe('disable_non_proxied_udp');
});

it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'])(
  'E16: a packaged app does not run with --%s',
  async (name) => {
    const { electron, configs } = await startTestApp({ packaged: true, switches: [name] });
    expect([electron.app.exitCode, electron.windows.length, configs.length]).toEqual([1, 0, 0]);
  },
);

describe('keys while a board has the focus', () => {
  it('go to the window if they lead out of the board, otherwise to the board', async () => {
    await turn();
    listen(test.window(), 'app', 'pressed');
    const none = { shift: false, control: false, meta: false, alt: false };
    const intercepted = (input: object, type = 'keyDown') => {
      const pressed = event();
      contents.emit('before-input-event', pressed, { type, ...none, ...input });
      return pressed.defaultPrevented;
    };
    const f6 = { key: 'F6', code: 'F6' };
    expect(intercepted(f6)).toBe(false);
    const frame: FakeFrame = contents.addFrame();
    contents.focusedFrame = frame;
    expect(intercepted(f6)).toBe(true);
    expect(intercepted({ ...f6, shift: true })).toBe(true);
    expect(intercepted({ key: 'Escape', code: 'Escape' })).toBe(true);
    expect(intercepted({ key: '.', code: 'Period', control: true })).toBe(true);
    expect(intercepted({ key: 'k', code: 'KeyK', meta: true })).toBe(true);
    // On Dvorak, and on AZERTY, where a period needs Shift.
    expect(intercepted({ key: 'k', code: 'KeyV', control: true })).toBe(true);
    expect(intercepted({ key: '.', code: 'Comma', control: true, shift: true })).toBe(true);
    const events = eventsTo(test.window());
    expect(events).toHaveLength(7);
    expect(events[1]).toMatchObject({
      event: ['app', 'pressed'],
      value: { key: 'F6', code: 'F6', shift: true, control: false, meta: false },
    });
    expect(intercepted(f6, 'keyUp')).toBe(false);
    for (const input of [
      { key: '.', code: 'Period' },
      { key: 'Enter', code: 'Enter' },
      { ...f6, alt: true },
      { key: 't', code: 'KeyK', control: true },
      { key: 'Escape', code: 'Escape', isComposing: true },
    ]) {
      expect(intercepted(input)).toBe(false);
    }
    expect(eventsTo(test.window())).toHaveLength(7);
  });
});
