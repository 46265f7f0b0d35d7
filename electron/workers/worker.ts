/**
 * Long-lived child processes of main: the embedded community, the house players and the LAN proxy. A worker prints one JSON line when it is
 * ready, receives messages as JSON lines (see entry.ts), logs to stderr, and exits on request. It also exits with its parent, so that a
 * killed main leaves no orphans.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inBackground } from '../../shared/background.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { readWorkerMessage } from '../../shared/worker-messages.ts';
import { openLogStream } from '../files/foreign-file.ts';

export interface Worker {
  /** The first stdout line. Rejects `service_failed` with the end of stderr if the worker exits before that. */
  readonly ready: Promise<JsonObject>;
  readonly exited: Promise<void>;
  /** Calls back with each JSON object after the first line. */
  onLine(listener: (line: JsonObject) => void): void;
  /** Does nothing after the worker has exited. */
  send(message: JsonObject): void;
  /** Asks the worker to exit, and kills it if it does not. Resolves when it has exited. */
  stop(): Promise<void>;
}

export type LaunchWorker = (script: URL, args: string[], logFile: string) => Worker;

/** A started child process. */
export interface WorkerProcess {
  stdout: NodeJS.ReadableStream;
  stderr: NodeJS.ReadableStream;
  /** Resolves once it has exited or could not be started. */
  exited: Promise<void>;
  send(text: string): void;
  requestStop(): void;
  kill(): void;
}

export interface WorkerTimeouts {
  /** Milliseconds until the first line must arrive. */
  startMs: number;
  /** Milliseconds from the stop request until the worker is killed. */
  stopMs: number;
}

const defaultTimeouts: WorkerTimeouts = { startMs: 60_000, stopMs: 5_000 };

export function superviseWorker(
  child: WorkerProcess,
  logFile: string,
  { startMs, stopMs }: WorkerTimeouts = defaultTimeouts,
): Worker {
  const { exited } = child;
  const log = openLogStream(logFile);
  log.on('error', () => {});
  let stderrTail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString('utf8')).slice(-2000);
    log.write(chunk);
  });
  inBackground(
    'log of a worker',
    exited.then(() => log.end()),
  );

  const { firstLine, onLine } = readLines(child.stdout);
  const ready = new Promise<JsonObject>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ParlorError('service_failed', 'A helper process did not start in time.', { limit: startMs }));
      child.kill();
    }, startMs);
    firstLine
      .then(resolve)
      .catch((error: unknown) => {
        reject(error);
        child.kill();
      })
      .finally(() => clearTimeout(timer))
      .catch(reject);
    exited
      .then(() => {
        const reason = stderrTail.trim().split('\n').at(-1) ?? '';
        clearTimeout(timer);
        reject(new ParlorError('service_failed', `A helper process ended early. ${reason}`.trim(), { reason }));
      })
      .catch(reject);
  });
  // Those who send before the worker is ready learn nothing new from its failure.
  ready.catch(() => {});

  return {
    ready,
    exited,
    onLine,
    send: (message) => child.send(JSON.stringify(message)),
    async stop() {
      child.requestStop();
      const timer = setTimeout(() => child.kill(), stopMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Limits glibc's allocator to few arenas: each of a worker's threads would otherwise retain the memory it once needed. */
export const workerEnvironment = (): NodeJS.ProcessEnv => ({ MALLOC_ARENA_MAX: '2', ...process.env });

export const launchNodeWorker: LaunchWorker = (script, args, logFile) => {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: workerEnvironment(),
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const { stdout, stderr } = child;
  return superviseWorker(
    {
      stdout,
      stderr,
      exited,
      send: (text) => void child.stdin.write(`${text}\n`),
      requestStop: () => void child.stdin.end(),
      kill: () => void child.kill('SIGKILL'),
    },
    logFile,
  );
};

/** A worker's stdout: its first line, and those after it. */
function readLines(output: NodeJS.ReadableStream): { firstLine: Promise<JsonObject>; onLine: Worker['onLine'] } {
  const { promise: firstLine, resolve, reject } = Promise.withResolvers<JsonObject>();
  const listeners = new Set<(line: JsonObject) => void>();
  let hasFirstLine = false;
  createInterface({ input: output }).on('line', (line) => {
    const value = readWorkerMessage(line);
    if (hasFirstLine) {
      for (const listener of listeners) if (value) listener(value);
      return;
    }
    hasFirstLine = true;
    if (value) resolve(value);
    else reject(new ParlorError('service_failed', 'A helper process sent an unreadable message.'));
  });
  return { firstLine, onLine: (listener) => void listeners.add(listener) };
}
