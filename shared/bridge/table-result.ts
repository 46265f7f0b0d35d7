/** How a table of this side ended, and what became of its result. */
import { z } from 'zod';
import { winnerSchema } from '../tables/hooks.ts';
import { concededSchema } from '../tables/outcome.ts';
import { capSchema, time } from './shapes.ts';

const ratingChangeSchema = z.object({ before: z.int(), after: z.int(), delta: z.int() });

export const resultSchema = z.object({
  winner: winnerSchema.nullable(),
  outcome: z.enum(['won', 'lost', 'drawn', 'none']),
  reason: z.string().nullable(),
  /** Which side conceded, and why. */
  conceded: concededSchema.optional(),
  /** Both sides agreed to the draw. */
  agreed: z.literal(true).optional(),
  /** `unrated`: no result is reported. `queued`: waiting for the community. The others are the community's states. */
  state: z.enum(['unrated', 'queued', 'pending', 'settled', 'disputed', 'capped']),
  reports: z.object({
    mine: winnerSchema.nullable(),
    mine_at: time.nullable(),
    theirs: winnerSchema.nullable(),
    theirs_at: time.nullable(),
  }),
  rating: z
    .object({ applied: z.boolean(), reason: z.string(), mine: ratingChangeSchema, theirs: ratingChangeSchema })
    .nullable(),
  cap: capSchema.nullable(),
});
