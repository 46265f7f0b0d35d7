/** Runs hooks in a few processes, each of which loads one file after another. For tests whose subject is not the process. */
import { afterAll } from 'vitest';
import { ParlorError } from '../../../shared/errors.ts';
import type { LaunchedHooks, LaunchHooks } from '../hook-host.ts';
import type { HookLimits } from '../limits.ts';
import { nodeLauncher } from '../node-launcher.ts';

/** A process and where its output goes; `log` changes with its hooks. */
interface RunningHooks {
  host: LaunchedHooks;
  log: (text: string) => void;
}

/**
 * A launcher for all tests of a file, which calls this at its top level: starting a process takes far longer than loading a file.
 * `ownLimits` replace the default ones; hooks that are launched with other limits get their own process.
 */
export function reusedHooks(ownLimits: Partial<HookLimits> = {}): LaunchHooks {
  const launch = nodeLauncher();
  const idle: RunningHooks[] = [];
  afterAll(() => Promise.all(idle.splice(0).map(({ host }) => host.dispose())));

  async function start(source: string, seed: string, log: RunningHooks['log']): Promise<RunningHooks> {
    const running = { log } as RunningHooks;
    running.host = await launch(source, { seed, limits: ownLimits, log: (text) => running.log(text) });
    return running;
  }

  async function reload(running: RunningHooks, source: string, seed: string, log: RunningHooks['log']): Promise<void> {
    running.log = log;
    try {
      await running.host.reload(source, seed);
    } catch (error) {
      idle.push(running);
      throw error;
    }
  }

  return async (source, { seed, limits, log = () => {} }) => {
    if (limits) return launch(source, { seed, limits, log });
    let running = idle.pop();
    if (running) await reload(running, source, seed, log);
    else running = await start(source, seed, log);
    return lend(running, () => idle.push(running));
  };
}

/** The hooks of a process. Disposing of them calls `giveBack`, or ends the process if a call is still running. */
function lend({ host }: RunningHooks, giveBack: () => void): LaunchedHooks {
  let disposed = false;
  let calls = 0;
  let { hash, methods, manners } = host;
  const checkOpen = () => {
    if (disposed) throw new ParlorError('hook_failed', 'The hooks were stopped.');
  };
  return {
    get hash() {
      return hash;
    },
    get methods() {
      return methods;
    },
    get manners() {
      return manners;
    },
    async call(method, args) {
      checkOpen();
      calls += 1;
      return host.call(method, args).finally(() => {
        calls -= 1;
      });
    },
    async reload(source, seed) {
      checkOpen();
      await host.reload(source, seed);
      ({ hash, methods, manners } = host);
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      if (calls > 0) await host.dispose();
      else giveBack();
    },
  };
}
