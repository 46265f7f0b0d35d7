/** The only place that creates windows. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { minimumSize, type WindowState } from './bounds.ts';
import { appOrigin } from './schemes.ts';

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  /** Absolute path of the preload script. */
  preload: string;
  devTools: boolean;
  state: WindowState;
  /** The page shown first. */
  path: string | null;
}

/** A window that appears once its page has loaded; see window-problems.ts for pages that do not. */
export function createWindow({ Window, preload, devTools, state, path }: WindowOptions): BrowserWindow {
  const window = new Window({
    ...state.bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Parlor',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      devTools,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (state.maximized) window.maximize();
    window.show();
  });
  // Failures are also reported as events of the page.
  window.loadURL(path === null ? `${appOrigin}/` : `${appOrigin}/#${path}`).catch(() => {});
  return window;
}
