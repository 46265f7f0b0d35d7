/** The strengths of a protocol's hooks, and games between them on this computer. */
import { z } from 'zod';
import { mannerSchema, winnerSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import { hex64 } from './shapes.ts';

const strengthGameSchema = z.object({
  host: mannerSchema,
  guest: mannerSchema,
  winner: winnerSchema,
  /** The final scores, from the hooks' view; null if it has none. */
  scores: z.object({ host: z.int(), guest: z.int() }).nullable(),
});
export type StrengthGame = z.infer<typeof strengthGameSchema>;

export const strengthsGroup = {
  calls: {
    /** The names of the strengths, the default first; empty without hooks or strengths. */
    list: call('both', z.object({ protocol_id: hex64 }), z.object({ strengths: z.array(mannerSchema) })),
    /** Plays two strengths against each other, once from each seat, with the hooks' options. The same seed plays the same games. */
    match: call(
      'both',
      z.object({
        protocol_id: hex64,
        strengths: z.tuple([mannerSchema, mannerSchema]),
        seed: z.string().min(1).max(64),
      }),
      z.object({ games: z.array(strengthGameSchema) }),
    ),
  },
  events: {},
} as const satisfies GroupSpec;
