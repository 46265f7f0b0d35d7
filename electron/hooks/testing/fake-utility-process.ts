import { type ChildProcess, fork } from 'node:child_process';
import type { ForkOptions, UtilityProcess } from 'electron';

/** Electron's `utilityProcess.fork` over a Node child: a real process with real messages, without Electron. */
export function fakeFork(path: string, args: string[] = [], options: ForkOptions = {}): UtilityProcess {
  const child: ChildProcess = fork(path, args, {
    env: options.env as NodeJS.ProcessEnv,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // As Electron documents it: the id is gone once the process is.
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const utility = {
    get pid() {
      return ended ? undefined : child.pid;
    },
    postMessage: (message: unknown) => {
      // Electron drops what is posted to a process that is gone.
      if (child.connected) child.send(message as string, () => undefined);
    },
    kill: () => child.kill(),
    on(event: string, listener: (...values: never[]) => void) {
      child.on(event, listener as () => void);
      return utility;
    },
  };
  return utility as unknown as UtilityProcess;
}
