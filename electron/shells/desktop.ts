/** Runs the Electron process from Node, and notices when Electron cannot run here. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { listenForStop } from './stop.ts';

export interface DesktopRun {
  dataDir: string;
  server: string | null;
  allowPlainHttp?: boolean;
  network?: string | null;
}

/** The exit code, or null where Electron ended in failure before its core was up: a missing library, a refused sandbox. */
export function runDesktop(binary: string, root: string, run: DesktopRun): Promise<number | null> {
  const { stopped, ready } = listenForStop();
  const entry = join(root, 'electron', 'shells', 'electron', 'main.ts');
  const args = [
    entry,
    `--data-dir=${run.dataDir}`,
    ...(run.server === null ? [] : [`--server=${run.server}`]),
    ...(run.allowPlainHttp ? ['--allow-plain-http'] : []),
    ...(run.network ? [`--network=${run.network}`] : []),
  ];
  // Descriptor 3 is how the entry says that it is up.
  const child = spawn(binary, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, PARLOR_STARTER: '1' },
  });
  let up = false;
  let stopping = false;
  child.stdio[3]?.once('data', () => {
    up = true;
    ready();
  });
  void stopped.then(() => {
    stopping = true;
    child.kill('SIGTERM');
  });
  const outcome = (code: number | null) => {
    if (stopping) return 0;
    return code === 0 || up ? (code ?? 1) : null;
  };
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => {
      // What it wrote last is read in the next turn of the loop at the latest.
      setImmediate(() => setImmediate(() => resolve(outcome(code))));
    });
  });
}
