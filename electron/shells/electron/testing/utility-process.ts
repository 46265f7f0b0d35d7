/** A fake of Electron's `utilityProcess`, with real child processes of Node that behave like utility processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Electron from 'electron';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { type Members, strict } from './strict.ts';

const utilityChild = fileURLToPath(new URL('./utility-child.ts', import.meta.url));
/** Chromium kills a process that has not exited this many milliseconds after it was asked to. */
const reapMs = 2_000;

export interface FakeUtilityProcess {
  script: string;
  args: string[];
  process: ChildProcess;
  /** Null while it runs; the name of the signal that ended it. */
  ended: number | NodeJS.Signals | null;
}

export interface FakeUtilityProcesses {
  utilityProcess: typeof Electron.utilityProcess;
  all: FakeUtilityProcess[];
  running(): FakeUtilityProcess[];
  /** The arguments of every start of `process.execPath` inside a utility process. */
  restartsOfTheApp(): string[];
  /** Utility processes exit with the app. */
  killAll(): void;
}

export function fakeUtilityProcesses(
  platform: NodeJS.Platform,
  requireReady: (what: string) => void,
): FakeUtilityProcesses {
  const all: FakeUtilityProcess[] = [];
  const folder = temporaryFolder();
  const execPath = join(folder, 'parlor');
  const restarts = join(folder, 'restarts');
  writeFileSync(execPath, `#!/bin/sh\necho "$@" >> "${restarts}"\nexit 1\n`);
  chmodSync(execPath, 0o700);

  function start(script: string, args: string[] = [], options: Electron.ForkOptions = {}): Electron.UtilityProcess {
    requireReady('utilityProcess');
    const [, stdout = 'inherit', stderr = 'inherit'] = outputsOf(options.stdio);
    const child = fork(utilityChild, [JSON.stringify({ script, execPath }), ...args], {
      env: (options.env ?? process.env) as NodeJS.ProcessEnv,
      execArgv: options.execArgv ?? [],
      stdio: ['ignore', stdout, stderr, 'ipc'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    const entry: FakeUtilityProcess = { script, args, process: child, ended: null };
    all.push(entry);
    let spawned = false;
    const kill = () => {
      if (entry.ended !== null) return false;
      child.kill(platform === 'win32' ? 'SIGKILL' : 'SIGTERM');
      const reap = setTimeout(() => child.kill('SIGKILL'), reapMs);
      child.once('exit', () => clearTimeout(reap));
      return true;
    };
    const utility = Object.assign(new EventEmitter(), {
      stdout: child.stdout,
      stderr: child.stderr,
      kill,
      postMessage(message: unknown) {
        // Messages to a process that has exited are lost.
        if (child.connected) child.send(message as string, () => {});
      },
    } satisfies Members<Electron.UtilityProcess>);
    Object.defineProperty(utility, 'pid', { get: () => (spawned && entry.ended === null ? child.pid : undefined) });
    child.once('spawn', () => {
      spawned = true;
      utility.emit('spawn');
    });
    child.on('message', (message) => utility.emit('message', message));
    child.once('exit', (code, signal) => {
      entry.ended = code ?? signal ?? 1;
      utility.emit('exit', code ?? 1);
    });
    return strict(utility, { className: 'UtilityProcess', platform });
  }

  return {
    utilityProcess: strict({ fork: start }, { className: 'UtilityProcess', platform, statics: true }),
    all,
    running: () => all.filter(({ ended }) => ended === null),
    restartsOfTheApp: () => (existsSync(restarts) ? readFileSync(restarts, 'utf8').trim().split('\n') : []),
    killAll() {
      for (const { process } of all) process.kill('SIGKILL');
    },
  };
}

type Output = 'pipe' | 'ignore' | 'inherit';

function outputsOf(stdio: Electron.ForkOptions['stdio']): Output[] {
  if (stdio === undefined) return [];
  if (typeof stdio === 'string') return ['ignore', stdio as Output, stdio as Output];
  if (stdio[0] !== 'ignore') throw new TypeError('stdin value must be ignore');
  return stdio;
}
