import { debuglog } from 'node:util';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { testInstallation } from '../doctor/self-test.ts';
import { selfTestText } from '../doctor/self-test-text.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { launchNodeWorker } from '../workers/worker.ts';
import { DaemonStartError, printFailure } from './output/failure.ts';
import { type OutputFlags, print } from './output/print.ts';
import { createProgram } from './program.ts';

/** Prints the stack of unexpected failures if NODE_DEBUG=parlor is set. */
const debug = debuglog('parlor');

/**
 * Runs one command line without the program's name. Never rejects: failures are printed, and set the exit code to 2 for wrong arguments,
 * otherwise to 1.
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    if (args[0] === '--self-test') return await printSelfTest({ json: args.includes('--json') || undefined });
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed the help or the version.
    if (error instanceof Error && 'exitCode' in error && error.exitCode === 0) return;
    const problem = problemOf(error);
    printFailure(problem, args, error instanceof DaemonStartError ? error.tableFields : {});
    process.exitCode = problem.code === 'bad_arguments' ? 2 : 1;
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof ParlorError) return error.toProblem();
  debug('%o', error);
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

async function printSelfTest(flags: OutputFlags): Promise<void> {
  const report = await testInstallation({ launchHooks: nodeLauncher(), launchWorker: launchNodeWorker });
  print(flags, { json: report, text: () => selfTestText(report) });
  if (!report.ok) process.exitCode = 1;
}
