/**
 * Long-lived helper processes of main: the embedded community and the house. A worker prints one JSON line when it is
 * up, hears what it is told by lines on its stdin, writes its log to stderr, and ends by itself when its stdin closes, so a killed main never leaves orphans.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ParlorError } from '../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';

export interface Worker {
  /** The first stdout line. Rejects `service_failed` with the worker's last words when it ends before that. */
  readonly ready: Promise<JsonObject>;
  readonly exited: Promise<void>;
  /** Told each line after the first that can be read. */
  onLine(listener: (line: JsonObject) => void): void;
  /** Tells it something (see told.ts); lost where it has ended. */
  say(message: JsonObject): void;
  /** Asks it to end (stdin closes), kills it after five seconds. */
  stop(): Promise<void>;
}

export type LaunchWorker = (script: URL, args: string[], logFile: string) => Worker;

export const launchNodeWorker: LaunchWorker = (script, args, logFile) => {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  log.on('error', () => {});
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-2000);
    log.write(chunk);
  });
  child.stdin.on('error', () => {});

  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      log.end();
      resolve();
    });
    child.once('error', () => resolve());
  });
  const { first, onLine } = readLines(child.stdout);
  const ready = new Promise<JsonObject>((resolve, reject) => {
    first.then(resolve, reject);
    void exited.then(() => {
      const reason = lastWords.trim().split('\n').at(-1) ?? '';
      reject(new ParlorError('service_failed', `A helper process ended early. ${reason}`.trim(), { reason }));
    });
  });
  ready.catch(() => {});

  return {
    ready,
    exited,
    onLine,
    say: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(timer);
    },
  };
};

/** A worker's stdout: its first line, and those after it. */
export function readLines(output: NodeJS.ReadableStream): { first: Promise<JsonObject>; onLine: Worker['onLine'] } {
  const { promise: first, resolve, reject } = Promise.withResolvers<JsonObject>();
  const listeners = new Set<(line: JsonObject) => void>();
  let began = false;
  createInterface({ input: output }).on('line', (line) => {
    const value = read(line);
    if (began) {
      for (const listener of listeners) if (value) listener(value);
      return;
    }
    began = true;
    if (value) resolve(value);
    else reject(new ParlorError('service_failed', 'A helper process answered with something unreadable.'));
  });
  return { first, onLine: (listener) => void listeners.add(listener) };
}

function read(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
