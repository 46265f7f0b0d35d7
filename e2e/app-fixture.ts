/** A whole Parlor for one test: a fresh profile, free ports, captured logs, and a page in a real browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { entryPath } from '../electron/installation.ts';

/** Registrations need almost no proof of work: the house players register at every first start. */
const quickRegistration = { PARLOR_SERVICE_DIFFICULTY: '1' };

export interface RunningApp {
  readonly dataDir: string;
  /** The link with a fresh launch code. */
  url(): string;
  /** Everything that Parlor has printed so far. */
  log(): string;
  start(options?: { server?: string; env?: Record<string, string> }): Promise<void>;
  /** A clean stop. */
  stop(): Promise<void>;
  /** kill -9, like a power failure. */
  kill(): Promise<void>;
  /** To the main process: stops or continues it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Changes a command before it is started. */
export type WrapCommand = (command: string[]) => [string, string[]];

/** `wrapCommand` changes the command that starts Parlor, for instance to run it in another network namespace. */
export async function createApp(
  wrapCommand: WrapCommand = ([program = '', ...args]) => [program, args],
): Promise<RunningApp & { dispose(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlor-e2e-'));
  let child: ChildProcess | null = null;
  let link = '';
  let log = '';

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    // In case a test has stopped it.
    running.kill('SIGCONT');
    await exited;
    child = null;
  }

  return {
    dataDir,
    url: () => link,
    log: () => log,
    async start({ server, env } = {}) {
      const [command, args] = wrapCommand([
        process.execPath,
        entryPath('start'),
        '--web',
        'headless',
        '--data-dir',
        dataDir,
        ...(server ? ['--server', server] : []),
      ]);
      const started = spawn(command, args, {
        env: { ...process.env, ...quickRegistration, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stderr!.on('data', (chunk: Buffer) => {
        log += chunk.toString('utf8');
      });
      link = await new Promise<string>((resolve, reject) => {
        createInterface({ input: started.stdout! }).on('line', (line) => {
          log += `${line}\n`;
          try {
            const event = JSON.parse(line) as { event: string; url: string };
            if (event.event === 'web') resolve(event.url);
          } catch (error) {
            reject(error as Error);
          }
        });
        started.once('exit', (code) => reject(new Error(`Parlor exited with ${code}: ${log}`)));
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    signal: (signal) => void child?.kill(signal),
    async dispose() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Collects errors that a page prints and violations of its content security policy; tests expect none. */
export function watchPage(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text()))
      pageErrors.push(message.text());
  });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  return pageErrors;
}

export const test = base.extend<{ app: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  app: async ({}, use, info) => {
    const app = await createApp();
    try {
      await use(app);
    } finally {
      if (info.status !== info.expectedStatus) await info.attach('parlor.log', { body: app.log() });
      await app.dispose();
    }
  },
});
export { expect };
