/** The desktop app, on an electron module that is handed in: the entry hands in the real one, tests one that records. */
import { join } from 'node:path';
import type Electron from 'electron';
import type { Core, CoreConfig } from '../../core.ts';
import { electronLauncher } from '../../hooks/electron-launcher.ts';
import type { LaunchHooks } from '../../hooks/host.ts';
import type { LaunchWorker } from '../../workers/worker.ts';
import { readAppFiles } from '../app-files.ts';
import { serveIpc } from './ipc.ts';
import { createKeychain } from './keychain.ts';
import { lockApp, lockSession } from './lockdown.ts';
import { boardScheme, boardUrl, schemes, serveApp, serveBoards } from './schemes.ts';
import { createWindow } from './window.ts';
import { utilityWorkers } from './workers.ts';

export type ElectronModule = Pick<
  typeof Electron,
  'app' | 'BrowserWindow' | 'ipcMain' | 'Menu' | 'protocol' | 'safeStorage' | 'session' | 'utilityProcess'
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
  createCore: (config: DesktopCoreConfig) => Promise<Core>;
  report: (fault: unknown, where: string) => void;
  /** The window is on its way. */
  onUp: () => void;
}

/** Switches that open a packaged app to whoever starts it. */
const debugging = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'];

/** Resolves when the window is on its way, or at once where another Parlor has this data directory. */
export async function runDesktop(electron: ElectronModule, config: DesktopConfig): Promise<void> {
  const { app, BrowserWindow, ipcMain, Menu, protocol, safeStorage, session, utilityProcess } = electron;

  // All of this has to be said before the app is ready.
  app.setPath('userData', join(config.dataDir, 'window'));
  if (app.isPackaged && debugging.some((name) => app.commandLine.hasSwitch(name))) return app.exit(1);
  if (!app.requestSingleInstanceLock()) return app.quit();
  lockApp(app);
  protocol.registerSchemesAsPrivileged(schemes);
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

  const admit = serveIpc({ ipcMain, core, report: config.report });
  let window: Electron.BrowserWindow | null = null;
  const open = () => {
    window = createWindow({
      Window: BrowserWindow,
      preload: join(import.meta.dirname, 'preload.cjs'),
      devTools: !app.isPackaged,
    });
    admit(window.webContents);
    window.once('closed', () => {
      window = null;
    });
  };
  // What another start was given is not looked at: anyone may start a program with any arguments.
  app.on('second-instance', () => {
    if (!window) return open();
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('activate', () => {
    if (!window) open();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  open();
  config.onUp();
  await core.start();
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
