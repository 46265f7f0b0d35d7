/** The icon in the system tray and its menu. */
import { join } from 'node:path';
import type Electron from 'electron';
import { isolated } from '../../../shared/peer-text.ts';
import type { Waiting } from './attention.ts';
import type { Translate } from './texts.ts';

export interface TrayOptions {
  Tray: typeof Electron.Tray;
  /** Folder of the icons. */
  icons: string;
  platform: NodeJS.Platform;
  onClick(): void;
  report(fault: unknown, where: string): void;
}

const icons: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'icon-16.png' };

/** Null on a desktop without a tray. */
export function createTray({ Tray, icons: folder, platform, onClick, report }: TrayOptions): Electron.Tray | null {
  try {
    const tray = new Tray(join(folder, icons[platform] ?? 'icon-24.png'));
    // On macOS a click opens the menu, and on Linux it can.
    if (platform === 'win32') tray.on('click', onClick);
    return tray;
  } catch (fault) {
    report(fault, 'tray');
    return null;
  }
}

export interface TrayMenuOptions {
  waiting: Waiting;
  t: Translate;
  show(path: string | null): void;
  quit(): void;
}

const separator = { type: 'separator' } as const;
const maxTables = 8;

export function trayMenu({ waiting, t, show, quit }: TrayMenuOptions): Electron.MenuItemConstructorOptions[] {
  const { tables, hosted, messages } = waiting;
  const items = [
    ...tables.slice(0, maxTables).map(({ table_id, name, yours }) => ({
      label: escaped(t(yours ? 'tray.yours' : 'tray.with', { name: isolated(name) })),
      click: () => show(`/tables/${table_id}`),
    })),
    ...(hosted > 0 ? [{ label: t('tray.waiting', { count: hosted }), click: () => show('/tables') }] : []),
    ...(messages > 0 ? [{ label: t('tray.messages', { count: messages }), click: () => show('/inbox') }] : []),
  ];
  return [
    { label: t('tray.open'), click: () => show(null) },
    ...(items.length > 0 ? [separator, ...items] : []),
    separator,
    { label: t('tray.quit'), click: quit },
  ];
}

/** In a menu, an ampersand marks the next character as its shortcut. */
const escaped = (label: string) => label.replaceAll('&', '&&');
