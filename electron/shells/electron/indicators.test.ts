/** Tray, notifications and badge, in the strict fake of Electron. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyNotices } from '../../../shared/bridge/contract.ts';
import { iconsDir } from '../../installation.ts';
import { clockReading } from '../../time/awake-clock.ts';
import { createTestCore, type TestCore } from '../testing/core.ts';
import { createIndicators, type Indicators, type IndicatorsElectron } from './indicators.ts';
import { createFakeElectron, type FakeElectron, type FakeElectronOptions } from './testing/fake-electron.ts';
import {
  appStateOf,
  askOf,
  endOf,
  inboxChangeOf,
  inboxMessageOf,
  noticesOf,
  offerOf,
  tableOf,
} from './testing/samples.ts';
import { createTexts } from './texts.ts';

let electron: FakeElectron;
let core: TestCore;
let indicators: Indicators;
let shown: (string | null)[];
let overlays: string[];
let reports: string[];
let unfollow: () => void;
let focusedPath: string | null;
let hasWindow: boolean;

/** In a ready app on this platform. */
async function start(options: FakeElectronOptions = {}, without: Partial<IndicatorsElectron> = {}): Promise<void> {
  electron = createFakeElectron(options);
  await electron.load(() => {});
  const texts = createTexts(electron.module.app);
  unfollow = texts.followLanguage(core, () => {});
  if (electron.platform === 'win32') electron.module.app.setAppUserModelId('org.example');
  indicators = createIndicators({
    electron: { ...electron.module, ...without },
    core,
    t: texts.t,
    iconsDir,
    platform: electron.platform,
    focusedPath: () => focusedPath,
    hasWindow: () => hasWindow,
    show: (path) => shown.push(path),
    setOverlay: (_image, description) => overlays.push(description),
    report: (fault) => reports.push(String(fault)),
  });
}

beforeEach(() => {
  core = createTestCore();
  reports = [];
  shown = [];
  overlays = [];
  focusedPath = null;
  hasWindow = true;
});

afterEach(() => vi.useRealTimers());

const tray = () => electron.trays[0]!;
const labels = () => tray().menu.map(({ label, type }) => label ?? type);
const notified = () => electron.notices.map(({ texts, shown }) => [texts.title, texts.body, shown]);

describe('notifications', () => {
  it('describe the event in the chosen language, and open its place when clicked', async () => {
    await start();
    core.emit('app', 'changed', appStateOf());
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    core.emit('notices', 'changed', emptyNotices);
    core.emit('notices', 'changed', noticesOf(1, 'salt\u202Emarsh'));
    core.emit('app', 'changed', appStateOf({ locale: 'zh-CN' }));
    core.emit('notices', 'changed', endOf(tableOf({ phase: 'finished', result: { outcome: 'won' } })));
    expect(notified()).toEqual([
      ['Your turn', 'Connect Four with \u2068tidewright\u2069', true],
      ['New message', 'From \u2068saltU+202Emarsh\u2069', true],
      ['你赢了', 'Connect Four，与 \u2068tidewright\u2069', true],
    ]);
    for (const notice of electron.notices) notice.emit('click', {});
    expect(shown).toEqual(['/tables/t1', `/inbox/with/${'a'.repeat(64)}`, '/tables/t1']);
  });

  it('are shown only if settings allow them and no window has the focus', async () => {
    await start();
    core.emit('app', 'changed', appStateOf({ notify_turn: false, notify_letter: false }));
    core.emit('tables', 'changed', tableOf({ role: 'host' }));
    core.emit('tables', 'changed', tableOf({ role: 'host', ask: askOf('turn:1') }));
    core.emit('notices', 'changed', emptyNotices);
    core.emit('notices', 'changed', noticesOf(1, null));
    focusedPath = '/inbox';
    core.emit('notices', 'changed', endOf(tableOf({ role: 'host', phase: 'failed' })));
    expect(notified().map(([title]) => title)).toEqual(['A guest has joined']);
  });

  it('warn once before a deadline, whatever the window does', async () => {
    vi.useFakeTimers({ now: 0 });
    await start();
    core.emit('app', 'changed', appStateOf());
    const asked_at = clockReading();
    const ask = { ...askOf('turn:1'), asked_at, plays_at: null, deadline_at: asked_at + 120_000 };
    core.emit('tables', 'changed', tableOf({ ask }));
    vi.advanceTimersByTime(89_999);
    expect(notified().length).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(notified().slice(1)).toEqual([
      ['30 seconds left', 'Your turn: Connect Four with \u2068tidewright\u2069', true],
    ]);
    indicators.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('go by the community’s clock for whether an offer is open, not by this computer’s date', async () => {
    await start();
    core.emit('app', 'changed', appStateOf());
    core.emit('notices', 'changed', emptyNotices);
    const yesterday = Date.now() - 25 * 3600_000;
    const offers = (name: string) => ({ ...emptyNotices, offers: [offerOf(name, yesterday)] });
    core.emit('notices', 'changed', offers('basalt'));
    core.emit('app', 'clock', { clock: clockReading(), community: yesterday });
    core.emit('notices', 'changed', offers('saltmarsh'));
    expect(notified().map(([title]) => title)).toEqual([
      '\u2068basalt\u2069 challenges you',
      '\u2068saltmarsh\u2069 challenges you',
    ]);
  });

  it('are few, however much happens: the newest replaces the one before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await start();
    core.emit('app', 'changed', appStateOf());
    core.emit('notices', 'changed', emptyNotices);
    const storm = (count: number) =>
      core.emit('notices', 'changed', { ...emptyNotices, offers: [offerOf('basalt', count, count)] });
    for (let count = 1; count <= 50; count += 1) storm(count);
    expect(notified().length).toBe(1);
    const onClose = vi.fn();
    electron.notices[0]!.on('close', onClose);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(notified().slice(1)).toEqual([
      ['\u2068basalt\u2069 challenges you', '50 tables are open for you only.', true],
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('are silent if a window plays the sound, or if sounds are off', async () => {
    await start();
    core.emit('app', 'changed', appStateOf());
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    hasWindow = false;
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:3') }));
    core.emit('app', 'changed', appStateOf({ sounds: 'off' }));
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:5') }));
    expect(electron.notices.map(({ texts }) => texts.silent)).toEqual([true, false, true]);
  });

  it('start over when the identity changes', async () => {
    await start();
    core.emit('app', 'changed', appStateOf());
    core.emit('inbox', 'changed', inboxChangeOf(1, inboxMessageOf(1, null)));
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    expect(electron.app.badge).toBe(2);
    core.emit('app', 'changed', appStateOf({}, 'b'.repeat(64)));
    expect(electron.app.badge).toBe(0);
    core.emit('notices', 'changed', noticesOf(7, null));
    expect(notified().length).toBe(1);
  });
});

it.each([
  ['macOS refuses notifications of an unsigned app', { platform: 'darwin', notifies: false }],
  ['notifications are disabled in the system', { platform: 'linux', notifies: false }],
] as const)('a notification that is not shown is reported once: %s', async (_why, options) => {
  await start(options);
  core.emit('app', 'changed', appStateOf());
  for (const key of ['turn:1', 'turn:3']) core.emit('tables', 'changed', tableOf({ ask: askOf(key) }));
  await expect.poll(() => reports).toEqual(['Error: Notifications are not allowed']);
  expect(electron.notices.map(({ shown }) => shown)).toEqual([false, false]);
  indicators.dispose();
});

it('notifications are shown on Windows once the app has an id', async () => {
  await start({ platform: 'win32' });
  core.emit('app', 'changed', appStateOf());
  core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
  expect(notified().map(([, , shown]) => shown)).toEqual([true]);
});

describe('the tray', () => {
  it('lists what waits, opens it, and quits', async () => {
    await start();
    expect([tray().icon, tray().toolTip, labels()]).toEqual([
      join(iconsDir, 'icon-24.png'),
      'Parlor',
      ['Open Parlor', 'separator', 'Quit Parlor'],
    ]);
    core.emit('tables', 'changed', tableOf({ peer: { nickname: 'R & B' }, ask: askOf('turn:1') }));
    core.emit('tables', 'changed', tableOf({ table_id: 't2' }));
    core.emit('tables', 'hosting', { hosted: [{ post_id: 'p' }, { post_id: 'q' }], gone: [] });
    core.emit('inbox', 'changed', inboxChangeOf(1, inboxMessageOf(1, null)));
    expect(labels()).toEqual([
      'Open Parlor',
      'separator',
      'Your turn against \u2068R && B\u2069',
      'Playing \u2068tidewright\u2069',
      '2 tables waiting for a guest',
      '1 unread message',
      'separator',
      'Quit Parlor',
    ]);
    expect([tray().toolTip, electron.app.badge]).toEqual(['Parlor\nYour turn at 1 table\n1 unread message', 2]);
    for (const { click } of tray().menu) (click as (() => void) | undefined)?.();
    expect(shown).toEqual([null, '/tables/t1', '/tables/t2', '/tables', '/inbox']);
    expect(electron.app.quits).toBe(1);
    indicators.dispose();
    unfollow();
    expect([tray().destroyed, core.listeners()]).toEqual([true, 0]);
  });

  it('has the icon and behaviour of its platform', async () => {
    await start({ platform: 'darwin' });
    expect(tray().icon).toBe(join(iconsDir, 'trayTemplate.png'));
    tray().emit('click');
    expect(shown).toEqual([]);
    indicators.dispose();
    await start({ platform: 'win32' });
    expect(tray().icon).toBe(join(iconsDir, 'icon-16.png'));
    tray().emit('click');
    core.emit('inbox', 'changed', inboxChangeOf(1, inboxMessageOf(1, null)));
    expect([shown, overlays.at(-1)]).toEqual([[null], '1 unread message']);
  });

  it('may be missing', async () => {
    const Tray = class {
      constructor() {
        throw new Error('no tray here');
      }
    } as unknown as IndicatorsElectron['Tray'];
    await start({}, { Tray });
    expect(reports).toEqual(['Error: no tray here']);
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    expect(electron.app.badge).toBe(1);
  });
});

it('the badge excludes the table in view', async () => {
  await start();
  core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
  expect(electron.app.badge).toBe(1);
  focusedPath = '/tables/t1';
  electron.app.emit('browser-window-focus');
  expect(electron.app.badge).toBe(0);
  focusedPath = null;
  electron.app.emit('browser-window-blur');
  expect(electron.app.badge).toBe(1);
  indicators.dispose();
  expect(electron.app.listenerCount('browser-window-blur')).toBe(0);
});

it('Parlor keeps running without a window while a table needs it, and notifies the user once', async () => {
  await start();
  expect(indicators.staysOpen()).toBe(false);
  core.emit('tables', 'hosting', { hosted: [{ post_id: 'p' }], gone: [] });
  expect([indicators.staysOpen(), indicators.staysOpen()]).toEqual([true, true]);
  expect(notified().map(([title]) => title)).toEqual(['Parlor is still running']);
  electron.notices[0]?.emit('click', {});
  expect(shown).toEqual([null]);
});
