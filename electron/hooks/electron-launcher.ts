import type Electron from 'electron';
import type { LaunchHooks } from './hook-host.ts';
import { type HookProcessEvents, hookLauncher, lowerPriority } from './process-host.ts';
import { runnerFiles } from './runner-files.ts';

export interface ElectronLauncherOptions {
  /** `utilityProcess.fork` of the running Electron; only callable once the app is ready. */
  fork: typeof Electron.utilityProcess.fork;
  log?: (text: string) => void;
}

/**
 * Runs hooks in an Electron utility process. Electron has no permission flags for those, so QuickJS alone is the security
 * boundary; the process makes hooks killable.
 */
export function electronLauncher({ fork, log }: ElectronLauncherOptions): LaunchHooks {
  return hookLauncher((events, background) => startUtilityProcess(fork, runnerFiles().path, events, background), log);
}

function startUtilityProcess(
  fork: ElectronLauncherOptions['fork'],
  path: string,
  events: HookProcessEvents,
  background: boolean,
) {
  const child = fork(path, [], { env: {}, execArgv: [], stdio: 'ignore', serviceName: 'Parlor hooks', disclaim: true });
  let killed = false;
  // SIGKILL, because a process in a native loop handles no other signal.
  const kill = () => {
    killed = true;
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  };
  child.on('spawn', () => {
    if (killed) kill();
    else if (background) lowerPriority(child.pid);
  });
  child.on('message', (text: unknown) => events.onMessage(String(text)));
  child.on('exit', (code: number) => events.onExit(`exit code ${code}`));
  return { send: (text: string) => child.postMessage(text), kill };
}
