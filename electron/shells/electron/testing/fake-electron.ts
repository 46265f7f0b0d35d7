/** An electron module that records what it is given and fires what it is told to. It decides nothing. */
import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { ElectronModule } from '../run.ts';

type Handler = (...args: never[]) => unknown;

/** An event whose default can be prevented. */
export function event<T extends object>(more: T = {} as T) {
  const made = {
    defaultPrevented: false,
    preventDefault: () => {
      made.defaultPrevented = true;
    },
    ...more,
  };
  return made;
}

/** Records every `setX(handler)` under its name, and answers by it. */
export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  readonly webRequest = {
    onBeforeRequest: (handler: Handler) => void this.handlers.set('onBeforeRequest', handler),
  };
  setPermissionRequestHandler = (handler: Handler) => void this.handlers.set('permissionRequest', handler);
  setPermissionCheckHandler = (handler: Handler) => void this.handlers.set('permissionCheck', handler);
  setDevicePermissionHandler = (handler: Handler) => void this.handlers.set('devicePermission', handler);
  setDisplayMediaRequestHandler = (handler: Handler) => void this.handlers.set('displayMedia', handler);
  setBluetoothPairingHandler = (handler: Handler) => void this.handlers.set('bluetoothPairing', handler);

  /** Calls a recorded handler; the last argument of those that answer by callback is made here. */
  ask(name: string, ...args: unknown[]): unknown {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`no handler ${name}`);
    return (handler as (...all: unknown[]) => unknown)(...args);
  }
}

export interface FakeFrame {
  url: string;
  origin: string;
  parent: FakeFrame | null;
}

let nextId = 1;

export class FakeContents extends EventEmitter {
  readonly id = nextId++;
  readonly sent: { channel: string; text: string }[] = [];
  readonly mainFrame: FakeFrame = { url: 'parlor-app://app/', origin: 'parlor-app://app', parent: null };
  webRtcPolicy: string | null = null;
  windowOpen: ((details: { url: string }) => { action: string }) | null = null;
  reloads = 0;
  gone = false;
  getURL = () => this.mainFrame.url;
  isDestroyed = () => this.gone;
  send = (channel: string, text: string) => void this.sent.push({ channel, text });
  setWebRTCIPHandlingPolicy = (policy: string) => {
    this.webRtcPolicy = policy;
  };
  setWindowOpenHandler = (handler: FakeContents['windowOpen']) => {
    this.windowOpen = handler;
  };
  reload = () => {
    this.reloads += 1;
  };
}

export class FakeApp extends EventEmitter {
  /** In order, what was said before and after ready. */
  readonly log: string[] = [];
  readonly switches: [string, string | undefined][] = [];
  readonly given = new Set<string>();
  isPackaged = false;
  lock = true;
  exitCode: number | null = null;
  quits = 0;
  readonly commandLine = {
    appendSwitch: (name: string, value?: string) => void this.switches.push([name, value]),
    hasSwitch: (name: string) => this.given.has(name),
  };
  badge = 0;
  readonly languages = ['en-GB'];
  readonly clientOf: string[] = [];
  getPreferredSystemLanguages = () => this.languages;
  setBadgeCount = (count: number) => {
    this.badge = count;
    return true;
  };
  setAsDefaultProtocolClient = (scheme: string) => this.clientOf.push(scheme) > 0;
  setPath = (name: string, path: string) => void this.log.push(`path ${name} ${path}`);
  enableSandbox = () => void this.log.push('sandbox');
  requestSingleInstanceLock = () => {
    this.log.push('lock');
    return this.lock;
  };
  whenReady = async () => void this.log.push('ready');
  exit = (code = 0) => {
    this.exitCode = code;
  };
  quit = () => {
    this.quits += 1;
  };
}

type MenuItem = { label?: string; type?: string; click?: () => void };

/** What stands in the tray now. */
export class FakeTray extends EventEmitter {
  menu: MenuItem[] = [];
  toolTip = '';
  destroyed = false;
  readonly icon: string;
  constructor(icon: string) {
    super();
    this.icon = icon;
  }
  setContextMenu = (menu: unknown) => {
    this.menu = menu as MenuItem[];
  };
  setToolTip = (words: string) => {
    this.toolTip = words;
  };
  destroy = () => {
    this.destroyed = true;
  };
  /** The labels in order. */
  get labels(): string[] {
    return this.menu.map(({ label, type }) => label ?? type ?? '');
  }
  pick(label: string): void {
    this.menu.find((item) => item.label === label)?.click?.();
  }
}

export class FakeNotification extends EventEmitter {
  shown = false;
  readonly words: { title: string; body: string };
  constructor(words: { title: string; body: string }) {
    super();
    this.words = words;
  }
  show = () => {
    this.shown = true;
  };
  close = () => void this.emit('close', {});
}

export interface FakeWindow extends EventEmitter {
  bounds: { x: number; y: number; width: number; height: number };
  maximized: boolean;
  minimized: boolean;
  looksOn: boolean;
  focused: number;
  overlays: string[];
}

export interface FakeElectron {
  module: ElectronModule;
  app: FakeApp;
  defaultSession: FakeSession;
  ipcMain: EventEmitter;
  /** One for each `new BrowserWindow`. */
  windows: {
    options: BrowserWindowConstructorOptions;
    contents: FakeContents;
    loaded: string[];
    window: FakeWindow;
  }[];
  trays: FakeTray[];
  notices: FakeNotification[];
  /** Work areas, the main one first. */
  areas: { x: number; y: number; width: number; height: number }[];
  schemes: unknown[][];
  serve: Map<string, (request: { method: string; url: string }) => Response>;
  openedOutside: string[];
}

export function createFakeElectron(): FakeElectron {
  const app = new FakeApp();
  const defaultSession = new FakeSession();
  const ipcMain = new EventEmitter();
  const windows: FakeElectron['windows'] = [];
  const schemes: unknown[][] = [];
  const serve: FakeElectron['serve'] = new Map();
  const openedOutside: string[] = [];
  const trays: FakeTray[] = [];
  const notices: FakeNotification[] = [];
  const areas = [{ x: 0, y: 0, width: 1920, height: 1040 }];
  const displays = () => areas.map((workArea, id) => ({ id, workArea }));

  class BrowserWindow extends EventEmitter {
    readonly webContents = new FakeContents();
    focused = 0;
    bounds: FakeWindow['bounds'];
    maximized = false;
    minimized = false;
    looksOn = false;
    readonly overlays: string[] = [];
    constructor(options: BrowserWindowConstructorOptions) {
      super();
      const { x = 0, y = 0, width = 0, height = 0 } = options;
      this.bounds = { x, y, width, height };
      windows.push({ options, contents: this.webContents, loaded: [], window: this });
      app.emit('web-contents-created', event(), this.webContents);
    }
    show() {}
    isMinimized = () => this.minimized;
    isMaximized = () => this.maximized;
    isFocused = () => this.looksOn;
    getNormalBounds = () => this.bounds;
    setOverlayIcon = (_picture: unknown, words: string) => void this.overlays.push(words);
    maximize() {
      this.maximized = true;
    }
    restore() {
      this.minimized = false;
    }
    focus() {
      this.focused += 1;
    }
    async loadURL(url: string) {
      windows.find(({ window }) => window === this)?.loaded.push(url);
    }
  }

  const module = {
    app,
    BrowserWindow,
    ipcMain,
    Menu: { setApplicationMenu() {}, buildFromTemplate: (items: unknown) => items },
    nativeImage: { createFromPath: (path: string) => path },
    Notification: class extends FakeNotification {
      static isSupported = () => true;
      constructor(words: FakeNotification['words']) {
        super(words);
        notices.push(this);
      }
    },
    Tray: class extends FakeTray {
      constructor(icon: string) {
        super(icon);
        trays.push(this);
      }
    },
    screen: { getAllDisplays: displays, getPrimaryDisplay: () => displays()[0] },
    protocol: {
      registerSchemesAsPrivileged(list: unknown[]) {
        app.log.push('schemes');
        schemes.push(list);
      },
      handle: (scheme: string, handler: (request: { method: string; url: string }) => Response) =>
        void serve.set(scheme, handler),
    },
    safeStorage: {
      getSelectedStorageBackend: () => 'basic_text',
      isAsyncEncryptionAvailable: async () => true,
    },
    session: { defaultSession },
    shell: { openExternal: async (url: string) => void openedOutside.push(url) },
    utilityProcess: { fork: () => new EventEmitter() },
  } as unknown as ElectronModule;
  return { module, app, defaultSession, ipcMain, windows, trays, notices, areas, schemes, serve, openedOutside };
}
