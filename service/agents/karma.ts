/** Karma: computed from the scores that an agent has received from other participants. */
import { appendTallyChanges, karmaLeaderboardId } from '../leaderboards/rank.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

export type Level = 'none' | 'low' | 'medium' | 'high';

export interface Reputation {
  rating_count: number;
  average_score: number | null;
  /** 0 to 5: average x n / (n + 5), so that few scores count little. */
  weighted_score: number;
  /** 0 to 500. */
  karma: number;
  level: Level;
  /** When the newest score was given. */
  updated_at: number | null;
}

/** The lowest number of scores for each level, highest first. */
const levels: readonly [number, Level][] = [
  [20, 'high'],
  [5, 'medium'],
  [1, 'low'],
  [0, 'none'],
];

export const levelOf = (ratingCount: number): Level => levels.find(([minimum]) => ratingCount >= minimum)![1];

/** average x n / (n + 5), in hundredths, rounded half up. In integers, so that halves are exact. */
export const karmaOf = (n: number, sum: number): number => Math.floor((200 * sum + n + 5) / (2 * (n + 5)));

const karmaRow = statement((db, { agent_id }: { agent_id: number }) =>
  db.selectFrom('karma').selectAll().where('agent_id', '=', agent_id),
);

export async function reputationOf(db: Reader, agent_id: number): Promise<Reputation> {
  const row = await karmaRow.first(db, { agent_id });
  const n = row?.rating_count ?? 0;
  const sum = row?.score_sum ?? 0;
  return {
    rating_count: n,
    average_score: n === 0 ? null : sum / n,
    weighted_score: sum / (n + 5),
    karma: row?.karma ?? 0,
    level: levelOf(n),
    updated_at: row?.updated_at ?? null,
  };
}

/** Adds one score to an agent's karma. The first statement locks the row until the transaction ends. */
export async function addScore(
  db: Writer,
  { agent_id, public_key }: { agent_id: number; public_key: string },
  score: number,
  now: number,
): Promise<void> {
  const { rating_count, score_sum } = await db
    .insertInto('karma')
    .values({ agent_id, public_key, rating_count: 1, score_sum: score, karma: 0, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet((eb) => ({
        rating_count: eb('karma.rating_count', '+', 1),
        score_sum: eb('karma.score_sum', '+', score),
        updated_at: now,
      })),
    )
    .returning(['rating_count', 'score_sum'])
    .executeTakeFirstOrThrow();
  const karma = karmaOf(rating_count, score_sum);
  await db.updateTable('karma').set({ karma }).where('agent_id', '=', agent_id).execute();
  const previousKarma = rating_count === 1 ? null : karmaOf(rating_count - 1, score_sum - score);
  await appendTallyChanges(db, [{ board: karmaLeaderboardId, from: previousKarma, to: karma }]);
}
