import { Worker } from 'node:worker_threads';
import { inBackground } from '../../shared/background.ts';
import type { LaunchHooks } from './hook-host.ts';
import { hookProcessHeapMb } from './limits.ts';
import { type HookProcessEvents, hookLauncher } from './process-host.ts';
import { runnerFiles } from './runner-files.ts';

/**
 * Runs hooks in a worker thread. QuickJS alone is the security boundary, so this is only for hooks that ship with Parlor. The house uses it
 * because under Electron it cannot start a process: there is no Node binary, and only the main process can fork utility processes.
 */
export function threadLauncher({ log }: { log?: (text: string) => void } = {}): LaunchHooks {
  return hookLauncher(startThread, log);
}

function startThread(events: HookProcessEvents) {
  const worker = new Worker(runnerFiles().path, {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: hookProcessHeapMb },
  });
  let reason = '';
  worker.on('message', (text: unknown) => events.onMessage(String(text)));
  worker.on('error', (error) => {
    reason = String(error);
  });
  worker.on('exit', (code) => events.onExit(`exit code ${code}. ${reason}`.trim()));
  return {
    send: (text: string) => worker.postMessage(text),
    kill: () => inBackground('sandbox', worker.terminate()),
  };
}
