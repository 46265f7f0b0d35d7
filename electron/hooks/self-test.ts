/** Tests an author's hooks: whether they load, and whether they play their protocol against themselves. */
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { requireValidOptions } from '../../shared/protocol/options.ts';
import { flowMode, isSupportedMode, type Spec } from '../../shared/protocol/spec.ts';
import { type HookMethod, metadataSchema, type Role } from '../../shared/tables/hooks.ts';
import { type AdversaryReport, adversarialPlay, defaultLimits } from './adversary/adversary.ts';
import { brokenSeal } from './adversary/honest-seals.ts';
import { evaluationProblem } from './evaluation.ts';
import type { HookHost, LaunchHooks } from './hook-host.ts';
import { type SelfPlayReport, selfPlay } from './self-play.ts';

export interface SelfTest extends SelfPlayReport {
  /** What the adversary found; null unless `adversarial`, or if the game failed or doesn't keep its commitments. */
  adversary: AdversaryReport | null;
  /** Why the commitments in `commit_reveal` are none that the game keeps; null if they are. */
  seal: string | null;
  /** What is wrong with `evaluate`; null if nothing is, or the hooks don't have it. */
  evaluation: Problem | null;
  seed: string;
  /** The console output of the hooks, up to a limit. */
  log: { seat: Role; method: HookMethod; text: string }[];
}

const logMax = 200;

export interface SelfTestOptions {
  spec: Spec;
  source: string;
  /** Defaults to those of the hooks' `metadata`. */
  options?: JsonObject | undefined;
  adversarial?: boolean | undefined;
  /** How long the adversary tries; 1 by default. */
  rounds?: number | undefined;
  /** The same seed plays the same game. */
  seed?: string | undefined;
  /** Ends the adversary early. */
  signal?: AbortSignal | undefined;
  /** Called with how much of its work the adversary has done, up to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Plays one game of a protocol against itself, and with `adversarial` lets each seat play against a cheating peer. Rejects
 * `mode_unsupported`, `options_invalid`, and `hook_failed` if the hooks cannot be loaded.
 */
export async function selfTest(launch: LaunchHooks, request: SelfTestOptions): Promise<SelfTest> {
  const { spec, source, seed = 'self-test', signal, onProgress } = request;
  const mode = flowMode(spec);
  if (!isSupportedMode(mode))
    throw new ParlorError('mode_unsupported', `Protocols of mode ${mode} cannot be played here.`);
  const log: SelfTest['log'] = [];
  let currentCall: Pick<SelfTest['log'][number], 'seat' | 'method'> | null = null;
  const hooks = await launch(source, {
    seed,
    log(text) {
      if (currentCall && log.length < logMax) log.push({ ...currentCall, text });
    },
  });
  try {
    const options = request.options ?? (await hostingOptions(hooks));
    requireValidOptions(spec, options);
    const playOptions = {
      spec,
      hooks: { host: hooks, guest: hooks },
      options,
      seed,
      onCall(seat: Role, method: HookMethod) {
        currentCall = { seat, method };
      },
    };
    const report = await selfPlay(playOptions);
    currentCall = null;
    const limits = { ...defaultLimits, rounds: request.rounds ?? defaultLimits.rounds, signal, onProgress };
    const seal = brokenSeal(spec, report.frames);
    const isTried = request.adversarial && report.ok && seal === null;
    const adversary = isTried ? await adversarialPlay(playOptions, report, limits) : null;
    const { host, guest } = report.seats;
    const evaluation =
      (await evaluationProblem(hooks, 'host', host.trace.calls)) ??
      (await evaluationProblem(hooks, 'guest', guest.trace.calls));
    const ok = report.ok && seal === null && evaluation === null && (adversary?.result ?? 'ok') === 'ok';
    return { ...report, adversary, seal, evaluation, ok, seed, log };
  } finally {
    await hooks.dispose();
  }
}

/** The options that the hooks suggest for hosting; empty without `metadata`. */
export async function hostingOptions(hooks: HookHost): Promise<JsonObject> {
  if (!hooks.methods.has('metadata')) return {};
  return metadataSchema.parse(await hooks.call('metadata', [])).options as JsonObject;
}

/** Returns the problem of loading the hooks; null if they load. */
export async function findLoadProblem(launch: LaunchHooks, source: string): Promise<Problem | null> {
  try {
    await (await launch(source, { seed: 'load' })).dispose();
    return null;
  } catch (error) {
    return toProblem(error);
  }
}
