/** Keeps the house running beside the embedded community: one worker, started again when it ends. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reach } from '../p2p/iroh.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';

export interface HouseKeeper {
  /** Runs the house against this community from now on; null stops it. */
  serve(url: string | null): void;
  /** Who can call its tables from now on. */
  reach(reach: Reach): void;
  dispose(): Promise<void>;
}

const restartMs = 2_000;

export function createHouseKeeper(config: {
  dataDir: string;
  launchWorker: LaunchWorker;
  onKeys(keys: string[]): void;
}): HouseKeeper {
  let url: string | null = null;
  let reach: Reach = 'loopback';
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let disposed = false;

  async function start(): Promise<void> {
    if (disposed || worker || url === null) return;
    const dataDir = join(config.dataDir, 'house');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const launched = config.launchWorker(
      new URL('./main.ts', import.meta.url),
      ['--server', url, '--data-dir', dataDir, '--reach', reach],
      join(config.dataDir, 'house.log'),
    );
    worker = launched;
    const began = reach;
    void launched.ready.then(
      (line) => {
        // What it was told before it listened may be lost.
        if (reach !== began) launched.say({ reach });
        config.onKeys(Array.isArray(line.keys) ? line.keys.map(String) : []);
      },
      () => {},
    );
    await launched.exited;
    worker = null;
    if (!disposed) timer = setTimeout(() => void start(), restartMs);
  }

  return {
    serve(next) {
      if (next === url) return;
      url = next;
      // A house that talks to the old address ends, and is started again with the new one.
      if (worker) void worker.stop();
      else void start();
    },
    reach(next) {
      if (next === reach) return;
      reach = next;
      worker?.say({ reach });
    },
    async dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      await worker?.stop();
    },
  };
}
