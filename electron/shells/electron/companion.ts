/** What stands beside the window: the system's notices, the tray, the number on the icon. What is told is attention.ts's. */
import { join } from 'node:path';
import type Electron from 'electron';
import type { AppState, HostedTable, Inbox, Table } from '../../../shared/bridge/contract.ts';
import { isolated } from '../../../shared/peer-text.ts';
import type { ShellCore } from '../shell.ts';
import { badgeOf, createAttention, type Notice, staysOpen, type Waiting } from './attention.ts';
import { type Say, wordsIn } from './words.ts';

export type CompanionElectron = Pick<typeof Electron, 'app' | 'Menu' | 'nativeImage' | 'Notification' | 'Tray'>;

export interface CompanionOptions {
  electron: CompanionElectron;
  core: ShellCore;
  /** Folder of the icons. */
  icons: string;
  platform: NodeJS.Platform;
  /** Whether the person looks at Parlor: what they see themselves is not told. */
  looksOn(): boolean;
  /** Brings the window up, at a place of it where one is given. */
  show(path: string | null): void;
  /** Windows shows the number as a picture on the window's button in the taskbar. */
  overlay(picture: Electron.NativeImage | null, words: string): void;
  report(fault: unknown, where: string): void;
}

export interface Companion {
  /** Asked when the last window closes; says so to the person where Parlor goes on. */
  stays(): boolean;
  dispose(): void;
}

const listed = 8;

export function createCompanion(options: CompanionOptions): Companion {
  const { electron, core, show } = options;
  const { app } = electron;
  let attention = createAttention();
  let state: AppState | null = null;
  let say = wordsIn('system', app.getPreferredSystemLanguages());
  let drawn = '';
  let toldOfStaying = false;
  // Held on to: a notice that is collected can no longer be clicked.
  const shown = new Set<Electron.Notification>();
  const tray = createTray(options);

  function tell(title: string, body: string, path: string | null): void {
    if (!electron.Notification.isSupported()) return;
    const notice = new electron.Notification({ title, body });
    const gone = () => shown.delete(notice);
    notice.once('click', () => {
      gone();
      show(path);
    });
    notice.once('close', gone);
    shown.add(notice);
    notice.show();
  }

  function tellOf(notices: Notice[]): void {
    for (const { words, name, path, allowed } of notices) {
      if (options.looksOn() || !state?.settings[allowed]) continue;
      const parts = { name: isolated(name) };
      tell(say(`notice.${words}.title`, parts), say(`notice.${words}.body`, parts), path);
    }
  }

  function draw(): void {
    const { waiting } = attention;
    const key = JSON.stringify([waiting, state?.settings.locale]);
    if (key === drawn) return;
    drawn = key;
    const badge = badgeOf(waiting);
    const turns = waiting.tables.filter(({ yours }) => yours).length;
    const words = [
      ...(turns > 0 ? [say('tray.turns', { count: turns })] : []),
      ...(waiting.letters > 0 ? [say('tray.letters', { count: waiting.letters })] : []),
    ].join('\n');
    app.setBadgeCount(badge);
    if (options.platform === 'win32') {
      const picture = badge > 0 ? electron.nativeImage.createFromPath(join(options.icons, 'badge.png')) : null;
      options.overlay(picture, words);
    }
    tray?.setToolTip(words === '' ? 'Parlor' : `Parlor\n${words}`);
    tray?.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(waiting, say, show, () => app.quit())));
  }

  /** Another identity, or the same at another community, has other tables and letters. */
  const seatOf = ({ identity, community }: AppState) =>
    `${identity?.public_key ?? ''} ${community.embedded ? '' : community.url}`;

  const heard: { [event: string]: (value: never) => void } = {
    'app.changed': (now: AppState) => {
      if (state && seatOf(state) !== seatOf(now)) attention = createAttention();
      if (state?.settings.locale !== now.settings.locale)
        say = wordsIn(now.settings.locale, app.getPreferredSystemLanguages());
      state = now;
    },
    'tables.changed': (table: Table) => tellOf(attention.onTable(table)),
    'tables.hosting': ({ hosted }: { hosted: HostedTable[] }) => attention.onHosting(hosted),
    'inbox.changed': (inbox: Inbox) => tellOf(attention.onInbox(inbox)),
  };
  const stop = core.onEvent((group, event, value) => {
    const hear = heard[`${group}.${event}`];
    if (!hear) return;
    hear(value as never);
    draw();
  });
  draw();

  return {
    stays() {
      if (!staysOpen(attention.waiting)) return false;
      if (!toldOfStaying) tell(say('notice.stays.title'), say('notice.stays.body'), null);
      toldOfStaying = true;
      return true;
    },
    dispose() {
      stop();
      tray?.destroy();
      for (const notice of shown) notice.close();
    },
  };
}

const icons: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'icon-16.png' };

/** Null on a desktop that has no place for one. */
function createTray({ electron, icons: folder, platform, show, report }: CompanionOptions): Electron.Tray | null {
  try {
    const tray = new electron.Tray(join(folder, icons[platform] ?? 'icon-24.png'));
    // On macOS a click opens the menu, and on Linux it may.
    if (platform === 'win32') tray.on('click', () => show(null));
    return tray;
  } catch (fault) {
    report(fault, 'tray');
    return null;
  }
}

function trayMenu(
  { tables, hosted, letters }: Waiting,
  say: Say,
  show: (path: string | null) => void,
  quit: () => void,
): Electron.MenuItemConstructorOptions[] {
  // An ampersand would mark a letter of the menu.
  const plain = (words: string) => words.replaceAll('&', '&&');
  const places = [
    ...tables.slice(0, listed).map(({ table_id, name, yours }) => ({
      label: plain(say(yours ? 'tray.yours' : 'tray.with', { name: isolated(name) })),
      click: () => show(`/tables/${table_id}`),
    })),
    ...(hosted > 0 ? [{ label: say('tray.waiting', { count: hosted }), click: () => show('/tables') }] : []),
    ...(letters > 0 ? [{ label: say('tray.letters', { count: letters }), click: () => show('/inbox') }] : []),
  ];
  return [
    { label: say('tray.open'), click: () => show(null) },
    ...(places.length > 0 ? [{ type: 'separator' as const }, ...places] : []),
    { type: 'separator' },
    { label: say('tray.quit'), click: quit },
  ];
}
