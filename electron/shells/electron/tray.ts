/** The icon in the system tray and its menu. */
import { join } from 'node:path';
import type Electron from 'electron';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { PendingItems } from './attention.ts';
import type { Translate } from './texts.ts';

export interface TrayOptions {
  Tray: typeof Electron.Tray;
  /** Folder of the icons. */
  iconsDir: string;
  platform: NodeJS.Platform;
  onClick(): void;
  report(error: unknown, source: string): void;
}

const iconFiles: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'icon-16.png' };

/** Null on a desktop without a tray. */
export function createTray({ Tray, iconsDir, platform, onClick, report }: TrayOptions): Electron.Tray | null {
  try {
    const tray = new Tray(join(iconsDir, iconFiles[platform] ?? 'icon-24.png'));
    // On macOS a click opens the menu, and on Linux it can.
    if (platform === 'win32') tray.on('click', onClick);
    return tray;
  } catch (error) {
    report(error, 'tray');
    return null;
  }
}

export interface TrayMenuOptions {
  pending: PendingItems;
  t: Translate;
  show(path: string | null): void;
  quit(): void;
}

const separator = { type: 'separator' } as const;
const maxTables = 8;

export function trayMenu({ pending, t, show, quit }: TrayMenuOptions): Electron.MenuItemConstructorOptions[] {
  const { tables, invitations, messages } = pending;
  const items = [
    ...tables.slice(0, maxTables).map(({ table_id, name, isYourTurn }) => ({
      label: escapeLabel(t(isYourTurn ? 'tray.yours' : 'tray.with', { name: isolatedName(name) })),
      click: () => show(`/tables/${table_id}`),
    })),
    ...(invitations > 0 ? [{ label: t('tray.waiting', { count: invitations }), click: () => show('/tables') }] : []),
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
const escapeLabel = (label: string) => label.replaceAll('&', '&&');
