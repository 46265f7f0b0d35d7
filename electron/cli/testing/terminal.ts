/**
 * Runs command lines against a real community. Short commands run in this process, one after the other; those that play, serve or follow
 * run in their own processes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { entryPath } from '../../installation.ts';
import { runCommandLine } from '../run-command-line.ts';
import { hasEnded, listStates } from '../sessions/session-state.ts';

export interface CommandResult {
  code: number | null;
  lines: string[];
  errors: string;
}

export interface RunOptions {
  /** Contents of the file descriptors 3, 4 ... */
  secrets?: string[];
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
  /** Runs a command that plays, serves or follows in this process too; for command lines that fail at once. */
  inProcess?: boolean;
  /** For commands that run in this process: stdout claims to be a terminal. */
  onTerminal?: boolean;
}

export interface Terminal {
  /** Runs `parlor` to its end. */
  parlor(...args: string[]): Promise<CommandResult>;
  /** The same, with descriptors and environment. */
  run(args: string[], options: RunOptions): Promise<CommandResult>;
  /** Runs it with --json, expects success, and parses its last line. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** Kills all processes still running. */
  close(): void;
}

const longRunningCommands = new Set(['host', 'join', 'service', 'studio', 'web']);

/** Commands share this process's streams, environment and exit code, so they run one at a time. */
let queue: Promise<unknown> = Promise.resolve();

function runInProcess(
  args: string[],
  env: NodeJS.ProcessEnv,
  { secrets = [], onTerminal = false }: RunOptions,
): Promise<CommandResult> {
  const ended = queue.then(async () => {
    const { stdout, stderr, env: outerEnv, exitCode } = process;
    const { isTTY } = stdout;
    const [out, err] = [stdout.write, stderr.write];
    const output: Record<'out' | 'err', string[]> = { out: [], err: [] };
    stdout.write = (text: string | Uint8Array) => output.out.push(String(text)) > 0;
    stderr.write = (text: string | Uint8Array) => output.err.push(String(text)) > 0;
    stdout.isTTY = onTerminal;
    process.env = env;
    process.exitCode = 0;
    try {
      await runCommandLine(withDescriptors(args, secrets));
      const lines = output.out.join('').split('\n');
      if (lines.at(-1) === '') lines.pop();
      return { code: Number(process.exitCode), lines, errors: output.err.join('') };
    } finally {
      stdout.isTTY = isTTY;
      stdout.write = out;
      stderr.write = err;
      process.env = outerEnv;
      process.exitCode = exitCode;
    }
  });
  queue = ended.catch(() => {});
  return ended;
}

/** Descriptors 3, 4 ... are taken in this process, so arguments that name them are mapped to free ones. */
function withDescriptors(args: string[], secrets: readonly string[]): string[] {
  const descriptors = secrets.map((secret) => {
    const folder = mkdtempSync(join(tmpdir(), 'parlor-'));
    writeFileSync(join(folder, 'secret'), secret, { mode: 0o600 });
    const descriptor = openSync(join(folder, 'secret'), 'r');
    rmSync(folder, { recursive: true });
    return descriptor;
  });
  return args.map((arg, index) =>
    args[index - 1]?.endsWith('-fd') ? String(descriptors[Number(arg) - 3] ?? arg) : arg,
  );
}

/** Commands inherit this process's environment, except that `environment` replaces all `PARLOR_...` variables. */
export function openTerminal(environment: NodeJS.ProcessEnv, { alwaysSpawn = false } = {}): Terminal {
  const running = new Set<ChildProcess>();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOR_')));

  function runInChild(
    args: string[],
    env: NodeJS.ProcessEnv,
    { secrets = [], onLine = () => {} }: RunOptions,
  ): Promise<CommandResult> {
    const child = spawn(process.execPath, [entryPath('cli'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe', ...secrets.map(() => 'pipe' as const)],
      env,
    });
    running.add(child);
    for (const [index, secret] of secrets.entries()) {
      const pipe = child.stdio[3 + index] as NodeJS.WritableStream;
      pipe.on('error', () => {});
      pipe.end(secret);
    }
    const lines: string[] = [];
    let errors = '';
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    return new Promise((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve({ code, lines, errors });
      }),
    );
  }

  const run: Terminal['run'] = (args, options) => {
    const env = { ...inherited, ...environment, ...options.env };
    const needsChild = alwaysSpawn || options.onLine || longRunningCommands.has(args[0]!) || args.includes('--follow');
    return needsChild && !options.onTerminal && !options.inProcess
      ? runInChild(args, env, options)
      : runInProcess(args, env, options);
  };
  const parlor: Terminal['parlor'] = (...args) => run(args, {});
  return {
    run,
    parlor,
    json: async (...args) => jsonOf(await parlor(...args, '--json')),
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** Parses the last line of a command that succeeded without warnings. */
export function jsonOf<T = Record<string, unknown>>({ code, lines, errors }: CommandResult): T {
  if (code !== 0 || errors !== '') throw new Error(`parlor ended with ${code}: ${errors}`);
  return JSON.parse(lines.at(-1)!) as T;
}

/** Parses every line. */
export const jsonLinesOf = <T = Record<string, unknown>>({ lines }: CommandResult): T[] =>
  lines.map((line) => JSON.parse(line) as T);

/** The first line of `--daemon`. */
export interface DaemonMessage {
  status: string;
  state_dir: string;
  post_id: string;
  session_id?: string;
  reason?: string;
  [name: string]: unknown;
}

export const daemonMessageOf = (result: CommandResult): DaemonMessage => jsonLinesOf<DaemonMessage>(result)[0]!;

/** Kills every background session of a data directory that is still running. */
export async function endDaemons(dataDir: string): Promise<void> {
  for (const state of await listStates(dataDir)) if (!hasEnded(state)) process.kill(state.pid, 'SIGKILL');
}
