import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { LineSplitter } from '../p2p/lines.ts';
import type { LaunchHooks } from './host.ts';
import { type HookProcessEvents, startHookHost } from './process-host.ts';
import { type RunnerFiles, runnerFiles } from './runner-files.ts';

/** Results are bounded by the sandbox; this bounds a process that no longer is what it was. */
const lineBytes = 16 * 1024 * 1024;
const errorBytes = 2_000;

export interface NodeLauncherOptions {
  runner?: RunnerFiles;
  log?: (text: string) => void;
}

/** Runs hooks in a Node child without rights: no files but its own code, no children, no environment. */
export function nodeLauncher({ runner = runnerFiles(), log }: NodeLauncherOptions = {}): LaunchHooks {
  return (source, options) =>
    startHookHost((events) => startChild(runner, events), source, {
      ...options,
      ...(log === undefined ? {} : { log }),
    });
}

function startChild(runner: RunnerFiles, events: HookProcessEvents) {
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...runner.reads.map((path) => `--allow-fs-read=${path}`),
      '--max-old-space-size=128',
      realpathSync(runner.path),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  );
  const lines = new LineSplitter(lineBytes);
  let stderr = '';
  child.stdout.on('data', (bytes: Uint8Array) => {
    try {
      lines.push(bytes);
      for (let line = lines.next(); line !== null; line = lines.next()) events.message(line);
    } catch {
      child.kill('SIGKILL');
    }
  });
  child.stderr.on('data', (bytes: Uint8Array) => {
    stderr = (stderr + Buffer.from(bytes).toString()).slice(-errorBytes);
  });
  // Writing to a child that just died; its end is reported below.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => events.ended(error.message));
  child.on('close', (code, signal) => events.ended(signal ?? `exit code ${code}. ${stderr}`.trim()));
  return {
    send: (text: string) => void child.stdin.write(`${text}\n`),
    kill: () => void child.kill('SIGKILL'),
  };
}
