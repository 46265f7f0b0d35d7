/** Runs Electron from Node, and detects when it cannot run. */
import { spawn } from 'node:child_process';
import { entryPath } from '../installation.ts';
import { listenForStop } from './stop.ts';

export interface DesktopRun {
  dataDir: string;
  server: string | null;
  allowPlainHttp?: boolean;
  network?: string | null;
}

/** The exit code; or why Electron did not start, such as a missing library, as the beginning of a sentence. */
export type DesktopOutcome = { code: number } | { missing: string };

const stderrMax = 16_000;
const drainMs = 500;

export function runElectron(binary: string, run: DesktopRun): Promise<DesktopOutcome> {
  const { stopped, ready } = listenForStop();
  const args = [
    entryPath('main'),
    `--data-dir=${run.dataDir}`,
    ...(run.server === null ? [] : [`--server=${run.server}`]),
    ...(run.allowPlainHttp ? ['--allow-plain-http'] : []),
    ...(run.network ? [`--network=${run.network}`] : []),
  ];
  // With ELECTRON_RUN_AS_NODE, the binary would run as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  // The entry signals on descriptor 3 that it has started.
  const child = spawn(binary, args, {
    stdio: ['ignore', 'inherit', 'pipe', 'pipe'],
    env: { ...env, PARLOR_STARTER: '1' },
  });
  let started = false;
  let stopping = false;
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    if (!started) stderr = (stderr + chunk.toString('utf8')).slice(-stderrMax);
  });
  child.stdio[3]?.once('data', () => {
    started = true;
    ready();
  });
  void stopped.then(() => {
    stopping = true;
    child.kill('SIGTERM');
  });
  const outcome = (code: number | null): DesktopOutcome => {
    if (stopping) return { code: 0 };
    return code === 0 || started ? { code: code ?? 1 } : { missing: startFailure(stderr) };
  };
  return new Promise((resolve) => {
    child.once('error', () => resolve({ missing: startFailure('') }));
    child.once('exit', (code) => {
      // Its last output arrives after `exit`; `close` may never follow, since its child processes can keep the pipes open.
      const end = () => resolve(outcome(code));
      child.once('close', end);
      setTimeout(end, drainMs);
    });
  });
}

/** What Chromium prints if neither of its sandboxes can be used. */
const noSandbox = /SUID sandbox helper binary|No usable sandbox/i;

function startFailure(stderr: string): string {
  if (noSandbox.test(stderr))
    return 'This system does not allow the sandbox of Electron (docs/users-guide.md, "The desktop window", has the remedy)';
  return 'Electron does not start on this computer';
}
