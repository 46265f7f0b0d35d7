/** What an author's hooks are worth: do they load, and do they play their protocol against themselves. */
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import { flowMode, isSupportedMode, type Spec } from '../../shared/protocol/spec.ts';
import { metadataSchema } from '../../shared/tables/hooks.ts';
import { type AttackReport, adversarialPlay } from './adversary.ts';
import type { HookHost, LaunchHooks } from './host.ts';
import { type SelfPlayReport, selfPlay } from './self-play.ts';

export interface SelfTest extends SelfPlayReport {
  /** Empty where nobody asked for a peer that breaks the rules. */
  attacks: AttackReport[];
}

export interface SelfTestWish {
  spec: Spec;
  source: string;
  /** Those of the hooks' `metadata` unless told. */
  options?: JsonObject | undefined;
  adversarial?: boolean | undefined;
  /** What chance is drawn from; the same seed plays the same game. */
  seed?: string | undefined;
}

/**
 * Plays a whole game of a protocol against itself, and with `adversarial` one more for each kind of message that must not be
 * taken. Rejects `mode_unsupported`, `options_invalid`, and `hook_failed` where the hooks cannot be loaded.
 */
export async function selfTest(launch: LaunchHooks, wish: SelfTestWish): Promise<SelfTest> {
  const { spec, source, seed = 'self-test' } = wish;
  const mode = flowMode(spec);
  if (!isSupportedMode(mode))
    throw new ParlorError('mode_unsupported', `Tables of the kind ${mode} cannot be played here.`);
  const hooks = await launch(source, { seed });
  try {
    const options = wish.options ?? (await ownOptions(hooks));
    const [problem] = validateOptions(spec, options);
    if (problem) throw new ParlorError('options_invalid', `The options do not fit the protocol: ${problem}.`);
    const play = { spec, hooks: { host: hooks, guest: hooks }, options, seed };
    if (!wish.adversarial) return { ...(await selfPlay(play)), attacks: [] };
    const { fair, attacks, ok } = await adversarialPlay(play);
    return { ...fair, attacks, ok };
  } finally {
    await hooks.dispose();
  }
}

async function ownOptions(hooks: HookHost): Promise<JsonObject> {
  if (!hooks.methods.has('metadata')) return {};
  return metadataSchema.parse(await hooks.call('metadata', [])).options as JsonObject;
}

/** Why hooks cannot be loaded; null where they can. */
export async function loadProblem(launch: LaunchHooks, source: string): Promise<Problem | null> {
  try {
    await (await launch(source, { seed: 'load' })).dispose();
    return null;
  } catch (error) {
    return toProblem(error);
  }
}
