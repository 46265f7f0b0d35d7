/** Helper processes of main under Electron, where Node's own child processes are switched off: utility processes. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type LaunchWorker, readLines } from '../../workers/worker.ts';

/** Milliseconds a worker may take to end when asked. */
const patience = 5_000;

/** Electron's `utilityProcess`, as far as it is used. */
export interface Forks {
  fork(
    script: string,
    args: string[],
    options: { serviceName: string; stdio: ['ignore', 'pipe', 'pipe'] },
  ): UtilityProcess;
}

/** A utility process ends with its parent, so unlike a Node child it is not told to watch its stdin, which it lacks: what it is told comes by its parent port. */
export function utilityWorkers(utilityProcess: Forks): LaunchWorker {
  return (script, args, logFile) => {
    const child = utilityProcess.fork(fileURLToPath(script), args, {
      serviceName: 'Parlor helper',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    log.on('error', () => {});
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString('utf8')).slice(-2000);
      log.write(chunk);
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        log.end();
        resolve();
      });
    });
    const { first, onLine } = readLines(child.stdout ?? Readable.from([]));
    const ready = new Promise<JsonObject>((resolve, reject) => {
      first.then(resolve, reject);
      void exited.then(() => {
        const reason = lastWords.trim().split('\n').at(-1) ?? '';
        reject(new ParlorError('service_failed', `A helper process ended early. ${reason}`.trim(), { reason }));
      });
    });
    // Whoever waits for it hears of it; nobody else needs to.
    ready.catch(() => {});
    return {
      ready,
      exited,
      onLine,
      say: (message) => child.postMessage(JSON.stringify(message)),
      async stop() {
        child.kill();
        const { pid } = child;
        const timer = setTimeout(() => pid !== undefined && process.kill(pid, 'SIGKILL'), patience);
        await exited;
        clearTimeout(timer);
      },
    };
  };
}
