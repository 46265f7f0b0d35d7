/** Plays two strengths of the same hooks against each other. */
import { z } from 'zod';
import type { StrengthGame } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import type { LaunchHooks } from './hook-host.ts';
import { selfPlay } from './self-play.ts';
import { hostingOptions } from './self-test.ts';

export interface StrengthMatchOptions {
  spec: Spec;
  source: string;
  strengths: readonly [string, string];
  /** The same seed plays the same games. */
  seed: string;
}

const scoresSchema = z.object({ scores: z.object({ host: z.int(), guest: z.int() }) });

/** The strengths that hooks export. Loads the hooks to read them. */
export async function strengthsOf(launch: LaunchHooks, source: string): Promise<string[]> {
  const hooks = await launch(source, { seed: 'strengths' });
  await hooks.dispose();
  return [...hooks.manners];
}

/** Plays two games, in which the strengths swap seats. Rejects `hook_failed` if one has neither a winner nor a draw. */
export async function strengthMatch(
  launch: LaunchHooks,
  { spec, source, strengths: [first, second], seed }: StrengthMatchOptions,
): Promise<StrengthGame[]> {
  const hooks = await launch(source, { seed });
  try {
    const options = await hostingOptions(hooks);
    const games: StrengthGame[] = [];
    for (const [host, guest] of [
      [first, second],
      [second, first],
    ] as const) {
      const hooksBySeat = { host: hooks, guest: hooks };
      const { ok, seats } = await selfPlay({ spec, hooks: hooksBySeat, options, manners: { host, guest }, seed });
      const winner = seats.host.outcome?.winner;
      if (!ok || !winner)
        throw new ParlorError('hook_failed', `The game of ${host} and ${guest} ended without a result.`);
      games.push({ host, guest, winner, scores: scoresSchema.safeParse(seats.host.view).data?.scores ?? null });
    }
    return games;
  } finally {
    await hooks.dispose();
  }
}
