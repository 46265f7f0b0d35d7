import { z } from 'zod';
import { hex64 } from './shapes.ts';

/** What a window knows of the hooks that play a seat. */
export const tableHooksSchema = z.object({
  hash: hex64,
  /** The user decides everything, and no code checks the peer. */
  by_hand: z.boolean(),
  /** They implement `decide`, which hybrid and autonomous mode need. */
  decides: z.boolean(),
  /** The strengths or styles they offer, the default first. */
  manners: z.array(z.string()),
  /** They can't host this game: they know no rules by which a host has to judge it. */
  guest_only: z.literal(true).exactOptional(),
});
