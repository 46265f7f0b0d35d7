#!/usr/bin/env node
/** `parlor`: the same core without a window. */
import { ParlorError } from '../../shared/errors.ts';
import { keepCompiled } from '../files/compile-cache.ts';

keepCompiled(process.env);
const { createProgram } = await import('./program.ts');

// Whoever read the output may have had enough; a table is played on.
process.stdout.on('error', () => {});

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof ParlorError) {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = error.code === 'bad_arguments' ? 2 : 1;
  } else if (error instanceof Error && 'exitCode' in error) {
    // commander has said what is wrong; wrong words on the command line are 2, help and version are 0.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    throw error;
  }
}

// A command is over when it is done, even where the transport's native part cannot let go of a network that went away.
setTimeout(() => process.exit(), 3_000).unref();
