/** Tray, notices and the number on the icon, against an electron module that records. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestCore, type TestCore } from '../testing/core.ts';
import { type Companion, type CompanionElectron, createCompanion } from './companion.ts';
import { createFakeElectron, type FakeElectron } from './testing/fake-electron.ts';
import { appOf, askOf, inboxOf, letterOf, tableOf } from './testing/samples.ts';

let electron: FakeElectron;
let core: TestCore;
let companion: Companion;
let shown: (string | null)[];
let overlays: string[];
let looksOn: boolean;

function start(platform: NodeJS.Platform = 'linux', module: CompanionElectron = electron.module): void {
  companion = createCompanion({
    electron: module,
    core,
    icons: '/icons',
    platform,
    looksOn: () => looksOn,
    show: (path) => shown.push(path),
    overlay: (_picture, words) => overlays.push(words),
    report: () => {},
  });
}

beforeEach(() => {
  electron = createFakeElectron();
  core = createTestCore();
  shown = [];
  overlays = [];
  looksOn = false;
});

const tray = () => electron.trays[0]!;
const told = () => electron.notices.map(({ words, shown }) => [words.title, words.body, shown]);

describe('notices', () => {
  it('say what happened, in the language chosen, and a click opens the place', () => {
    start();
    core.emit('app', 'changed', appOf());
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    core.emit('inbox', 'changed', inboxOf());
    core.emit('inbox', 'changed', inboxOf(letterOf(1, 'salt\u202Emarsh')));
    core.emit('app', 'changed', appOf({ locale: 'zh-CN' }));
    core.emit('tables', 'changed', tableOf({ phase: 'finished', result: { outcome: 'won' } }));
    expect(told()).toEqual([
      ['Your move', '\u2068tidewright\u2069 is waiting for it.', true],
      ['A letter came', '\u2068saltU+202Emarsh\u2069 wrote to you.', true],
      ['你赢了', '你与 \u2068tidewright\u2069 的对局结束了。', true],
    ]);
    for (const notice of electron.notices) notice.emit('click', {});
    expect(shown).toEqual(['/tables/t1', '/inbox', '/tables/t1']);
  });

  it('are given only where the settings allow it and nobody looks', () => {
    start();
    core.emit('app', 'changed', appOf({ notify_turn: false, notify_letter: false }));
    core.emit('tables', 'changed', tableOf({ role: 'host' }));
    core.emit('tables', 'changed', tableOf({ role: 'host', ask: askOf('turn:1') }));
    core.emit('inbox', 'changed', inboxOf());
    core.emit('inbox', 'changed', inboxOf(letterOf(1, null)));
    looksOn = true;
    core.emit('tables', 'changed', tableOf({ role: 'host', phase: 'failed' }));
    expect(told().map(([title]) => title)).toEqual(['A guest sat down']);
  });

  it('begin anew with another identity', () => {
    start();
    core.emit('app', 'changed', appOf());
    core.emit('inbox', 'changed', inboxOf(letterOf(1, null)));
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    expect(electron.app.badge).toBe(2);
    core.emit('app', 'changed', appOf({}, 'b'.repeat(64)));
    expect(electron.app.badge).toBe(0);
    core.emit('inbox', 'changed', inboxOf(letterOf(7, null)));
    expect(told().length).toBe(1);
  });
});

describe('the tray', () => {
  it('lists what waits, opens it, and quits', () => {
    start();
    expect([tray().icon, tray().toolTip, tray().labels]).toEqual([
      '/icons/icon-24.png',
      'Parlor',
      ['Open Parlor', 'separator', 'Quit Parlor'],
    ]);
    core.emit('tables', 'changed', tableOf({ peer: { nickname: 'R & B' }, ask: askOf('turn:1') }));
    core.emit('tables', 'changed', tableOf({ table_id: 't2' }));
    core.emit('tables', 'hosting', { hosted: [{}, {}] });
    core.emit('inbox', 'changed', inboxOf(letterOf(1, null)));
    expect(tray().labels).toEqual([
      'Open Parlor',
      'separator',
      'Your move against \u2068R && B\u2069',
      'At a table with \u2068tidewright\u2069',
      '2 tables wait for a guest',
      '1 unread letter',
      'separator',
      'Quit Parlor',
    ]);
    expect([tray().toolTip, electron.app.badge]).toEqual(['Parlor\nYour move at 1 table\n1 unread letter', 2]);
    for (const label of tray().labels) tray().pick(label);
    expect(shown).toEqual([null, '/tables/t1', '/tables/t2', '/tables', '/inbox']);
    expect(electron.app.quits).toBe(1);
    companion.dispose();
    expect([tray().destroyed, core.listeners()]).toEqual([true, 0]);
  });

  it('has the icon and the manner of its system', () => {
    start('darwin');
    expect(tray().icon).toBe('/icons/trayTemplate.png');
    tray().emit('click');
    expect(shown).toEqual([]);
    companion.dispose();
    electron = createFakeElectron();
    start('win32');
    expect(tray().icon).toBe('/icons/icon-16.png');
    tray().emit('click');
    core.emit('inbox', 'changed', inboxOf(letterOf(1, null)));
    expect([shown, overlays.at(-1)]).toEqual([[null], '1 unread letter']);
  });

  it('may be missing', () => {
    const without = {
      ...electron.module,
      Tray: class {
        constructor() {
          throw new Error('no tray here');
        }
      },
    } as unknown as CompanionElectron;
    start('linux', without);
    core.emit('tables', 'changed', tableOf({ ask: askOf('turn:1') }));
    expect(electron.app.badge).toBe(1);
  });
});

it('Parlor goes on without a window while a table needs it, and says so once', () => {
  start();
  expect(companion.stays()).toBe(false);
  core.emit('tables', 'hosting', { hosted: [{}] });
  expect([companion.stays(), companion.stays()]).toEqual([true, true]);
  expect(told().map(([title]) => title)).toEqual(['Parlor keeps your tables']);
  electron.notices[0]?.emit('click', {});
  expect(shown).toEqual([null]);
});
