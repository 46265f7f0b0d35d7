/** Electron's entry: the only place that loads `electron` itself, which under plain Node would start a download. */
import { closeSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ParlorError } from '../../../shared/errors.ts';
import { createCore } from '../../core.ts';
import { chooseDataDir, makeDataDir } from '../../files/data-dir.ts';
import { readOptions } from '../options.ts';
import { runDesktop } from './run.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Chromium and Electron put switches of their own among the arguments; only ours are read. */
function ownArguments(): string[] {
  return process.argv.filter((argument) => /^--(?:(?:data-dir|server|network)=|allow-plain-http$)/.test(argument));
}

/** Tells the process that started this one, on descriptor 3 where it listens there, that the window is on its way. */
function tellStarter(): void {
  if (process.env.PARLOR_STARTER === undefined) return;
  try {
    writeSync(3, 'up\n');
    closeSync(3);
  } catch {
    // Started by hand: nobody listens.
  }
}

function report(fault: unknown, where: string): void {
  process.stderr.write(`Parlor: ${where}: ${fault instanceof Error ? (fault.stack ?? fault.message) : 'invalid'}\n`);
}

const electron = await import('electron');

function fail(error: unknown): void {
  if (error instanceof ParlorError) process.stderr.write(`${error.code}: ${error.message}\n`);
  else report(error, 'start');
  electron.app.exit(1);
}

try {
  const options = readOptions(ownArguments(), process.env);
  const dataDir = chooseDataDir(options.dataDir, process.env);
  await makeDataDir(dataDir);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.app.quit());
  // Not awaited: Electron holds back `ready` until this module is done.
  runDesktop(electron, {
    dataDir,
    server: options.server,
    allowPlainHttp: options.allowPlainHttp,
    network: options.network,
    rendererDir: join(root, 'renderer', 'dist'),
    iconsDir: join(root, 'resources', 'icons'),
    args: process.argv.slice(1),
    createCore,
    report,
    onUp: tellStarter,
  }).catch(fail);
} catch (error) {
  fail(error);
}
