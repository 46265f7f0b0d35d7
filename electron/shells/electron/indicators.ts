/** Updates notifications, tray and badge at each event of the core; attention.ts decides what they show. */
import { join } from 'node:path';
import type Electron from 'electron';
import type { AppState, InboxChange, Notices, Table } from '../../../shared/bridge/contract.ts';
import type { HostedChange } from '../../../shared/bridge/read-all.ts';
import type { Moment } from '../../../shared/notices/moments.ts';
import { type Notice, settingOf } from '../../../shared/notices/notices.ts';
import { escapeInvisible, isolatedName, type ShownText, shownText } from '../../../shared/peer-text.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import { clockReading } from '../../time/awake-clock.ts';
import { badgeCount, createAttention, staysOpen } from './attention.ts';
import { createNotifications } from './notifications.ts';
import type { Translate } from './texts.ts';
import { createTray, trayMenu } from './tray.ts';

export type IndicatorsElectron = Pick<typeof Electron, 'app' | 'Menu' | 'nativeImage' | 'Notification' | 'Tray'>;

export interface IndicatorsOptions {
  electron: IndicatorsElectron;
  core: ShellCore;
  t: Translate;
  /** Folder of the icons. */
  iconsDir: string;
  platform: NodeJS.Platform;
  /** The path shown in the focused window; null while no window has the focus. */
  focusedPath(): string | null;
  /** Whether a window exists, which plays its own sounds. */
  hasWindow(): boolean;
  /** Brings the window to the front, at `path` if given. */
  show(path: string | null): void;
  /** Windows shows the badge as an image on the taskbar button. */
  setOverlay(image: Electron.NativeImage | null, description: string): void;
  report(error: unknown, source: string): void;
}

export interface Indicators {
  /** Whether Parlor keeps running without a window; the first time, a notification explains it. */
  staysOpen(): boolean;
  dispose(): void;
}

export function createIndicators(options: IndicatorsOptions): Indicators {
  const { electron, core, t, iconsDir, platform, show, report } = options;
  const { app } = electron;
  let clocks: { clock: number; community: number } | null = null;
  /** Nothing has lapsed by it before the first reading: main's notices have no old offers. */
  const communityNow = () => (clocks === null ? 0 : clocks.community + clockReading() - clocks.clock);
  const announces = (moment: Moment) =>
    options.focusedPath() === null && state !== null && state.settings[settingOf(moment)];
  let attention = createAttention(communityNow, announces);
  let state: AppState | null = null;
  let lastDrawnKey = '';
  let hasExplainedStay = false;
  let nextTimer: NodeJS.Timeout | undefined;
  const notifications = createNotifications(electron.Notification, report);
  const tray = createTray({ Tray: electron.Tray, iconsDir, platform, onClick: () => show(null), report });

  function notify(id: string, title: ShownText, body: ShownText, path: string | null): void {
    const silent = options.hasWindow() || state?.settings.sounds === 'off';
    notifications.show({ id, title, body, silent, onClick: () => show(path) });
  }

  function notifyAll(notices: Notice[]): void {
    for (const { id, text, name, game, count, path } of notices) {
      const values = { name: isolatedName(name), game: escapeInvisible(game), count };
      notify(id, t(`notice.${text}.title`, values), t(`notice.${text}.body`, values), path);
    }
  }

  function draw(): void {
    const { pending } = attention;
    const badge = badgeCount(pending, options.focusedPath());
    const key = JSON.stringify([pending, badge, state?.settings.locale]);
    if (key === lastDrawnKey) return;
    lastDrawnKey = key;
    const turns = pending.tables.filter(({ isYourTurn }) => isYourTurn).length;
    const summary = shownText(
      [
        ...(turns > 0 ? [t('tray.turns', { count: turns })] : []),
        ...(pending.messages > 0 ? [t('tray.messages', { count: pending.messages })] : []),
      ].join('\n'),
    );
    if (platform !== 'win32') app.setBadgeCount(badge);
    else {
      const image = badge > 0 ? electron.nativeImage.createFromPath(join(iconsDir, 'badge.png')) : null;
      options.setOverlay(image, summary);
    }
    tray?.setToolTip(summary === '' ? 'Parlor' : shownText(`Parlor\n${summary}`));
    tray?.setContextMenu(electron.Menu.buildFromTemplate(trayMenu({ pending, t, show, quit: () => app.quit() })));
  }

  /** Warnings and held notices are timed here because timers of hidden windows are throttled. */
  function scheduleNext(): void {
    clearTimeout(nextTimer);
    const nextAt = attention.nextAt(clockReading());
    if (nextAt === null) return;
    nextTimer = setTimeout(() => {
      notifyAll(attention.newNotices(nextAt));
      scheduleNext();
    }, nextAt - clockReading());
  }

  /** Another identity, or the same at another community, has other tables and messages. */
  const accountOf = ({ identity, community }: AppState) =>
    `${identity?.public_key ?? ''} ${community.embedded ? '' : community.url}`;

  const handlers: { [event: string]: (value: never) => void } = {
    'app.changed': (newState: AppState) => {
      if (state && accountOf(state) !== accountOf(newState)) attention = createAttention(communityNow, announces);
      state = newState;
    },
    'app.clock': (reading: { clock: number; community: number }) => {
      clocks = reading;
    },
    'tables.changed': (table: Table) => notifyAll(attention.onTable(table)),
    'inbox.changed': (change: InboxChange) => attention.onInbox(change),
    'tables.hosting': (change: HostedChange) => attention.onHosting(change),
    'notices.changed': (notices: Notices) => notifyAll(attention.onNotices(notices)),
  };
  const unsubscribe = core.onEvent((group, event, value) => {
    const handler = handlers[`${group}.${event}`];
    if (!handler) return;
    handler(value as never);
    draw();
    scheduleNext();
  });
  // The badge excludes the table in view.
  const focusEvents = ['browser-window-focus', 'browser-window-blur'] as const;
  for (const event of focusEvents) app.on(event as 'browser-window-focus', draw);
  draw();

  return {
    staysOpen() {
      if (!staysOpen(attention.pending)) return false;
      if (!hasExplainedStay) notify('stays', t('notice.stays.title'), t('notice.stays.body'), null);
      hasExplainedStay = true;
      return true;
    },
    dispose() {
      unsubscribe();
      clearTimeout(nextTimer);
      for (const event of focusEvents) app.removeListener(event as 'browser-window-focus', draw);
      tray?.destroy();
      notifications.dispose();
    },
  };
}
