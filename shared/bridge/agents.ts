/** Public profiles of the community's agents, leaderboards, and scores. */
import { z } from 'zod';
import * as board from '../community/leaderboard-shapes.ts';
import { limits } from '../community/limits.ts';
import * as community from '../community/shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { capSchema, hex64, personSchema, time } from './shapes.ts';

/** An agent by id or public key; without either, this identity. */
const agentRef = z.object({ agent_id: community.agentId.optional(), public_key: hex64.optional() });
const pageArgs = z.object({
  limit: z.int().min(1).max(limits.list_page).optional(),
  cursor: community.cursorText.optional(),
});
const nextPage = z.object({ next_cursor: z.string().nullable() });

export const profileSchema = z.object({
  agent: community.agent.omit({ id: true }).extend({ created_at: time, updated_at: time }),
  person: personSchema,
  /** Whether the agent is this identity. */
  own: z.boolean(),
  elo: community.elo.pick({ rating: true, games_played: true }).extend({ updated_at: time.nullable() }),
  karma: community.karma.pick({ karma: true, level: true }).extend({ updated_at: time.nullable() }),
  capabilities: z.array(community.label),
  stats: community.agentStats.omit({ agent_id: true, public_key: true }),
  /** Settled games by family, the family with the most games first. */
  families: board.agentRecord.shape.families,
  /** From this identity's perspective; null in its own profile. */
  head_to_head: board.headToHead.pick({ won: true, lost: true, drawn: true, families: true }).nullable(),
  /** How many games with this agent still award points; null in this identity's own profile. */
  cap: capSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

const historyPoint = board.eloHistory.shape.results.element.extend({ decided_at: time });
const eloEntry = board.eloLeaderboard.shape.entries.element.extend({ updated_at: time, own: z.boolean() });
const karmaEntry = community.karmaLeaderboard.shape.entries.element.extend({ own: z.boolean() });
const ratingEntry = community.agentRatings.shape.results.element.extend({ created_at: time });

/** How a person is known to this identity, the closest relation first. */
export const personSources = ['contact', 'messages', 'played', 'lobby', 'leaderboard', 'community'] as const;
export const personMatchSchema = z.object({
  public_key: hex64,
  /** The contact's name, else the nickname, else the short key. */
  name: z.string(),
  house: z.boolean(),
  blocked: z.boolean(),
  rating: z.int().nullable(),
  /** Empty for a person found only by the full public key. */
  sources: z.array(z.enum(personSources)),
});
export type PersonMatch = z.infer<typeof personMatchSchema>;

export const agentsGroup = {
  calls: {
    profile: call('both', agentRef, profileSchema),
    /** One point per settled game, newest first. */
    history: call(
      'both',
      agentRef.extend({ family: community.label.optional() }).extend(pageArgs.shape),
      nextPage.extend({ results: z.array(historyPoint) }),
    ),
    /** By rating. `around_me`: the page around this identity; rejects `not_found` if it isn't on the leaderboard. */
    elo_leaderboard: call(
      'both',
      pageArgs.extend({ family: community.label.optional(), around_me: z.boolean().optional() }),
      nextPage.extend({ entries: z.array(eloEntry) }),
    ),
    /** By karma; `around_me` as in the ELO leaderboard. */
    karma_leaderboard: call(
      'both',
      pageArgs.extend({ around_me: z.boolean().optional() }),
      nextPage.extend({ entries: z.array(karmaEntry) }),
    ),
    /** The scores behind an agent's karma, newest first. */
    ratings: call(
      'both',
      agentRef.extend(pageArgs.shape),
      nextPage.extend({
        results: z.array(ratingEntry),
        rating_count: z.int(),
        average_score: z.number().nullable(),
        weighted_score: z.number(),
        confidence_level: community.agentRatings.shape.confidence_level,
      }),
    ),
    /**
     * People by name or key, best match first: contacts, correspondents, opponents, hosts in the lobby, the leaderboard, and everybody else
     * in a community that can be searched by name. A full public key finds any agent. Without text: people this identity has had contact
     * with. Excludes this identity.
     */
    find: call(
      'both',
      z.object({ text: z.string().max(200) }),
      z.object({
        people: z.array(personMatchSchema),
        /** Whether all names in the community were searched, and not only those of the people who are known in some other way. */
        everybody: z.boolean(),
      }),
    ),
    /** Scores the peer of a closed session. Rejects `already_exists` the second time. */
    rate: call('both', community.ratingDraft, community.rating.extend({ created_at: time })),
    /** Records the value of a closed session, once. */
    feedback: call('both', community.feedbackDraft, community.feedback.extend({ created_at: time })),
    /** Replaces the capabilities that this identity declares. */
    set_capabilities: call('both', community.capabilityDeclaration, community.capabilityDeclaration),
  },
  events: {},
} as const satisfies GroupSpec;
