/** Electron's entry: the only place that loads `electron` itself, which under plain Node would start a download. */
import { closeSync, existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ParlorError } from '../../../shared/errors.ts';
import { createCore } from '../../core/core.ts';
import { iconsDir, rendererDir } from '../../installation.ts';
import { startDesktop } from './start.ts';
import type { Updater } from './updates.ts';

/** An app that fails sooner would only fail again. */
const restartAfterSeconds = 60;

let hasNotified = false;

/** Notifies the launcher, if it listens on descriptor 3, that Electron is running. */
function notifyLauncher(): void {
  if (hasNotified || process.env.PARLOR_STARTER === undefined) return;
  hasNotified = true;
  try {
    writeSync(3, 'up\n');
    closeSync(3);
  } catch {
    // Started directly: there is no launcher.
  }
}

function report(error: unknown, source: string): void {
  if (error instanceof ParlorError) process.stderr.write(`${error.code}: ${error.message}\n`);
  else
    process.stderr.write(`Parlor: ${source}: ${error instanceof Error ? (error.stack ?? error.message) : 'invalid'}\n`);
}

const electron = await import('electron');

/** A package that was built with an update source has its configuration in this file. */
const canUpdate = electron.app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
const loadUpdater = async (): Promise<Updater> => (await import('electron-updater')).default.autoUpdater;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.app.quit());
// Electron would show a message, and go on with whatever state is left (docs/decisions/038-unexpected-errors.md).
process.on('uncaughtException', (error) => {
  report(error, 'uncaught exception');
  if (electron.app.isPackaged && process.uptime() > restartAfterSeconds) electron.app.relaunch();
  electron.app.exit(1);
});
// Child processes that inherit it would run as plain Node.
delete process.env.ELECTRON_RUN_AS_NODE;
await startDesktop(electron, {
  argv: process.argv,
  env: process.env,
  platform: process.platform,
  rendererDir,
  iconsDir,
  createCore,
  loadUpdater: canUpdate ? loadUpdater : null,
  report,
  print: (text) => void process.stdout.write(text),
  onTerminal: process.stdout.isTTY,
  onReady: notifyLauncher,
});
