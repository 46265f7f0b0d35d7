/** Keeps the house running beside the embedded community: one worker, started again when it ends. */
import { join } from 'node:path';
import type { HouseStrength, Settings } from '../../shared/bridge/contract.ts';
import type { Reach } from '../p2p/iroh.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';

export interface HouseKeeper {
  /** Runs the house against this community from now on; null stops it. */
  serve(url: string | null): void;
  /** Who of the house sits from now on; null: nobody, once the tables that are played have ended. */
  seat(strength: HouseStrength | null): void;
  /** Who can call its tables from now on. */
  reach(reach: Reach): void;
  dispose(): Promise<void>;
}

/** Who of the house sits by the settings. */
export const strengthOf = ({ house_on, house_strength }: Settings): HouseStrength | null =>
  house_on ? house_strength : null;

const restartMs = 2_000;

export function createHouseKeeper(config: {
  dataDir: string;
  launchWorker: LaunchWorker;
  strength: HouseStrength | null;
  onKeys(keys: string[]): void;
}): HouseKeeper {
  let url: string | null = null;
  let reach: Reach = 'loopback';
  let { strength } = config;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let disposed = false;

  async function start(): Promise<void> {
    if (disposed || worker || url === null || strength === null) return;
    const dataDir = join(config.dataDir, 'house');
    const launched = config.launchWorker(
      new URL('./main.ts', import.meta.url),
      ['--server', url, '--data-dir', dataDir, '--strength', strength, '--reach', reach],
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
    seat(next) {
      if (next === strength) return;
      strength = next;
      if (worker) worker.say({ seat: strength });
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
