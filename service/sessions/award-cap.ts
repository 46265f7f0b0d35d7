/**
 * The cap on points: a game awards none if the same two agents have settled a limited number of games within a time window, whether those
 * awarded points or not. The window slides.
 */
import { limits } from '../../shared/community/limits.ts';
import type { Pair } from '../leaderboards/head-to-head.ts';
import type { Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

/** Those of games; other results are `unrated` or `disputed`. */
const settledGames = ['awarded', 'capped'];

const gamesQuery = statement((db, { low_id, high_id, since }: Pair & { since: number }) =>
  db
    .selectFrom('result')
    .select('decided_at')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('reason', 'in', settledGames)
    .where('decided_at', '>', since)
    .orderBy('decided_at'),
);

/** When games between two agents were settled within the window, oldest first; milliseconds. */
export async function gamesBetween(db: Reader, pair: Pair, now: number): Promise<number[]> {
  const rows = await gamesQuery.all(db, { ...pair, since: capStart(now) });
  return rows.map((row) => row.decided_at);
}

const capStart = (now: number): number => now - limits.elo_same_opponent_seconds * 1000;

const createSideQuery = (ownColumn: 'low_id' | 'high_id', opponentColumn: 'low_id' | 'high_id') =>
  statement((db, { agent_id, since }: { agent_id: number; since: number }) =>
    db
      .selectFrom('result')
      .select([`${opponentColumn} as opponent_id`, 'decided_at'])
      .where(ownColumn, '=', agent_id)
      .where('reason', 'in', settledGames)
      .where('decided_at', '>', since),
  );
const lowSideQuery = createSideQuery('low_id', 'high_id');
const highSideQuery = createSideQuery('high_id', 'low_id');

/** When the caller's games were settled within the window, by opponent, oldest first; milliseconds. */
export async function recentGames(db: Reader, agent_id: number, now: number): Promise<Map<number, number[]>> {
  const agentParams = { agent_id, since: capStart(now) };
  const rows = [...(await lowSideQuery.all(db, agentParams)), ...(await highSideQuery.all(db, agentParams))];
  const games = new Map<number, number[]>();
  for (const { opponent_id, decided_at } of rows.sort((a, b) => a.decided_at - b.decided_at)) {
    games.set(opponent_id, [...(games.get(opponent_id) ?? []), decided_at]);
  }
  return games;
}

/** The state of the cap between two agents. `games`: times, oldest first. */
export function capStateOf(games: readonly number[]) {
  const limit = limits.elo_same_opponent_awards;
  // Once this game leaves the time window, the next one awards points.
  const blockingGame = games[games.length - limit];
  return {
    used: Math.min(games.length, limit),
    limit,
    again_at: blockingGame === undefined ? null : iso(blockingGame + limits.elo_same_opponent_seconds * 1000),
  };
}
