/** `Parlor --self-test`: the report of doctor/self-test.ts from within Electron, with its keychain, its window and a board's frame. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SelfTestReport, testInstallation } from '../../doctor/self-test.ts';
import { electronLauncher } from '../../hooks/electron-launcher.ts';
import { entryPath } from '../../installation.ts';
import { createKeychain } from './keychain.ts';
import { preparePages, servePages } from './pages.ts';
import type { ElectronModule } from './run.ts';
import { appOrigin, boardUrl } from './schemes.ts';
import { createWindow } from './window.ts';
import { utilityWorkers } from './workers.ts';

export interface DesktopSelfTest {
  platform: NodeJS.Platform;
  rendererDir: string;
}

const board = { label: '0'.repeat(32), page: '<!doctype html><title>board</title>' };

/** Makes every call that must precede `ready` before its first `await`. */
export async function testDesktop(
  electron: ElectronModule,
  { platform, rendererDir }: DesktopSelfTest,
): Promise<SelfTestReport> {
  const { app, safeStorage, utilityProcess } = electron;
  const userData = mkdtempSync(join(tmpdir(), 'parlor-self-test-window-'));
  app.setPath('userData', userData);
  preparePages(electron);
  // Keeps the app running after its window has closed, until the report is printed.
  app.on('window-all-closed', () => {});
  await app.whenReady();
  const file = { bytes: new TextEncoder().encode(board.page), type: 'text/html' };
  const boards = {
    get: (label: string, path: string) => (label === board.label && path === 'index.html' ? file : null),
  };
  await servePages(electron, { rendererDir, boards });
  const keychain = createKeychain(safeStorage, platform);
  const { backend, protects } = await keychain.status();
  try {
    return await testInstallation({
      launchHooks: electronLauncher({ fork: (...args) => utilityProcess.fork(...args) }),
      launchWorker: utilityWorkers(utilityProcess),
      versions: { chromium: process.versions.chrome ?? 'unknown', keychain: backend, keychain_protects: protects },
      checks: [
        ['keychain', 'the keychain opens what it sealed', () => checkKeychain(keychain, protects)],
        ['window', 'the window and a board in its frame load', () => checkWindow(electron)],
      ],
    });
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
}

/** A keychain that does not protect is not used, so it need not work. */
async function checkKeychain(keychain: ReturnType<typeof createKeychain>, protects: boolean): Promise<void> {
  if (!protects) return;
  const { bytes } = await keychain.open(await keychain.seal(new Uint8Array([1, 2, 3])));
  if (bytes.join() !== '1,2,3') throw new Error('The keychain returned other bytes than it sealed.');
}

/** Loads the page with its preload script, and shows a board in a frame. */
async function checkWindow({ BrowserWindow }: ElectronModule): Promise<void> {
  const window = createWindow({
    Window: BrowserWindow,
    preload: entryPath('preload'),
    devTools: false,
    state: { bounds: { x: 0, y: 0, width: 800, height: 600 }, maximized: false },
    path: null,
  });
  try {
    await window.loadURL(`${appOrigin}/`);
    await window.webContents.executeJavaScript(`new Promise((resolve, reject) => {
      if (!window.parlor) reject(new Error('The preload script did not run.'));
      const frame = Object.assign(document.createElement('iframe'), { src: '${boardUrl(board.label)}' });
      frame.sandbox = 'allow-scripts';
      frame.onload = () => resolve();
      document.body.append(frame);
    })`);
  } finally {
    window.close();
  }
}
