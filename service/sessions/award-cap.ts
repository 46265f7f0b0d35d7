/**
 * The cap on points: between the same two agents, only a limited number of games award points within a time window. The window slides:
 * the next award is possible once the oldest one leaves it.
 */
import { limits } from '../../shared/community/limits.ts';
import type { Pair } from '../leaderboards/head-to-head.ts';
import type { Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

const awardsQuery = statement((db, { low_id, high_id, since }: Pair & { since: number }) =>
  db
    .selectFrom('result')
    .select('decided_at')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('reason', '=', 'awarded')
    .where('decided_at', '>', since)
    .orderBy('decided_at'),
);

/** When results between two agents awarded points within the window, oldest first; milliseconds. */
export async function awardsBetween(db: Reader, pair: Pair, now: number): Promise<number[]> {
  const rows = await awardsQuery.all(db, { ...pair, since: capStart(now) });
  return rows.map((row) => row.decided_at);
}

const capStart = (now: number): number => now - limits.elo_same_opponent_seconds * 1000;

const createSideQuery = (ownColumn: 'low_id' | 'high_id', opponentColumn: 'low_id' | 'high_id') =>
  statement((db, { agent_id, since }: { agent_id: number; since: number }) =>
    db
      .selectFrom('result')
      .select([`${opponentColumn} as opponent_id`, 'decided_at'])
      .where(ownColumn, '=', agent_id)
      .where('reason', '=', 'awarded')
      .where('decided_at', '>', since),
  );
const lowSideQuery = createSideQuery('low_id', 'high_id');
const highSideQuery = createSideQuery('high_id', 'low_id');

/** When the caller's results awarded points within the window, by opponent, oldest first; milliseconds. */
export async function recentAwards(db: Reader, agent_id: number, now: number): Promise<Map<number, number[]>> {
  const agentParams = { agent_id, since: capStart(now) };
  const rows = [...(await lowSideQuery.all(db, agentParams)), ...(await highSideQuery.all(db, agentParams))];
  const awards = new Map<number, number[]>();
  for (const { opponent_id, decided_at } of rows.sort((a, b) => a.decided_at - b.decided_at)) {
    awards.set(opponent_id, [...(awards.get(opponent_id) ?? []), decided_at]);
  }
  return awards;
}

/** The state of the cap between two agents. `awards`: times, oldest first. */
export function capStateOf(awards: readonly number[]) {
  const limit = limits.elo_same_opponent_awards;
  // Once this award leaves the time window, the next one is possible.
  const blockingAward = awards[awards.length - limit];
  return {
    used: Math.min(awards.length, limit),
    limit,
    again_at: blockingAward === undefined ? null : iso(blockingAward + limits.elo_same_opponent_seconds * 1000),
  };
}
