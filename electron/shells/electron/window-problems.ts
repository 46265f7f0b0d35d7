/** Windows whose page does not load, crashes or hangs: reloads them, and offers a choice if that does not help. */

import type { BrowserWindow } from 'electron';
import { inBackground } from '../../../shared/background.ts';
import type { Ask } from './dialogs.ts';

/** Reloads of a crashed page without asking; no state is lost, since it lives in main. */
const maxReloads = 3;
/** Chromium's error code for a navigation replaced by another. */
const navigationAborted = -3;

export interface WindowProblemsOptions {
  window: BrowserWindow;
  ask: Ask;
  quit(): void;
  report(error: unknown, source: string): void;
}

export function handleWindowProblems({ window, ask, quit, report }: WindowProblemsOptions): void {
  const { webContents } = window;
  let reloadsLeft = maxReloads;
  let hangDialog: AbortController | null = null;

  function reload(): void {
    if (!window.isDestroyed()) webContents.reload();
  }

  async function handleFailedLoad(code: number, description: string, url: string): Promise<void> {
    report(new Error(`${description} (${code})`), url);
    window.show();
    const answer = await ask({ problem: 'load', reason: description, answers: ['retry', 'quit'], window });
    if (answer === 'quit') return quit();
    // A failure is reported as another event.
    if (!window.isDestroyed()) window.loadURL(url).catch(() => {});
  }

  async function handleCrash(reason: string, exitCode: number): Promise<void> {
    report(new Error(`${reason}, exit code ${exitCode}`), 'page');
    if (reloadsLeft > 0) {
      reloadsLeft -= 1;
      return reload();
    }
    if ((await ask({ problem: 'crashed', answers: ['reload', 'quit'], window })) === 'quit') quit();
    else reload();
  }

  async function handleHang(): Promise<void> {
    if (hangDialog) return;
    hangDialog = new AbortController();
    const { signal } = hangDialog;
    const answer = await ask({ problem: 'hanging', answers: ['reload', 'wait'], window, signal });
    hangDialog = null;
    if (answer === 'wait' || window.isDestroyed()) return;
    // A hanging page does not unload; the end of its process reloads it.
    webContents.forcefullyCrashRenderer();
  }

  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (isMainFrame && code !== navigationAborted) inBackground('page', handleFailedLoad(code, description, url));
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') inBackground('page', handleCrash(reason, exitCode));
  });
  window.on('unresponsive', () => inBackground('page', handleHang()));
  window.on('responsive', () => hangDialog?.abort());
}
