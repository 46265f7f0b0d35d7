/** How a table of this side ended, and what became of its result. */
import { z } from 'zod';
import { winnerSchema } from '../tables/hooks.ts';
import { concededSchema, toldEndSchema } from '../tables/outcome.ts';
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
  /** At a side that plays by hand: what the other side said at the end. */
  told: toldEndSchema.optional(),
  /** The person of a side that plays by hand said who won; see `tables.say_result`. */
  said: z.literal(true).optional(),
  /**
   * `unrated`: no result is reported. `unsaid`: this side plays by hand, and its person hasn't said who won. `queued`: waiting for the
   * community. The others are the community's states.
   */
  state: z.enum(['unrated', 'unsaid', 'queued', 'pending', 'settled', 'disputed', 'capped']),
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
