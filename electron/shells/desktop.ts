/** Runs Electron from Node, and detects when it cannot run. */

import { spawn } from 'node:child_process';
import { inBackground } from '../../shared/background.ts';
import { entryPath } from '../installation.ts';
import { listenForStop } from './stop.ts';

export interface DesktopOptions {
  dataDir: string;
  server: string | null;
  allowPlainHttp?: boolean;
  network?: string | null;
}

/** The exit code; or why Electron did not start, such as a missing library, as the beginning of a sentence. */
export type DesktopOutcome = { code: number } | { reason: string };

const stderrMaxCharacters = 16_000;
const drainMs = 500;

export function runElectron(binary: string, options: DesktopOptions): Promise<DesktopOutcome> {
  const { stopped, markReady } = listenForStop();
  const args = [
    entryPath('main'),
    `--data-dir=${options.dataDir}`,
    ...(options.server === null ? [] : [`--server=${options.server}`]),
    ...(options.allowPlainHttp ? ['--allow-plain-http'] : []),
    ...(options.network ? [`--network=${options.network}`] : []),
  ];
  // With ELECTRON_RUN_AS_NODE, the binary would run as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  // The entry signals on descriptor 3 that it has started.
  const child = spawn(binary, args, {
    stdio: ['ignore', 'inherit', 'pipe', 'pipe'],
    env: { ...env, PARLOR_STARTER: '1' },
  });
  let hasStarted = false;
  let isStopping = false;
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    if (!hasStarted) stderr = (stderr + chunk.toString('utf8')).slice(-stderrMaxCharacters);
  });
  child.stdio[3]?.once('data', () => {
    hasStarted = true;
    markReady();
  });
  const stopping = stopped.then(() => {
    isStopping = true;
    child.kill('SIGTERM');
  });
  inBackground('stop', stopping);
  const outcomeOf = (code: number | null): DesktopOutcome => {
    if (isStopping) return { code: 0 };
    return code === 0 || hasStarted ? { code: code ?? 1 } : { reason: startFailureReason(stderr) };
  };
  return new Promise((resolve) => {
    child.once('error', () => resolve({ reason: startFailureReason('') }));
    child.once('exit', (code) => {
      // Its last output arrives after `exit`; `close` may never follow, since its child processes can keep the pipes open.
      const finish = () => resolve(outcomeOf(code));
      child.once('close', finish);
      setTimeout(finish, drainMs);
    });
  });
}

/** What Chromium prints if neither of its sandboxes can be used. */
const sandboxError = /SUID sandbox helper binary|No usable sandbox/i;

function startFailureReason(stderr: string): string {
  if (sandboxError.test(stderr))
    return 'This system does not allow the sandbox of Electron (docs/users-guide.md, "The desktop window", has the remedy)';
  return 'Electron does not start on this computer';
}
