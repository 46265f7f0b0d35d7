/** Runs processes as an unprivileged user, like most installations. */
import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Root runs processes as `nobody`, other users as themselves. */
const userOptions = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Makes the unprivileged user own a folder and everything below it. */
export function giveToUnprivileged(folder: string): void {
  if (userOptions.uid !== undefined) execFileSync('chown', ['-R', `${userOptions.uid}:${userOptions.gid}`, folder]);
}

/**
 * Copies this Node to a new folder below `folder`, for the PATH of the unprivileged user, who may have no access to this checkout.
 */
export function copyNode(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, basename(process.execPath)), constants.COPYFILE_FICLONE);
  giveToUnprivileged(bin);
  return bin;
}

/** The environment without variables for Parlor and Node, except those for the network, and without npm's cache of another user. */
export const cleanEnv = (home: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PARLOR_|NODE_(?!EXTRA_CA)|VITEST|npm_config_cache$)/.test(name)),
  ),
  HOME: home,
  ...extra,
});

export interface ProcessResult {
  code: number;
  stdout: string;
  stderr: string;
}

export function runToEnd(program: string, args: string[], options: SpawnOptions): Promise<ProcessResult> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { ...options, ...userOptions, encoding: 'utf8', maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr: stderr || (code === -1 ? String(error?.message) : '') });
      },
    );
  });
}

export interface RunningProcess {
  child: ChildProcess;
  /** Resolves with the first JSON line with that member and value; rejects with stderr if the process exits first. */
  waitForLine(member: string, value: string): Promise<Record<string, string>>;
  ended: Promise<number | null>;
}

export function startProcess(program: string, args: string[], options: SpawnOptions): RunningProcess {
  const child = spawn(program, args, { ...options, ...userOptions, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: Record<string, string>[] = [];
  const lineListeners = new Set<() => void>();
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Record<string, string>);
    for (const check of lineListeners) check();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    waitForLine: (member, value) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = lines.find((line) => line[member] === value);
          if (match) resolve(match);
        };
        lineListeners.add(check);
        check();
        void ended.then((code) => reject(new Error(`exited with ${code} before ${value}: ${errors}`)));
      }),
  };
}
