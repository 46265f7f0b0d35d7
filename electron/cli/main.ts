#!/usr/bin/env node
/** The `parlor` command: the core without a window, or the app if no command is given. */
import { watchOutput } from '../failures/lost-output.ts';
import { containRejections } from '../failures/unhandled-rejections.ts';
import { enableCodeCache } from '../files/compile-cache.ts';

enableCodeCache(process.env);
containRejections();
watchOutput();
const args = process.argv.slice(2);
const { startsApp } = await import('../shells/options.ts');

if (startsApp(args)) {
  await import('../shells/start.ts');
} else {
  const { runCommandLine } = await import('./run-command-line.ts');
  await runCommandLine(args);

  // The transport's native part may keep the process alive after the network has gone.
  setTimeout(() => process.exit(), 3_000).unref();
}
