/** The trials of an open project. One of each kind runs at a time, its hooks in a process of the lowest priority. */
import { inBackground } from '../../shared/background.ts';
import type {
  AdversaryRun,
  SimulationRun,
  SimulationSettings,
  TrialKind,
  Trials,
} from '../../shared/bridge/contract.ts';
import { toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { backgroundLimits } from '../hooks/limits.ts';
import { selfTest } from '../hooks/self-test.ts';
import { type SimulatedGame, simulate, tally } from '../hooks/simulation.ts';
import { rulesHash } from '../library/rules-hash.ts';
import type { Environment } from '../tables/environment.ts';
import type { GameFiles } from './problems/runtime.ts';
import { adversaryReport } from './trial-report.ts';

export interface TrialParts {
  launchHooks: LaunchHooks;
  environment: Environment;
  onChange(trials: Trials): void;
}

/** Milliseconds between two reports of progress. */
const reportEvery = 200;
const failuresMax = 20;

export const noTrials: Trials = { adversary: null, simulation: null };

type Changes = Partial<AdversaryRun & SimulationRun>;

export class ProjectTrials {
  readonly #parts: TrialParts;
  #trials: Trials = noTrials;
  readonly #running = new Map<TrialKind, { controller: AbortController; ended: Promise<void> }>();
  #reportedAt = 0;
  /** Starts, so that two at once don't both find that nothing is running. */
  readonly #serialize = createSerialQueue();

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  get latest(): Trials {
    return this.#trials;
  }

  /** Stops one that is running, and starts another. */
  startAdversary(files: GameFiles): Promise<void> {
    return this.#start('adversary', { ...newRun(files), report: null }, async (launch, signal) => {
      const onProgress = (progress: number) => this.#progress('adversary', { progress });
      const request = { spec: files.spec, source: files.hooks, adversarial: true, signal, onProgress };
      return { report: adversaryReport(await selfTest(launch, request), { hooks: files.hooks, spec: files.specText }) };
    });
  }

  startSimulation(files: GameFiles, options: JsonObject, settings: SimulationSettings): Promise<void> {
    const first = { ...newRun(files), settings, played: 0, results: [], failures: [] };
    return this.#start('simulation', first, async (launch, signal) => {
      const { games, seed, host, guest } = settings;
      const played: SimulatedGame[] = [];
      const results = () => ({
        played: played.length,
        progress: played.length / games,
        results: tally(played),
        failures: played
          .flatMap(({ number, failure }) => (failure === null ? [] : [{ number, failure }]))
          .slice(0, failuresMax),
      });
      await simulate(launch, {
        ...{ spec: files.spec, source: files.hooks, options, games, seed, signal, answerers: { host, guest } },
        onGame: (game) => {
          played.push(game);
          this.#progress('simulation', results);
        },
      });
      return results();
    });
  }

  async stop(kind: TrialKind): Promise<void> {
    const running = this.#running.get(kind);
    running?.controller.abort();
    await running?.ended;
  }

  async dispose(): Promise<void> {
    await Promise.all([this.stop('adversary'), this.stop('simulation')]);
  }

  #start(
    kind: TrialKind,
    first: AdversaryRun | SimulationRun,
    work: (launch: LaunchHooks, signal: AbortSignal) => Promise<Changes>,
  ): Promise<void> {
    return this.#serialize(async () => {
      await this.stop(kind);
      this.#set(kind, first);
      this.#run(kind, work);
    });
  }

  #run(kind: TrialKind, work: (launch: LaunchHooks, signal: AbortSignal) => Promise<Changes>): void {
    const controller = new AbortController();
    const { signal } = controller;
    const ended = work(this.#stoppableLaunch(signal), signal)
      .then(
        (changes): Changes => ({ ...changes, state: 'done', progress: 1 }),
        (error: unknown): Changes => ({ state: 'failed', problem: toProblem(error) }),
      )
      .then((changes) => {
        this.#running.delete(kind);
        // Stopped hooks fail the calls that are left, which says nothing about them.
        this.#change(kind, signal.aborted ? { state: 'stopped' } : changes);
      });
    this.#running.set(kind, { controller, ended });
    inBackground('trial', ended);
  }

  /** Launches hooks in the background; stopping the trial ends their process. */
  #stoppableLaunch(signal: AbortSignal): LaunchHooks {
    return async (source, options) => {
      const hooks = await this.#parts.launchHooks(source, { ...options, background: true, limits: backgroundLimits });
      const dispose = () => inBackground('trial', hooks.dispose());
      if (signal.aborted) dispose();
      else signal.addEventListener('abort', dispose, { once: true });
      return hooks;
    };
  }

  /** `changes`: computed only if they are reported. */
  #progress(kind: TrialKind, changes: Changes | (() => Changes)): void {
    const now = this.#parts.environment.monotonic();
    if (now - this.#reportedAt < reportEvery) return;
    this.#reportedAt = now;
    this.#change(kind, typeof changes === 'function' ? changes() : changes);
  }

  #change(kind: TrialKind, changes: Changes): void {
    const run = this.#trials[kind];
    if (run) this.#set(kind, { ...run, ...changes });
  }

  #set(kind: TrialKind, run: AdversaryRun | SimulationRun): void {
    this.#trials = { ...this.#trials, [kind]: run };
    this.#parts.onChange(this.#trials);
  }
}

const newRun = ({ specText, hooks }: GameFiles) => ({
  rules_hash: rulesHash(specText, hooks),
  state: 'running' as const,
  progress: 0,
  problem: null,
});
