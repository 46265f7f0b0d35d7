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
  /** Tells it something; lost where it has ended. */
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
  const ready = new Promise<JsonObject>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        const value: unknown = JSON.parse(line);
        if (isJsonObject(value)) resolve(value);
      } catch {
        reject(new ParlorError('service_failed', 'A helper process answered with something unreadable.'));
      }
    });
    void exited.then(() => {
      const reason = lastWords.trim().split('\n').at(-1) ?? '';
      reject(new ParlorError('service_failed', `A helper process ended early. ${reason}`.trim(), { reason }));
    });
  });
  ready.catch(() => {});

  return {
    ready,
    exited,
    say: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(timer);
    },
  };
};
