#!/usr/bin/env node
/** The `parlor` command: the core without a window, or the app if no command is given. */
import { watchOutput } from '../failures/lost-output.ts';
import { containRejections } from '../failures/unhandled-rejections.ts';
import { enableCodeCache } from '../files/compile-cache.ts';
import { entryUrl } from '../installation.ts';

// npm runs the script of a checkout in the checkout, whatever folder the user is in.
const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env;
if (script === 'parlor' && userFolder !== undefined) process.chdir(userFolder);
enableCodeCache(process.env);
const args = process.argv.slice(2);

if (args[0] === 'service') {
  // In this process, so that stopping it stops the service, which reads its own arguments.
  process.argv.splice(2, 1);
  await import(entryUrl('service').href);
} else await run();

async function run(): Promise<void> {
  containRejections();
  watchOutput();
  const { startsApp } = await import('../shells/options.ts');
  if (startsApp(args)) {
    await import('../shells/start.ts');
    return;
  }
  const { runCommandLine } = await import('./run-command-line.ts');
  await runCommandLine(args);

  // The transport's native part may keep the process alive after the network has gone.
  setTimeout(() => process.exit(), 3_000).unref();
}
