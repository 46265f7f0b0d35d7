/** The menus of the application and of a page. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Translate } from './texts.ts';

type Items = MenuItemConstructorOptions[];
const separator = { type: 'separator' } as const;

/** Menu items with translated labels: those of Electron are in English. */
const editItems = (t: Translate): Items => [
  { role: 'cut', label: t('menu.cut') },
  { role: 'copy', label: t('menu.copy') },
  { role: 'paste', label: t('menu.paste') },
  { role: 'selectAll', label: t('menu.select_all') },
];

export interface ApplicationMenuOptions {
  t: Translate;
  platform: NodeJS.Platform;
  devTools: boolean;
  /** Absent if this copy of the app does not update itself. */
  checkForUpdates?: () => void;
}

/** Hidden until Alt is pressed on Linux and Windows; its shortcuts still work. */
export function applicationMenu({ t, platform, devTools, checkForUpdates }: ApplicationMenuOptions): Items {
  const update: Items = checkForUpdates ? [{ label: t('update.menu'), click: checkForUpdates }] : [];
  const quit: MenuItemConstructorOptions = { role: 'quit', label: t('menu.quit'), accelerator: 'CommandOrControl+Q' };
  const close: MenuItemConstructorOptions = { role: 'close', label: t('menu.close') };
  const edit: Items = [
    { role: 'undo', label: t('menu.undo') },
    { role: 'redo', label: t('menu.redo') },
    separator,
    ...editItems(t),
  ];
  const view: Items = [
    { role: 'reload', label: t('menu.reload') },
    separator,
    { role: 'resetZoom', label: t('menu.zoom_reset') },
    { role: 'zoomIn', label: t('menu.zoom_in') },
    // The plus key pressed without Shift.
    { role: 'zoomIn', label: t('menu.zoom_in'), accelerator: 'CommandOrControl+=', visible: false },
    { role: 'zoomOut', label: t('menu.zoom_out') },
    separator,
    { role: 'togglefullscreen', label: t('menu.full_screen') },
    ...(devTools ? [{ role: 'toggleDevTools' as const, label: t('menu.developer_tools') }] : []),
  ];
  const sharedMenus: Items = [
    { label: t('menu.edit'), submenu: edit },
    { label: t('menu.view'), submenu: view },
  ];
  if (platform !== 'darwin') return [{ label: t('menu.file'), submenu: [...update, close, quit] }, ...sharedMenus];
  const app: Items = [
    { role: 'about', label: t('menu.about') },
    ...update,
    separator,
    { role: 'services', label: t('menu.services') },
    separator,
    { role: 'hide', label: t('menu.hide') },
    { role: 'hideOthers', label: t('menu.hide_others') },
    { role: 'unhide', label: t('menu.show_all') },
    separator,
    quit,
  ];
  const window: Items = [{ role: 'minimize', label: t('menu.minimize') }, close];
  return [{ label: 'Parlor', submenu: app }, ...sharedMenus, { label: t('menu.window'), submenu: window }];
}

/** The menu for the clicked element; empty if nothing applies. */
export function contextMenu(t: Translate, params: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>): Items {
  if (params.isEditable) return editItems(t);
  return params.selectionText.trim() === '' ? [] : [{ role: 'copy', label: t('menu.copy') }];
}
