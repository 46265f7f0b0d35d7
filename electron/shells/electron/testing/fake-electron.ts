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
    window: EventEmitter;
  }[];
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

  class BrowserWindow extends EventEmitter {
    readonly webContents = new FakeContents();
    focused = 0;
    constructor(options: BrowserWindowConstructorOptions) {
      super();
      windows.push({ options, contents: this.webContents, loaded: [], window: this });
      app.emit('web-contents-created', event(), this.webContents);
    }
    show() {}
    isMinimized = () => false;
    restore() {}
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
    Menu: { setApplicationMenu() {}, buildFromTemplate: () => null },
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
  return { module, app, defaultSession, ipcMain, windows, schemes, serve, openedOutside };
}
