/** The one place that makes windows. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { smallest, type WindowState } from './bounds.ts';
import { appOrigin } from './schemes.ts';

/** Reloads after crashes of the page: main is the truth, so nothing is lost; a page that keeps crashing is left alone. */
const reloads = 3;

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  /** Absolute path of the preload script. */
  preload: string;
  devTools: boolean;
  place: WindowState;
  /** What it shows first. */
  path: string | null;
}

export function createWindow({ Window, preload, devTools, place, path }: WindowOptions): BrowserWindow {
  const window = new Window({
    ...place.bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
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
    if (place.maximized) window.maximize();
    window.show();
  });
  let left = reloads;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || left === 0) return;
    left -= 1;
    window.webContents.reload();
  });
  void window.loadURL(path === null ? `${appOrigin}/` : `${appOrigin}/#${path}`);
  return window;
}
