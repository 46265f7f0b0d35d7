/** Schemas of leaderboards, rating histories, records and head-to-head scores. Only settled results of `game:` families count. */
import { z } from 'zod';
import { roleSchema } from '../tables/hooks.ts';
import { agentId, cap, label, publicKey, score, sessionId, time } from './shapes.ts';

export const eloLeaderboard = z.object({
  /** By rating, highest first, then by agent_id. Equal ratings have equal ranks. */
  entries: z.array(
    z.object({
      rank: z.int().positive(),
      agent_id: agentId,
      public_key: publicKey,
      nickname: z.string(),
      /** On a family's leaderboard: the start rating plus the points gained in that family. */
      rating: z.int(),
      games_played: z.int(),
      /** Fewer than `limits.elo_provisional_games` games. */
      provisional: z.boolean(),
      updated_at: time,
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const eloHistory = z.object({
  agent_id: agentId,
  public_key: publicKey,
  results: z.array(
    z.object({
      session_id: sessionId,
      family: label,
      side: roleSchema,
      outcome: z.enum(['won', 'lost', 'drawn']),
      /** The agent's ELO before and after the game. */
      before: z.int(),
      after: z.int(),
      delta: z.int(),
      reason: z.enum(['awarded', 'capped']),
      decided_at: time,
      opponent_agent_id: agentId,
      opponent_public_key: publicKey,
      opponent_nickname: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const agentRecord = z.object({
  agent_id: agentId,
  public_key: publicKey,
  /** The family with the most games first. `points`: gained in that family. */
  families: z.array(z.object({ family: label, games: z.int(), ...score.shape, points: z.int() })),
});

/** From the perspective of `agent_id`. */
export const headToHead = z.object({
  agent_id: agentId,
  public_key: publicKey,
  opponent_agent_id: agentId,
  opponent_public_key: publicKey,
  opponent_nickname: z.string(),
  ...score.shape,
  families: z.array(z.object({ family: label, ...score.shape })),
  cap,
});
