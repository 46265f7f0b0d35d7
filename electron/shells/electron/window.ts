/** The one place that makes windows. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { appOrigin } from './schemes.ts';

/** Reloads after crashes of the page: main is the truth, so nothing is lost; a page that keeps crashing is left alone. */
const reloads = 3;

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  /** Absolute path of the preload script. */
  preload: string;
  devTools: boolean;
}

export function createWindow({ Window, preload, devTools }: WindowOptions): BrowserWindow {
  const window = new Window({
    width: 1200,
    height: 800,
    minWidth: 640,
    minHeight: 480,
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
  window.once('ready-to-show', () => window.show());
  let left = reloads;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || left === 0) return;
    left -= 1;
    window.webContents.reload();
  });
  void window.loadURL(`${appOrigin}/`);
  return window;
}
