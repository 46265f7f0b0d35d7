/** The desktop app. Takes the electron module as a parameter, so that tests can pass a fake. */

import { join } from 'node:path';
import type Electron from 'electron';
import { inBackground } from '../../../shared/background.ts';
import { appScheme } from '../../../shared/community/join-links.ts';
import { toProblem } from '../../../shared/errors.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import type { Core, CoreConfig } from '../../core/core.ts';
import { electronLauncher } from '../../hooks/electron-launcher.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { entryPath } from '../../installation.ts';
import { retryWhileOwnerExits } from '../../owner/attach.ts';
import { requestHandOver } from '../../owner/request-hand-over.ts';
import { version } from '../../version.ts';
import type { LaunchWorker } from '../../workers/worker.ts';
import { pictureTakerWith } from '../pictures/open-picture-taker.ts';
import { interceptKeys } from './board-keys.ts';
import { type Ask, createDialogs } from './dialogs.ts';
import { createIndicators } from './indicators.ts';
import { serveIpc } from './ipc.ts';
import { createKeychain } from './keychain.ts';
import { findLinkPath, findRecordFile, readRecordFile } from './launch-arguments.ts';
import { type ApplicationMenuOptions, applicationMenu, contextMenu } from './menu.ts';
import { preparePages, servePages } from './pages.ts';
import { disposeAtQuit } from './quit.ts';
import { boardUrl } from './schemes.ts';
import { createTexts, type Texts } from './texts.ts';
import { createUpdates, type Updater } from './updates.ts';
import { createWindow } from './window.ts';
import { handleWindowProblems } from './window-problems.ts';
import { trackWindowState } from './window-state.ts';
import { utilityWorkers } from './workers.ts';

export type ElectronModule = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'utilityProcess'
>;

/** Electron's binary does not run as Node, so helper processes are utility processes. */
export type DesktopCoreConfig = CoreConfig & { launchHooks: LaunchHooks; launchWorker: LaunchWorker };

export interface DesktopConfig {
  dataDir: string;
  server: string | null;
  /** As in CoreConfig. */
  allowPlainHttp?: boolean;
  network?: string | null;
  platform: NodeJS.Platform;
  rendererDir: string;
  iconsDir: string;
  /** Command-line arguments; the first link among them is opened. */
  args: readonly string[];
  createCore: (config: DesktopCoreConfig) => Promise<Core>;
  report: (error: unknown, source: string) => void;
  /** Null if this copy of the app does not update itself. */
  loadUpdater: (() => Promise<Updater>) | null;
  /** Called once Electron is ready, which shows that it can run on this computer. */
  onReady: () => void;
}

const appName = 'Parlor';
/** The ID in the packaged app's shortcut, by which Windows attributes notifications to the app. */
const appUserModelId = 'org.parlor.Parlor';

/** Switches that would let any local process control a packaged app. */
const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'];

/**
 * Resolves once the core has started, or at once if another instance uses this data directory. Makes every call that must precede
 * `ready` before its first `await`.
 */
export async function runDesktop(electron: ElectronModule, config: DesktopConfig): Promise<void> {
  const { app, dialog, ipcMain, Menu, powerMonitor } = electron;
  const { platform, report } = config;

  nameApp(app, platform);
  app.setPath('userData', join(config.dataDir, 'window'));
  if (app.isPackaged && debugSwitches.some((name) => app.commandLine.hasSwitch(name))) return app.exit(1);
  if (!app.requestSingleInstanceLock()) return app.quit();
  preparePages(electron);
  if (app.isPackaged) app.setAsDefaultProtocolClient(appScheme);
  // Links may arrive before there is a window: macOS delivers them as events, other systems start a second instance.
  let initialPath: string | null = findLinkPath(config.args);
  let showPage = (path: string | null): void => {
    initialPath = path ?? initialPath;
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    showPage(findLinkPath([link]));
  });
  // Files are delivered the same way.
  let initialFile: string | null = findRecordFile(config.args, process.cwd());
  let showFile = (path: string): void => {
    initialFile = path;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    showFile(path);
  });
  // Among a second instance's arguments, only links and records count: a link opens a sheet, a record is shown.
  app.on('second-instance', (_event, args, workingDir) => {
    const file = findRecordFile(args, workingDir);
    if (file !== null) showFile(file);
    else showPage(findLinkPath(args));
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') report(new Error(`${reason}, exit code ${exitCode}`), serviceName ?? type);
  });
  const texts = createTexts(app);
  const { t } = texts;
  const ask = createDialogs(dialog, t);
  await app.whenReady();
  config.onReady();

  const core = await openCore(electron, config, ask);
  if (core === null) return app.exit(1);
  disposeAtQuit(app, core, report);
  core.setSystemLanguages(app.getPreferredSystemLanguages());
  core.setBoardUrl(boardUrl);

  await servePages(electron, { rendererDir: config.rendererDir, boards: core.boards });
  const windowState = await trackWindowState(join(config.dataDir, 'window'), electron.screen);
  const windowEvents = withWindowEvents(core);
  const admitWindow = serveIpc({ ipcMain, core: windowEvents.core, report });
  let window: Electron.BrowserWindow | null = null;
  const updates =
    config.loadUpdater &&
    (await createUpdates({
      load: config.loadUpdater,
      dialog,
      t,
      report,
      version,
      folder: join(config.dataDir, 'window'),
      isPlaying: () => isPlaying(core),
      showProgress: (fraction) => window?.setProgressBar(fraction),
    }));
  app.once('will-quit', () => updates?.dispose());
  translateMenu(electron, texts, core, {
    platform,
    devTools: !app.isPackaged,
    ...(updates ? { checkForUpdates: () => inBackground('update', updates.check()) } : {}),
  });
  const openWindow = (path: string | null) => {
    const newWindow = createWindow({
      Window: electron.BrowserWindow,
      preload: entryPath('preload'),
      devTools: !app.isPackaged,
      state: windowState.restore(),
      path,
    });
    window = newWindow;
    admitWindow(newWindow.webContents);
    handleWindowProblems({ window: newWindow, ask, quit: () => app.quit(), report });
    interceptKeys(newWindow.webContents, (key) => windowEvents.emit('pressed', key));
    newWindow.webContents.on('context-menu', (_event, params) => {
      const items = contextMenu(t, params);
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window: newWindow });
    });
    windowState.watch(newWindow);
    newWindow.once('closed', () => {
      if (window === newWindow) window = null;
    });
  };
  showPage = (path) => {
    if (!window) return openWindow(path);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (path !== null) windowEvents.emit('show', { path });
  };
  /** The page that shows a record; for an unreadable file, the page to choose another. */
  const recordPage = (path: string): Promise<string> =>
    readRecordFile(path)
      .then((text) => core.handlers.tables.take_record({ record: null, text }, { surface: 'desktop' }))
      .then(
        ({ record }) => `/tables/record/${record}`,
        () => '/tables/record',
      );
  showFile = (path) => inBackground('record', recordPage(path).then(showPage));
  const indicators = createIndicators({
    electron,
    core,
    t,
    iconsDir: config.iconsDir,
    platform,
    focusedPath: () => (window?.isFocused() ? new URL(window.webContents.getURL()).hash.slice(1) : null),
    hasWindow: () => window !== null,
    show: (path) => showPage(path),
    setOverlay: (image, description) => window?.setOverlayIcon(image, description),
    report,
  });
  app.once('will-quit', () => indicators.dispose());
  app.on('activate', () => showPage(null));
  app.on('window-all-closed', () => {
    if (!indicators.staysOpen() && platform !== 'darwin') app.quit();
  });
  // Connections may have ended unnoticed.
  powerMonitor.on('resume', () =>
    inBackground('retry', Promise.resolve(core.handlers.app.retry({}, { surface: 'desktop' }))),
  );

  openWindow(initialFile === null ? initialPath : await recordPage(initialFile));
  await core.start();
}

/** The same in a checkout and a packaged app: keychain items and folders are named after it. */
function nameApp(app: Electron.App, platform: NodeJS.Platform): void {
  app.setName(appName);
  if (platform === 'linux') app.setDesktopName(`${appName.toLowerCase()}.desktop`);
  // Windows identifies a program without a shortcut by its path.
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appUserModelId : process.execPath);
}

/**
 * Opens the core, taking the data directory over from an agent's `parlor mcp` that has no table. Null if the user gives up because
 * another process uses it. Rejects as `createCore` does.
 */
async function openCore(electron: ElectronModule, config: DesktopConfig, ask: Ask): Promise<Core | null> {
  const { safeStorage, shell, utilityProcess } = electron;
  /** Null if another process owns the data directory. */
  const tryCreateCore = () =>
    config
      .createCore({
        dataDir: config.dataDir,
        server: config.server,
        allowPlainHttp: config.allowPlainHttp ?? false,
        network: config.network ?? null,
        shell: 'desktop',
        // Selects the folder instead of opening it: a folder can be an application.
        showFolder: (path) => shell.showItemInFolder(path),
        openPictureTaker: pictureTakerWith(),
        keychain: createKeychain(safeStorage, config.platform),
        launchHooks: electronLauncher({ fork: (...args) => utilityProcess.fork(...args) }),
        launchWorker: utilityWorkers(utilityProcess),
      })
      .catch((error: unknown) => {
        if (toProblem(error).code === 'data_dir_busy') return null;
        throw error;
      });
  for (;;) {
    let core = await tryCreateCore();
    if (core === null && (await requestHandOver(config.dataDir))) core = await retryWhileOwnerExits(tryCreateCore);
    if (core !== null) return core;
    if ((await ask({ problem: 'busy', answers: ['retry', 'quit'] })) === 'quit') return null;
  }
}

async function isPlaying({ handlers }: ShellCore): Promise<boolean> {
  const { tables } = await handlers.tables.list({ limit: 1 }, { surface: 'desktop' });
  return tables.some(({ phase, ended_at }) => phase === 'playing' && ended_at === null);
}

function translateMenu(
  { Menu }: ElectronModule,
  texts: Texts,
  core: ShellCore,
  options: Omit<ApplicationMenuOptions, 't'>,
): void {
  const updateMenu = () => {
    Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu({ t: texts.t, ...options })));
  };
  texts.followLanguage(core, updateMenu);
  updateMenu();
}

/** Adds the shell's own events to those of the core. */
function withWindowEvents(core: ShellCore): { core: ShellCore; emit(name: 'show' | 'pressed', payload: object): void } {
  const listeners = new Set<Parameters<ShellCore['onEvent']>[0]>();
  return {
    emit(name, payload) {
      for (const listener of listeners) listener('app', name, payload);
    },
    core: {
      ...core,
      onEvent(listener) {
        const unsubscribe = core.onEvent(listener);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          unsubscribe();
        };
      },
    },
  };
}
