/** Agents by the beginning of their name or of a word in it. */
import { startRating } from '../../shared/community/rating.ts';
import { eloLeaderboardId } from '../leaderboards/rank.ts';
import { termsMax, termsOf, toTerm } from '../storage/agent-terms.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

/** Above every character, in the order of UTF-8 by which both databases compare terms. */
const aboveAll = '\u{10ffff}';

/** Replaces the terms of an agent. */
export async function storeTerms(db: Writer, agent_id: number, nickname: string): Promise<void> {
  await db.deleteFrom('agent_term').where('agent_id', '=', agent_id).execute();
  await db
    .insertInto('agent_term')
    .values(termsOf(nickname).map((term) => ({ term, agent_id })))
    .execute();
}

const matchesQuery = statement((db, { from, to, count }: { from: string; to: string; count: number }) =>
  db
    .selectFrom('agent_term')
    .innerJoin('agent', 'agent.agent_id', 'agent_term.agent_id')
    .leftJoin('standing', (join) =>
      join.onRef('standing.agent_id', '=', 'agent.agent_id').on('standing.board', '=', eloLeaderboardId),
    )
    .select(['agent.agent_id', 'agent.public_key', 'agent.nickname', 'standing.rating'])
    .where('term', '>=', from)
    .where('term', '<', to)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('ban').select('ban.public_key').whereRef('ban.public_key', '=', 'agent.public_key'))),
    )
    .orderBy('term')
    .orderBy('agent_term.agent_id')
    .limit(count),
);

/** At most `count` agents that aren't banned, in the order of the terms that match: a name that is the query itself comes first. */
export async function findByName(db: Reader, query: string, count: number) {
  const from = toTerm(query);
  // Of marks alone nothing is left, with which every name begins.
  if (from === '') return [];
  const rows = await matchesQuery.all(db, { from, to: from + aboveAll, count: count * termsMax });
  const agents = new Map(
    rows.map(({ rating, ...agent }) => [agent.agent_id, { ...agent, rating: rating ?? startRating }]),
  );
  return [...agents.values()].slice(0, count);
}

/** For operators: banned agents too, those with the oldest account first. */
export async function findAllByName(db: Reader, query: string) {
  const from = toTerm(query);
  if (from === '') return [];
  return db
    .selectFrom('agent')
    .leftJoin('ban', 'ban.public_key', 'agent.public_key')
    .select(['agent.public_key', 'nickname', 'created_at', 'banned_at'])
    .where('agent_id', 'in', (builder) =>
      builder
        .selectFrom('agent_term')
        .select('agent_id')
        .where('term', '>=', from)
        .where('term', '<', from + aboveAll),
    )
    .orderBy('agent_id')
    .execute();
}
