/** Electron's entry: the only place that loads `electron` itself, which under plain Node would start a download. */
import { closeSync, existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ParlorError } from '../../../shared/errors.ts';
import { createCore } from '../../core/core.ts';
import { iconsDir, rendererDir } from '../../installation.ts';
import { startDesktop } from './start.ts';
import type { Updater } from './updates.ts';

let notified = false;

/** Notifies the launcher, if it listens on descriptor 3, that Electron is running. */
function notifyLauncher(): void {
  if (notified || process.env.PARLOR_STARTER === undefined) return;
  notified = true;
  try {
    writeSync(3, 'up\n');
    closeSync(3);
  } catch {
    // Started directly: there is no launcher.
  }
}

function report(fault: unknown, where: string): void {
  if (fault instanceof ParlorError) process.stderr.write(`${fault.code}: ${fault.message}\n`);
  else
    process.stderr.write(`Parlor: ${where}: ${fault instanceof Error ? (fault.stack ?? fault.message) : 'invalid'}\n`);
}

const electron = await import('electron');

/** A package that was built with an update source has its configuration in this file. */
const updatesItself = electron.app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
const loadUpdater = async (): Promise<Updater> => (await import('electron-updater')).default.autoUpdater;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.app.quit());
// Child processes that inherit it would run as plain Node.
delete process.env.ELECTRON_RUN_AS_NODE;
await startDesktop(electron, {
  argv: process.argv,
  env: process.env,
  platform: process.platform,
  rendererDir,
  iconsDir,
  createCore,
  loadUpdater: updatesItself ? loadUpdater : null,
  report,
  print: (text) => void process.stdout.write(text),
  onUp: notifyLauncher,
});
