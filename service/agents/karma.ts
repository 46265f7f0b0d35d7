/** Karma: what the scores received from other participants come to. */
import type { Reader } from '../storage/schema.ts';

export type Level = 'none' | 'low' | 'medium' | 'high';

export interface Reputation {
  rating_count: number;
  average_score: number | null;
  /** average x n / (n + 5): few scores count little. 0 to 5. */
  weighted_score: number;
  /** 0 to 500. */
  karma: number;
  level: Level;
  /** When the newest score came. */
  updated_at: number | null;
}

/** Scores from which a level holds, highest first. */
const levels: readonly [number, Level][] = [
  [20, 'high'],
  [5, 'medium'],
  [1, 'low'],
  [0, 'none'],
];

export async function reputationOf(db: Reader, agentId: number): Promise<Reputation> {
  const { count, average, newest } = await db
    .selectFrom('rating')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.avg<number | string | null>('score').as('average'),
      fn.max<number | null>('created_at').as('newest'),
    ])
    .where('rated_id', '=', agentId)
    .executeTakeFirstOrThrow();
  const n = Number(count);
  const weighted = (Number(average ?? 0) * n) / (n + 5);
  return {
    rating_count: n,
    average_score: average === null ? null : Number(average),
    weighted_score: weighted,
    karma: Math.round(weighted * 100),
    level: levels.find(([from]) => n >= from)![1],
    updated_at: newest,
  };
}
