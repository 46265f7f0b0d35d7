/** Worker processes under Electron, as utility processes: Electron's binary does not run as Node. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { stopRequest } from '../../../shared/worker-messages.ts';
import { type LaunchWorker, superviseWorker, type WorkerTimeouts, workerEnvironment } from '../../workers/worker.ts';

/**
 * The service answers running requests for up to five seconds, longer on a busy computer. Two workers that do not stop, one after the other, fit into the time limit
 * for quitting (quit.ts).
 */
const timeouts: WorkerTimeouts = { startMs: 60_000, stopMs: 8_000 };

const drainMs = 500;

/** The part of Electron's `utilityProcess` that is used here. */
export interface ProcessForker {
  fork(
    script: string,
    args: string[],
    options: { serviceName: string; stdio: ['ignore', 'pipe', 'pipe']; env: NodeJS.ProcessEnv },
  ): UtilityProcess;
}

/** A utility process exits with its parent, so unlike a Node child it need not watch its stdin; messages use its parent port. */
export function utilityWorkers(utilityProcess: ProcessForker, overrides: Partial<WorkerTimeouts> = {}): LaunchWorker {
  return (script, args, logFile) => {
    const child = utilityProcess.fork(fileURLToPath(script), args, {
      serviceName: 'Parlor helper',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: workerEnvironment(),
    });
    return superviseWorker(
      {
        stdout: child.stdout ?? Readable.from([]),
        stderr: child.stderr ?? Readable.from([]),
        exited: exitOf(child),
        send: (text) => child.postMessage(text),
        requestStop: () => child.postMessage(stopRequest),
        // `kill()` of a utility process is a request on POSIX systems.
        kill: () => {
          if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
        },
      },
      logFile,
      { ...timeouts, ...overrides },
    );
  };
}

/** Resolves once the process has exited and its last output has been read. */
async function exitOf(child: UtilityProcess): Promise<void> {
  await new Promise((resolve) => void child.once('exit', resolve));
  if (child.stderr)
    await finished(child.stderr, { signal: AbortSignal.timeout(drainMs) }).catch(() => {
      // Its last lines are lost.
    });
}
