/** A process that the soak kills and restarts, and whose memory and descriptors it measures. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createWriteStream, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { workerEnvironment } from '../../electron/workers/worker.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import {
  type ProcessInfo,
  processInfo,
  residentMemory,
  runningProcesses,
  withDescendants,
} from '../../shared/testing/processes.ts';
import { readWorkerMessage } from '../../shared/worker-messages.ts';

export interface ChildConfig {
  name: string;
  /** Program and arguments; called at each start. */
  command: () => string[];
  /** The event in the line that it prints once it is ready. */
  readyEvent: string;
  /** Receives stderr. */
  logFile: string;
  onMessage?: (line: JsonObject) => void;
  /** Called when it exits after it was ready, other than by `kill` or `stop`. */
  onCrash: (reason: string) => void;
}

/** Milliseconds until a process that was asked to exit is killed; more than any worker needs. */
const stopMs = 60_000;

export class Child {
  readonly config: ChildConfig;
  #process: ChildProcessWithoutNullStreams | null = null;
  #exited: Promise<void> = Promise.resolve();
  #exitRequested = false;
  /** How many times it has been started. */
  startCount = 0;
  /** Descendants of killed processes, which must exit on their own. */
  readonly orphans: ProcessInfo[] = [];

  constructor(config: ChildConfig) {
    this.config = config;
  }

  /** Whether its last exit was requested by `kill` or `stop`. */
  get exitWasRequested(): boolean {
    return this.#exitRequested;
  }

  get running(): boolean {
    return this.#process !== null;
  }

  /** Resolves with its ready line. Rejects if it exits before that. */
  async start(): Promise<JsonObject> {
    const child = spawn(process.execPath, this.config.command(), { stdio: 'pipe', env: workerEnvironment() });
    this.#process = child;
    this.#exitRequested = false;
    this.startCount += 1;
    const log = createWriteStream(this.config.logFile, { flags: 'a' });
    child.stderr.pipe(log);
    child.stdin.on('error', () => {});
    let isReady = false;
    const { promise: ready, resolve, reject } = Promise.withResolvers<JsonObject>();
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = readWorkerMessage(text);
      if (line === null || this.#process !== child) return;
      this.config.onMessage?.(line);
      if (line.event !== this.config.readyEvent) return;
      isReady = true;
      resolve(line);
    });
    this.#exited = new Promise((resolveExit) => {
      child.once('close', (code, signal) => {
        if (this.#process === child) this.#process = null;
        const reason = signal ?? `code ${code}`;
        reject(new Error(`${this.config.name} ended with ${reason} before it was ready`));
        if (isReady && !this.#exitRequested) this.config.onCrash(reason);
        resolveExit();
      });
    });
    return ready;
  }

  send(message: object): void {
    this.#process?.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async kill(): Promise<void> {
    if (!this.#process) return;
    this.#exitRequested = true;
    this.orphans.push(...descendantsOf(this.#process.pid!));
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  /** Asks it to exit. Resolves with false if it had to be killed. */
  async stop(): Promise<boolean> {
    const child = this.#process;
    if (!child) return true;
    this.#exitRequested = true;
    this.orphans.push(...descendantsOf(child.pid!));
    child.kill('SIGTERM');
    let wasKilled = false;
    const timer = setTimeout(() => {
      wasKilled = true;
      child.kill('SIGKILL');
    }, stopMs);
    await this.#exited;
    clearTimeout(timer);
    return !wasKilled;
  }

  /** Resident memory in MB, without children; null if it is not running. */
  memory(): number | null {
    const bytes = this.#process && residentMemory(this.#process.pid!);
    return bytes === null ? null : bytes / 1024 ** 2;
  }

  /** Number of open descriptors by target: `socket`, `pipe`, or a file path. */
  descriptors(): Map<string, number> {
    const counts = new Map<string, number>();
    if (!this.#process) return counts;
    const folder = `/proc/${this.#process.pid}/fd`;
    for (const name of readdirSync(folder)) {
      try {
        const target = readlinkSync(join(folder, name)).replace(/:\[\d+\]$/, '');
        counts.set(target, (counts.get(target) ?? 0) + 1);
      } catch {
        // Closed in the meantime.
      }
    }
    return counts;
  }
}

function descendantsOf(pid: number): ProcessInfo[] {
  const processes = runningProcesses();
  return withDescendants(
    processes,
    processes.filter(({ parent }) => parent === pid),
  );
}

export const isAlive = ({ pid, startedAt }: ProcessInfo): boolean => processInfo(pid)?.startedAt === startedAt;
