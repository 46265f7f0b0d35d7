/** `node service/main.ts [backup|check|copy|moderate] ...`: runs a subcommand, or the service by default. */
import { run } from './commands/run.ts';

/** The error of output that was lost, as on a full disk. A reader that has seen enough is no failure. */
let lost: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') lost ??= error;
});

const code = await run(process.argv.slice(2), process.env);
// An open stdin keeps Node running, and an Electron utility process runs until it exits explicitly. Piped output is flushed first.
process.stdout.write('', () =>
  // The error is emitted after the callback.
  setImmediate(() => {
    const line = lost === null ? '' : `The output could not be written (${lost.code}).\n`;
    process.stderr.write(line, () => process.exit(lost === null ? code : 1));
  }),
);
