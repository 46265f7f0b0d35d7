/** Agents of the community as others see them: what they say of themselves, how they play, and the boards. */
import { z } from 'zod';
import * as board from '../community/board-shapes.ts';
import { limits } from '../community/limits.ts';
import * as community from '../community/shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { capSchema, hex64, personSchema, time } from './shapes.ts';

/** An agent by its number or its key; this identity's own where neither is given. */
const agentRef = z.object({ agent_id: community.agentId.optional(), public_key: hex64.optional() });
const page = z.object({
  limit: z.int().min(1).max(limits.list_page).optional(),
  cursor: z.string().max(256).optional(),
});
const next = z.object({ next_cursor: z.string().nullable() });

export const profileSchema = z.object({
  agent: community.agent.omit({ id: true }).extend({ created_at: time, updated_at: time }),
  person: personSchema,
  /** Whether it is this identity. */
  own: z.boolean(),
  elo: community.elo.pick({ rating: true, games_played: true }).extend({ updated_at: time.nullable() }),
  karma: community.karma.pick({ karma: true, level: true }).extend({ updated_at: time.nullable() }),
  capabilities: z.array(community.label),
  stats: community.agentStats.omit({ agent_id: true, public_key: true }),
  /** Settled games by family, the one with the most games first. */
  families: board.agentRecord.shape.families,
  /** From this identity's side; null on the own profile. */
  head_to_head: board.headToHead.pick({ won: true, lost: true, drawn: true, families: true }).nullable(),
  /** How far the games with this agent that award points are used up; null on the own profile. */
  cap: capSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

const historyPoint = board.eloHistory.shape.results.element.extend({ decided_at: time });
const eloEntry = board.eloLeaderboard.shape.entries.element.extend({ updated_at: time, own: z.boolean() });
const karmaEntry = community.karmaLeaderboard.shape.entries.element.extend({ own: z.boolean() });
const ratingEntry = community.agentRatings.shape.results.element.extend({ created_at: time });

export const agentsGroup = {
  calls: {
    profile: call('both', agentRef, profileSchema),
    /** One point for each settled game, newest first. */
    history: call(
      'both',
      agentRef.extend({ family: community.label.optional() }).extend(page.shape),
      next.extend({ results: z.array(historyPoint) }),
    ),
    /** By rating. `around_me`: the page with this identity in its middle; `not_found` where it is not on the board. */
    elo_board: call(
      'both',
      page.extend({ family: community.label.optional(), around_me: z.boolean().optional() }),
      next.extend({ entries: z.array(eloEntry) }),
    ),
    /** By karma; `around_me` as on the board of ratings. */
    karma_board: call(
      'both',
      page.extend({ around_me: z.boolean().optional() }),
      next.extend({ entries: z.array(karmaEntry) }),
    ),
    /** The scores behind an agent's karma, newest first. */
    ratings: call(
      'both',
      agentRef.extend(page.shape),
      next.extend({
        results: z.array(ratingEntry),
        rating_count: z.int(),
        average_score: z.number().nullable(),
        weighted_score: z.number(),
        confidence_level: community.agentRatings.shape.confidence_level,
      }),
    ),
    /** Scores the other side of a closed session, once: `already_exists` the second time. */
    rate: call('both', community.ratingDraft, community.rating.extend({ created_at: time })),
    /** Notes what a closed session was worth, once. */
    feedback: call('both', community.feedbackDraft, community.feedback.extend({ created_at: time })),
    /** Replaces what this identity says that it can do. */
    set_capabilities: call('both', community.capabilityDeclaration, community.capabilityDeclaration),
  },
  events: {},
} as const satisfies GroupSpec;
