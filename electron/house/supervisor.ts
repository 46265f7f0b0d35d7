/** Runs the house players beside the embedded community: one worker process, restarted when it exits. */
import { join } from 'node:path';
import type { HouseStrength, Settings } from '../../shared/bridge/contract.ts';
import { createBackoff } from '../community/retry.ts';
import { entryUrl } from '../installation.ts';
import type { Reach } from '../p2p/iroh-transport.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';

export interface HouseSupervisor {
  /** The URL of the community to play at; null stops the worker. */
  serve(url: string | null): void;
  /** Which players host from now on; null for none, once their games have ended. */
  setStrength(strength: HouseStrength | null): void;
  /** The network from which the tables can be reached from now on. */
  reach(reach: Reach): void;
  dispose(): Promise<void>;
}

/** The house players that the settings select; null for none. */
export const strengthOf = ({ house_on, house_strength }: Settings): HouseStrength | null =>
  house_on ? house_strength : null;

/** The longest delay before a restart, milliseconds; a worker that ran for longer is restarted after the shortest. */
const longestMs = 60_000;

export function createHouseSupervisor(config: {
  dataDir: string;
  launchWorker: LaunchWorker;
  strength: HouseStrength | null;
  onKeys(keys: string[]): void;
}): HouseSupervisor {
  let url: string | null = null;
  let reach: Reach = 'loopback';
  let { strength } = config;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  const backoff = createBackoff({ firstMs: 2_000, longestMs });
  let disposed = false;

  async function start(): Promise<void> {
    if (disposed || worker || url === null || strength === null) return;
    const dataDir = join(config.dataDir, 'house');
    const launched = config.launchWorker(
      entryUrl('house'),
      ['--server', url, '--data-dir', dataDir, '--strength', strength, '--reach', reach],
      join(config.dataDir, 'house.log'),
    );
    worker = launched;
    const began = reach;
    const startedAt = performance.now();
    void launched.ready.then(
      (line) => {
        // A message sent before the worker listened may be lost.
        if (reach !== began) launched.send({ reach });
        config.onKeys(Array.isArray(line.keys) ? line.keys.map(String) : []);
      },
      () => {},
    );
    await launched.exited;
    worker = null;
    // A worker that exits soon after startup must not be restarted repeatedly without a delay.
    if (performance.now() - startedAt > longestMs) backoff.reset();
    if (!disposed) timer = setTimeout(() => void start(), backoff.next());
  }

  return {
    serve(next) {
      if (next === url) return;
      url = next;
      backoff.reset();
      // The worker of the old URL is restarted with the new one when it has exited.
      if (worker) void worker.stop();
      else void start();
    },
    setStrength(next) {
      if (next === strength) return;
      strength = next;
      if (worker) worker.send({ strength });
      else void start();
    },
    reach(next) {
      if (next === reach) return;
      reach = next;
      worker?.send({ reach });
    },
    async dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      await worker?.stop();
    },
  };
}
