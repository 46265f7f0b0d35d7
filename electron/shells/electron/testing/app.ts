/** A fake of Electron's `app`: enforces what must be called before or after `ready`, and quits as Electron does. */
import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { type Members, strict } from './strict.ts';

/** An event whose default can be prevented. */
export function event<T extends object>(more: T = {} as T) {
  const created = {
    defaultPrevented: false,
    preventDefault: () => {
      created.defaultPrevented = true;
    },
    ...more,
  };
  return created;
}

export interface FakeApp extends EventEmitter {
  /** Calls before and after `ready`, in order. */
  readonly log: string[];
  readonly switches: [string, string | undefined][];
  badge: number;
  readonly protocolClients: string[];
  appUserModelId: string | null;
  name: string;
  desktopName: string | null;
  paths: Map<string, string>;
  quits: number;
  /** Null while the app runs. */
  exitCode: number | null;
  /** Resolves with the exit code. */
  readonly exited: Promise<number>;
}

export interface FakeAppOptions {
  platform: NodeJS.Platform;
  packaged: boolean;
  /** Whether this is the first instance with its user data. */
  first: boolean;
  /** The switches on the command line. */
  givenSwitches: readonly string[];
  languages: readonly string[];
  /** Closes every window; false if one of them refused. */
  closeWindows(): boolean;
  onExit(): void;
}

/** The fake, and what the other fakes need of it. */
export interface AppHarness {
  app: Electron.App;
  fake: FakeApp;
  requireReady(what: string): void;
  requireNotReady(what: string): void;
  /** Call it once the main module has been evaluated. */
  becomeReady(): void;
  lastWindowClosed(): void;
}

export function fakeApp(options: FakeAppOptions): AppHarness {
  const { platform } = options;
  let phase: 'starting' | 'ready' | 'quitting' | 'exited' = 'starting';
  const requireReady = (what: string) => {
    if (phase === 'starting') throw new Error(`${what} cannot be used before the app is ready.`);
  };
  const requireNotReady = (what: string) => {
    if (phase !== 'starting') throw new Error(`${what} must be called before the app is ready.`);
  };
  const { promise: exited, resolve: resolveExited } = Promise.withResolvers<number>();
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  const log: string[] = [];
  const switches: [string, string | undefined][] = [];

  function exit(code = 0): void {
    if (phase === 'exited') return;
    phase = 'exited';
    fake.exitCode = code;
    options.onExit();
    fake.emit('quit', event(), code);
    resolveExited(code);
  }

  function quitNow(): void {
    if (phase === 'exited') return;
    const before = event();
    fake.emit('before-quit', before);
    if (before.defaultPrevented) return;
    const previousPhase = phase;
    phase = 'quitting';
    const closed = options.closeWindows();
    const last = event();
    if (closed) fake.emit('will-quit', last);
    if (closed && !last.defaultPrevented) exit(0);
    else if ((phase as string) !== 'exited') phase = previousPhase === 'starting' ? 'starting' : 'ready';
  }

  const fake: FakeApp = Object.assign(new EventEmitter(), {
    log,
    switches,
    badge: 0,
    protocolClients: [] as string[],
    appUserModelId: null as string | null,
    name: 'Electron',
    desktopName: null as string | null,
    paths: new Map<string, string>(),
    quits: 0,
    exitCode: null as number | null,
    exited,
  });
  const members = Object.assign(fake, {
    isPackaged: options.packaged,
    commandLine: strict<Electron.CommandLine>(
      {
        appendSwitch(name, value) {
          requireNotReady('commandLine.appendSwitch');
          switches.push([name, value]);
        },
        hasSwitch: (name) => options.givenSwitches.includes(name),
      } satisfies Members<Electron.CommandLine>,
      { className: 'CommandLine', platform },
    ),
    getPreferredSystemLanguages: () => [...options.languages],
    setBadgeCount(count = 0) {
      fake.badge = count;
      return true;
    },
    setAppUserModelId(id) {
      fake.appUserModelId = id;
    },
    setDesktopName(name) {
      requireNotReady('app.setDesktopName');
      fake.desktopName = name;
    },
    setName(name) {
      // Windows, keychain items and folders are named after it.
      requireNotReady('app.setName');
      fake.name = name;
    },
    setAsDefaultProtocolClient: (scheme) => fake.protocolClients.push(scheme) > 0,
    setPath(name, path) {
      if (name === 'userData') requireNotReady('app.setPath');
      fake.paths.set(name, path);
      log.push(`path ${name} ${path}`);
    },
    enableSandbox() {
      requireNotReady('app.enableSandbox');
      log.push('sandbox');
    },
    requestSingleInstanceLock() {
      log.push('lock');
      return options.first;
    },
    isReady: () => phase !== 'starting',
    whenReady: () => ready,
    exit,
    quit() {
      fake.quits += 1;
      setImmediate(quitNow);
    },
  } satisfies Members<Electron.App>);

  return {
    app: strict(members, { className: 'App', platform }),
    fake,
    requireReady,
    requireNotReady,
    becomeReady() {
      if (phase !== 'starting') return;
      phase = 'ready';
      log.push('ready');
      fake.emit('ready', event(), {});
      resolveReady();
    },
    lastWindowClosed() {
      if (phase !== 'ready') return;
      if (fake.listenerCount('window-all-closed') > 0) fake.emit('window-all-closed');
      else members.quit();
    },
  };
}
