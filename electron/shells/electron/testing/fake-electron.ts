/**
 * A fake of the `electron` module that is as strict as Electron: it is typed by Electron's declarations, enforces the documented
 * preconditions and platforms, runs real child processes, and loads pages through the handlers of the schemes. Tests act on it as the
 * system and the user.
 */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type Electron from 'electron';
import type { Bridge } from '../../../../shared/bridge/contract.ts';
import type { Client } from '../../../../shared/bridge/define.ts';
import { createClient } from '../../../../shared/bridge/rpc-client.ts';
import type { ElectronModule } from '../run.ts';
import { event, type FakeApp, fakeApp } from './app.ts';
import { type FakeWindow, fakeWindows } from './browser-window.ts';
import { createKeyring, type FakeKeyring } from './keyring.ts';
import { FakeSession } from './session.ts';
import { type Members, strict } from './strict.ts';
import { type FakeUtilityProcesses, fakeUtilityProcesses } from './utility-process.ts';

export { event } from './app.ts';
export type { FakeWindow } from './browser-window.ts';
export { FakeSession } from './session.ts';
export type { FakeContents, FakeFrame } from './web-contents.ts';

export type FakeMenuItem = Electron.MenuItemConstructorOptions;

/** An icon in the system tray. */
export interface FakeTray extends EventEmitter {
  readonly icon: string;
  menu: FakeMenuItem[];
  toolTip: string;
  destroyed: boolean;
}

export interface FakeNotification extends EventEmitter {
  readonly texts: { title: string; body: string; silent: boolean };
  shown: boolean;
}

/** A message box that waits for an answer. */
export interface FakeDialog {
  readonly options: Electron.MessageBoxOptions;
  /** Presses the button with this label. */
  press(label: string): void;
  /** Closed by its signal, without an answer. */
  readonly aborted: boolean;
}

export interface FakeElectron {
  module: ElectronModule;
  platform: NodeJS.Platform;
  app: FakeApp;
  defaultSession: FakeSession;
  ipcMain: EventEmitter;
  powerMonitor: EventEmitter;
  windows: FakeWindow[];
  trays: FakeTray[];
  notices: FakeNotification[];
  dialogs: FakeDialog[];
  /** Paths that were shown in the file manager. */
  revealed: string[];
  /** Menus that were opened in a window. */
  popups: FakeMenuItem[][];
  /** The application's menu. */
  menu: FakeMenuItem[] | null;
  keyring: FakeKeyring;
  /** Work areas, the primary display first. */
  areas: Electron.Rectangle[];
  schemes: Electron.CustomScheme[];
  /** By scheme. */
  schemeHandlers: Map<string, (request: Request) => Response | Promise<Response>>;
  utility: FakeUtilityProcesses;
  /** Runs the main module, then becomes ready. */
  load(main: () => unknown): Promise<void>;
}

export interface FakeElectronOptions {
  platform?: NodeJS.Platform;
  packaged?: boolean;
  /** Whether another instance has the same user data. */
  second?: boolean;
  /** Switches on the command line. */
  switches?: readonly string[];
  /** Whether the system accepts notifications of this app; macOS refuses those of unsigned ones. */
  notifies?: boolean;
}

export function createFakeElectron(options: FakeElectronOptions = {}): FakeElectron {
  const { platform = 'linux', packaged = false, second = false, switches = [], notifies = true } = options;
  const ipcMain = new EventEmitter();
  const powerMonitor = new EventEmitter();
  const schemes: Electron.CustomScheme[] = [];
  const schemeHandlers: FakeElectron['schemeHandlers'] = new Map();
  const trays: FakeTray[] = [];
  const notices: FakeNotification[] = [];
  const dialogs: FakeDialog[] = [];
  const revealed: string[] = [];
  const popups: FakeMenuItem[][] = [];
  const areas = [{ x: 0, y: 0, width: 1920, height: 1040 }];
  const defaultSession = new FakeSession();
  const displays = () => {
    requireReady('screen');
    return areas.map((workArea, id) => ({ id, workArea }) as Electron.Display);
  };

  const appHarness = fakeApp({
    platform,
    packaged,
    first: !second,
    givenSwitches: switches,
    languages: ['en-GB'],
    closeWindows: () => windows.closeAll(),
    onExit: () => utility.killAll(),
  });
  const { requireReady, requireNotReady } = appHarness;
  const utility = fakeUtilityProcesses(platform, requireReady);
  const keyring = createKeyring(platform, () => appHarness.fake.name, requireReady);
  const windows = fakeWindows({
    platform,
    ipcMain,
    requireReady,
    onLastClosed: appHarness.lastWindowClosed,
    onCreated: (contents) => appHarness.fake.emit('web-contents-created', event(), contents),
    async fetch(url) {
      const handler = schemeHandlers.get(new URL(url).protocol.slice(0, -1));
      return handler && !defaultSession.cancels(url) ? handler(new Request(url)) : null;
    },
  });

  /** Electron throws at once for an image that does not exist. */
  function requireImage(path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to load image from path '${path}'`);
  }

  function createTray(icon: string): Electron.Tray {
    requireReady('Tray');
    requireImage(icon);
    const tray: FakeTray = Object.assign(new EventEmitter(), { icon, menu: [], toolTip: '', destroyed: false });
    trays.push(tray);
    const members = Object.assign(tray, {
      setContextMenu(menu) {
        tray.menu = templateOf(menu);
      },
      setToolTip(text) {
        tray.toolTip = text;
      },
      destroy() {
        tray.destroyed = true;
      },
    } satisfies Members<Electron.Tray>);
    return strict(members, { className: 'Tray', platform, isDestroyed: () => tray.destroyed });
  }

  function createNotification(texts: FakeNotification['texts']): Electron.Notification {
    const notification: FakeNotification = Object.assign(new EventEmitter(), { texts, shown: false });
    notices.push(notification);
    const members = Object.assign(notification, {
      show() {
        requireReady('Notification');
        // Windows shows no notifications of an app without an id.
        const refused = !notifies || (platform === 'win32' && appHarness.fake.appUserModelId === null);
        notification.shown = !refused;
        if (refused) setImmediate(() => notification.emit('failed', event(), 'Notifications are not allowed'));
      },
      close: () => void notification.emit('close', event()),
    } satisfies Members<Electron.Notification>);
    return strict(members, { className: 'Notification', platform });
  }

  const menus = new WeakMap<object, FakeMenuItem[]>();
  const templateOf = (menu: Electron.Menu | null): FakeMenuItem[] => (menu && menus.get(menu)) || [];

  function buildFromTemplate(template: (Electron.MenuItemConstructorOptions | Electron.MenuItem)[]): Electron.Menu {
    const items = template as FakeMenuItem[];
    for (const item of everyItem(items)) {
      if (item.label === undefined && item.role === undefined && item.type === undefined)
        throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
    }
    const menu = strict<Electron.Menu>({ popup: () => void popups.push(items) } satisfies Members<Electron.Menu>, {
      className: 'Menu',
      platform,
    });
    menus.set(menu, items);
    return menu;
  }

  function showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    requireReady('dialog');
    const [owner, options] = (args.length > 1 ? args : [null, args[0]]) as [
      Electron.BrowserWindow | null,
      Electron.MessageBoxOptions,
    ];
    if (owner?.isDestroyed()) throw new TypeError('Object has been destroyed');
    const { promise, resolve } = Promise.withResolvers<Electron.MessageBoxReturnValue>();
    const answer = (response: number) => resolve({ response, checkboxChecked: false });
    let aborted = false;
    options.signal?.addEventListener('abort', () => {
      aborted = true;
      answer(options.cancelId ?? 0);
    });
    dialogs.push({
      options,
      get aborted() {
        return aborted;
      },
      press(label) {
        const index = options.buttons?.indexOf(label) ?? -1;
        if (index < 0) throw new Error(`There is no button ${label}, only ${options.buttons}.`);
        answer(index);
      },
    });
    return promise;
  }

  const fake: Omit<FakeElectron, 'module'> = {
    platform,
    defaultSession,
    ipcMain,
    powerMonitor,
    trays,
    notices,
    dialogs,
    revealed,
    popups,
    areas,
    schemes,
    schemeHandlers,
    keyring,
    utility,
    app: appHarness.fake,
    windows: windows.all,
    menu: null,
    async load(main) {
      await main();
      appHarness.becomeReady();
    },
  };

  const module = {
    app: appHarness.app,
    BrowserWindow: windows.BrowserWindow,
    ipcMain: ipcMain as unknown as Electron.IpcMain,
    Menu: strict<typeof Electron.Menu>(
      {
        buildFromTemplate,
        setApplicationMenu(menu: Electron.Menu | null) {
          fake.menu = menu === null ? null : templateOf(menu);
        },
      },
      { className: 'Menu', platform, statics: true },
    ),
    dialog: strict<Electron.Dialog>({ showMessageBox } satisfies Members<Electron.Dialog>, {
      className: 'Dialog',
      platform,
    }),
    nativeImage: {
      createFromPath(path: string) {
        requireImage(path);
        return { path };
      },
    } as unknown as typeof Electron.nativeImage,
    Notification: strict<typeof Electron.Notification>(Object.assign(createNotification, { isSupported: () => true }), {
      className: 'Notification',
      platform,
      statics: true,
    }),
    Tray: strict<typeof Electron.Tray>(createTray, { className: 'Tray', platform, statics: true }),
    powerMonitor: powerMonitor as unknown as Electron.PowerMonitor,
    screen: strict<Electron.Screen>(
      {
        getAllDisplays: displays,
        getPrimaryDisplay: () => displays()[0]!,
      } satisfies Members<Electron.Screen>,
      { className: 'Screen', platform },
    ),
    protocol: strict<Electron.Protocol>(
      {
        registerSchemesAsPrivileged(list) {
          requireNotReady('protocol.registerSchemesAsPrivileged');
          if (schemes.length > 0) throw new Error('Schemes can be registered once.');
          appHarness.fake.log.push('schemes');
          schemes.push(...list);
        },
        handle(scheme, handler) {
          requireReady('protocol.handle');
          if (schemeHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
          schemeHandlers.set(scheme, handler as never);
        },
      } satisfies Members<Electron.Protocol>,
      { className: 'Protocol', platform },
    ),
    safeStorage: keyring.safeStorage,
    session: {
      get defaultSession() {
        requireReady('session');
        return defaultSession as unknown as Electron.Session;
      },
    } as typeof Electron.session,
    shell: strict<Electron.Shell>(
      { showItemInFolder: (path) => void revealed.push(path) } satisfies Members<Electron.Shell>,
      {
        className: 'Shell',
        platform,
      },
    ),
    utilityProcess: utility.utilityProcess,
  } satisfies ElectronModule;
  return Object.assign(fake, { module });
}

function* everyItem(items: readonly FakeMenuItem[]): Generator<FakeMenuItem> {
  for (const item of items) {
    yield item;
    if (Array.isArray(item.submenu)) yield* everyItem(item.submenu);
  }
}

/** The menu item with this label. */
export function menuItem(items: readonly FakeMenuItem[] | null, label: string): FakeMenuItem {
  const item = [...everyItem(items ?? [])].find((each) => each.label === label);
  if (!item) throw new Error(`There is no menu item ${label}.`);
  return item;
}

/** The bridge as the page in this window uses it, through the preload script. */
export function bridgeOf({ contents }: FakeWindow): Client<Bridge, 'both' | 'desktop'> {
  const { port } = contents;
  if (!port) throw new Error('The page is not loaded.');
  const { client, attach } = createClient<Bridge, 'desktop'>();
  attach({
    send: (text) => port.send(text),
    onMessage: (listener) => void port.onMessage(listener),
    onClose: (listener) => void contents.once('destroyed', listener),
  });
  return client as never;
}
