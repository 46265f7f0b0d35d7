import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { LineSplitter } from '../p2p/json-lines.ts';
import type { LaunchHooks } from './hook-host.ts';
import { hookProcessHeapMb } from './limits.ts';
import { type HookProcessEvents, hookLauncher, lowerPriority } from './process-host.ts';
import { type RunnerFiles, runnerFiles } from './runner-files.ts';

/** The sandbox bounds its results; this bounds a compromised process. */
const lineBytes = 16 * 1024 * 1024;
const errorBytes = 2_000;

export interface NodeLauncherOptions {
  runner?: RunnerFiles;
  log?: (text: string) => void;
}

/** Runs hooks in a Node child process under the permission model: it reads only its own code, and has no children or environment. */
export function nodeLauncher({ runner = runnerFiles(), log }: NodeLauncherOptions = {}): LaunchHooks {
  return hookLauncher((events, background) => startChild(runner, events, background), log);
}

function startChild(runner: RunnerFiles, events: HookProcessEvents, background: boolean) {
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...runner.readablePaths.map((path) => `--allow-fs-read=${path}`),
      `--max-old-space-size=${hookProcessHeapMb}`,
      realpathSync(runner.path),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  );
  if (background) lowerPriority(child.pid);
  const lines = new LineSplitter(lineBytes);
  let stderr = '';
  child.stdout.on('data', (bytes: Uint8Array) => {
    try {
      lines.push(bytes);
      for (let line = lines.next(); line !== null; line = lines.next()) events.onMessage(line);
    } catch {
      child.kill('SIGKILL');
    }
  });
  child.stderr.on('data', (bytes: Uint8Array) => {
    stderr = (stderr + Buffer.from(bytes).toString()).slice(-errorBytes);
  });
  // A write to a child that has just exited; the exit is reported below.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => events.onExit(error.message));
  child.on('close', (code, signal) => events.onExit(signal ?? `exit code ${code}. ${stderr}`.trim()));
  return {
    send: (text: string) => void child.stdin.write(`${text}\n`),
    kill: () => void child.kill('SIGKILL'),
  };
}
