import type Electron from 'electron';
import type { LaunchHooks } from './host.ts';
import { type HookProcessEvents, startHookHost } from './process-host.ts';
import { runnerFiles } from './runner-files.ts';

export interface ElectronLauncherOptions {
  /** `utilityProcess.fork` of the running Electron; only callable once the app is ready. */
  fork: typeof Electron.utilityProcess.fork;
  runnerPath?: string;
  log?: (text: string) => void;
}

/**
 * Runs hooks in an Electron utility process. Electron has no permission flags for those, so here QuickJS alone is the
 * wall; the process is what can be killed.
 */
export function electronLauncher({ fork, runnerPath = runnerFiles().path, log }: ElectronLauncherOptions): LaunchHooks {
  return (source, options) =>
    startHookHost((events) => startUtility(fork, runnerPath, events), source, {
      ...options,
      ...(log === undefined ? {} : { log }),
    });
}

function startUtility(fork: ElectronLauncherOptions['fork'], path: string, events: HookProcessEvents) {
  const child = fork(path, [], { env: {}, execArgv: [], stdio: 'ignore', serviceName: 'Parlor hooks', disclaim: true });
  let killed = false;
  // A loop inside the engine never comes back to handle a polite signal.
  const kill = () => {
    killed = true;
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  };
  child.on('spawn', () => {
    if (killed) kill();
  });
  child.on('message', (text: unknown) => events.message(String(text)));
  child.on('exit', (code: number) => events.ended(`exit code ${code}`));
  return { send: (text: string) => child.postMessage(text), kill };
}
