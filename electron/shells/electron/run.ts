/** The desktop app, on an electron module that is handed in: the entry hands in the real one, tests one that records. */
import { join } from 'node:path';
import type Electron from 'electron';
import type { Core, CoreConfig } from '../../core.ts';
import { electronLauncher } from '../../hooks/electron-launcher.ts';
import type { LaunchHooks } from '../../hooks/host.ts';
import type { LaunchWorker } from '../../workers/worker.ts';
import { readAppFiles } from '../app-files.ts';
import type { ShellCore } from '../shell.ts';
import { createCompanion } from './companion.ts';
import { serveIpc } from './ipc.ts';
import { createKeychain } from './keychain.ts';
import { linkScheme, placeOfLink } from './links.ts';
import { lockApp, lockSession } from './lockdown.ts';
import { boardScheme, boardUrl, schemes, serveApp, serveBoards } from './schemes.ts';
import { createWindow } from './window.ts';
import { rememberWindow } from './window-state.ts';
import { utilityWorkers } from './workers.ts';

export type ElectronModule = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'Notification'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'Tray'
  | 'utilityProcess'
>;

/** Under Electron, helper processes are utility processes: its binary does not run as Node. */
export type DesktopCoreConfig = CoreConfig & { launchHooks: LaunchHooks; launchWorker: LaunchWorker };

export interface DesktopConfig {
  dataDir: string;
  server: string | null;
  /** As in CoreConfig. */
  allowPlainHttp?: boolean;
  network?: string | null;
  rendererDir: string;
  iconsDir: string;
  /** What the program was started with: a link among it is shown. */
  args: readonly string[];
  createCore: (config: DesktopCoreConfig) => Promise<Core>;
  report: (fault: unknown, where: string) => void;
  /** The window is on its way. */
  onUp: () => void;
}

/** Switches that open a packaged app to whoever starts it. */
const debugging = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'];

/** Resolves when the window is on its way, or at once where another Parlor has this data directory. */
export async function runDesktop(electron: ElectronModule, config: DesktopConfig): Promise<void> {
  const { app, BrowserWindow, ipcMain, Menu, protocol, safeStorage, screen, session, utilityProcess } = electron;

  // All of this has to be said before the app is ready.
  app.setPath('userData', join(config.dataDir, 'window'));
  if (app.isPackaged && debugging.some((name) => app.commandLine.hasSwitch(name))) return app.exit(1);
  if (!app.requestSingleInstanceLock()) return app.quit();
  lockApp(app);
  protocol.registerSchemesAsPrivileged(schemes);
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  // macOS hands links over as an event, which may come before all else.
  let first = placeOfLink(config.args);
  let show = (path: string | null): void => {
    first = path ?? first;
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(placeOfLink([link]));
  });
  await app.whenReady();

  const core = await config.createCore({
    dataDir: config.dataDir,
    server: config.server,
    allowPlainHttp: config.allowPlainHttp ?? false,
    network: config.network ?? null,
    shell: 'desktop',
    keychain: createKeychain(safeStorage, process.platform),
    launchHooks: electronLauncher({ fork: (...args) => utilityProcess.fork(...args) }),
    launchWorker: utilityWorkers(utilityProcess),
  });
  disposeAtQuit(app, core, config.report);
  core.setBoardUrl(boardUrl);

  // The default session exists from the start, so `session-created` does not tell of it.
  lockSession(session.defaultSession);
  protocol.handle('parlor-app', serveApp(await readAppFiles(config.rendererDir)));
  protocol.handle(boardScheme, serveBoards(core.boards));
  Menu.setApplicationMenu(applicationMenu(Menu));

  const memory = await rememberWindow(join(config.dataDir, 'window'), screen);
  const places = withPlaces(core);
  const admit = serveIpc({ ipcMain, core: places.core, report: config.report });
  let window: Electron.BrowserWindow | null = null;
  const open = (path: string | null) => {
    const made = createWindow({
      Window: BrowserWindow,
      preload: join(import.meta.dirname, 'preload.cjs'),
      devTools: !app.isPackaged,
      place: memory.place(),
      path,
    });
    window = made;
    admit(made.webContents);
    memory.watch(made);
    made.once('closed', () => {
      if (window === made) window = null;
    });
  };
  show = (path) => {
    if (!window) return open(path);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (path !== null) places.show(path);
  };
  const companion = createCompanion({
    electron,
    core,
    icons: config.iconsDir,
    platform: process.platform,
    looksOn: () => window?.isFocused() ?? false,
    show: (path) => show(path),
    overlay: (picture, words) => window?.setOverlayIcon(picture, words),
    report: config.report,
  });
  app.once('will-quit', () => companion.dispose());
  // Of what another start was given only a link counts, and that only opens a sheet.
  app.on('second-instance', (_event, args) => show(placeOfLink(args)));
  app.on('activate', () => show(null));
  app.on('window-all-closed', () => {
    if (!companion.stays() && process.platform !== 'darwin') app.quit();
  });

  open(first);
  config.onUp();
  await core.start();
}

/** The core, whose windows also hear what the shell wants shown. */
function withPlaces(core: ShellCore): { core: ShellCore; show(path: string): void } {
  const listeners = new Set<Parameters<ShellCore['onEvent']>[0]>();
  return {
    show(path) {
      for (const listener of listeners) listener('app', 'show', { path });
    },
    core: {
      ...core,
      onEvent(listener) {
        const stop = core.onEvent(listener);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    },
  };
}

/** Quitting waits for the core: what is acknowledged is on disk, and peers are told. */
function disposeAtQuit(app: Electron.App, core: Core, report: DesktopConfig['report']): void {
  let asked = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (asked) return;
    asked = true;
    core.dispose().then(
      () => app.exit(0),
      (fault) => {
        report(fault, 'quit');
        app.exit(1);
      },
    );
  });
}

/** macOS keeps copy, paste and quit in its menu bar; elsewhere the window has everything. */
function applicationMenu(Menu: typeof Electron.Menu): Electron.Menu | null {
  if (process.platform !== 'darwin') return null;
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]);
}
