/** Runs the house players beside the embedded community: one worker process, restarted when it exits. */

import { join } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import type { HouseStrength, Settings } from '../../shared/bridge/contract.ts';
import { languageOf } from '../../shared/language.ts';
import { entryUrl } from '../installation.ts';
import type { Reach } from '../p2p/iroh-transport.ts';
import { createBackoff } from '../time/retry.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';

export interface HouseSupervisor {
  /** Starts the worker early, so that it loads while the community starts. */
  prepare(): void;
  /** Sets the URL of the community to play at; null stops the worker. */
  setCommunity(url: string | null): void;
  /** Sets who hosts from now on; without any player, the worker ends after its last game. */
  setSettings(settings: HouseSettings): void;
  /** Which languages the person reads, best first, unless the settings name one; that of this process by default. */
  setSystemLanguages(tags: readonly string[]): void;
  /** Sets from where the tables can be reached from now on. */
  setReach(reach: Reach): void;
  dispose(): Promise<void>;
}

/** Of the settings, what the house depends on. */
export type HouseSettings = Pick<Settings, 'house_on' | 'house_strength' | 'locale'>;

/** The house players that the settings select; null for none. */
export const strengthOf = ({ house_on, house_strength }: HouseSettings): HouseStrength | null =>
  house_on ? house_strength : null;

/** The longest delay before a restart, milliseconds; a worker that ran for longer is restarted after the shortest. */
const maxRestartDelayMs = 60_000;

export function createHouseSupervisor(config: {
  dataDir: string;
  launchWorker: LaunchWorker;
  settings: HouseSettings;
  /** Called with the public keys of the house players, once the worker is ready. */
  onKeys(keys: string[]): void;
}): HouseSupervisor {
  /** Whether the worker should run; it still does not while `strength` is null. */
  let shouldRun = false;
  let url: string | null = null;
  let reach: Reach = 'loopback';
  let { settings } = config;
  let systemLanguages: readonly string[] = [Intl.DateTimeFormat().resolvedOptions().locale];
  let strength = strengthOf(settings);
  /** In which newcomers are greeted. */
  let language = languageOf(settings.locale, systemLanguages);
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  const backoff = createBackoff({ firstMs: 2_000, longestMs: maxRestartDelayMs });
  let disposed = false;

  async function start(): Promise<void> {
    if (disposed || worker || !shouldRun || strength === null) return;
    const dataDir = join(config.dataDir, 'house');
    const newWorker = config.launchWorker(
      entryUrl('house'),
      ['--data-dir', dataDir, '--strength', strength, '--language', language, '--reach', reach],
      join(config.dataDir, 'house.log'),
    );
    worker = newWorker;
    sendServer();
    const launched = { reach, strength, language };
    const startedAt = performance.now();
    const whenReady = newWorker.ready.then((line) => {
      // A message sent before the worker listened may be lost.
      if (reach !== launched.reach) newWorker.send({ reach });
      if (strength !== launched.strength) newWorker.send({ strength });
      if (language !== launched.language) newWorker.send({ language });
      config.onKeys(Array.isArray(line.keys) ? line.keys.map(String) : []);
    });
    inBackground('house', whenReady);
    await newWorker.exited;
    worker = null;
    // A worker that exits soon after startup must not be restarted repeatedly without a delay.
    if (performance.now() - startedAt > maxRestartDelayMs) backoff.reset();
    if (!disposed) timer = setTimeout(startNow, backoff.next());
  }

  /** Sends the worker the URL of the community. A worker accepts only one. */
  function sendServer(): void {
    const [runningWorker, server] = [worker, url];
    if (runningWorker && server !== null)
      // A worker that does not start is reported once, above.
      runningWorker.ready.then(() => runningWorker.send({ server })).catch(() => {});
  }

  function updateLanguage(): void {
    const newLanguage = languageOf(settings.locale, systemLanguages);
    if (newLanguage === language) return;
    language = newLanguage;
    worker?.send({ language });
  }

  function startNow(): void {
    inBackground('house', start());
  }

  return {
    prepare() {
      shouldRun = true;
      startNow();
    },
    setCommunity(newUrl) {
      if (newUrl === url && shouldRun === (newUrl !== null)) return;
      const previousUrl = url;
      url = newUrl;
      shouldRun = newUrl !== null;
      backoff.reset();
      if (worker === null) startNow();
      else if (shouldRun && previousUrl === null) sendServer();
      // The worker of the old URL is restarted with the new one when it has exited.
      else inBackground('house', worker.stop());
    },
    setSettings(newSettings) {
      settings = newSettings;
      updateLanguage();
      const newStrength = strengthOf(settings);
      if (newStrength === strength) return;
      strength = newStrength;
      if (worker) worker.send({ strength });
      else startNow();
    },
    setSystemLanguages(tags) {
      systemLanguages = tags;
      updateLanguage();
    },
    setReach(newReach) {
      if (newReach === reach) return;
      reach = newReach;
      worker?.send({ reach });
    },
    async dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      await worker?.stop();
    },
  };
}
