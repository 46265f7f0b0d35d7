/** Settled `game:` results between two agents in either role, including capped ones. */
import type { HeadToHeadTable, Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import type { Outcome } from './standing.ts';

/** Two agents, the lower id first, so that each pair has one row per family. */
export interface Pair {
  low_id: number;
  high_id: number;
}

export const pairOf = (firstId: number, secondId: number): Pair => ({
  low_id: Math.min(firstId, secondId),
  high_id: Math.max(firstId, secondId),
});

export type Score = { [outcome in Outcome]: number };

const scoresQuery = statement((db, { low_id, high_id }: Pair) =>
  db
    .selectFrom('head_to_head')
    .select(['family', 'low_won', 'high_won', 'drawn'])
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .orderBy('family'),
);

/** One agent's scores against another, by family. */
export async function headToHeadByFamily(
  db: Reader,
  agentId: number,
  opponentId: number,
): Promise<({ family: string } & Score)[]> {
  const rows = await scoresQuery.all(db, pairOf(agentId, opponentId));
  return rows.map(({ family, low_won, high_won, drawn }) =>
    agentId < opponentId
      ? { family, won: low_won, lost: high_won, drawn }
      : { family, won: high_won, lost: low_won, drawn },
  );
}

export function totalScore(scores: readonly Score[]): Score {
  const sum = { won: 0, lost: 0, drawn: 0 };
  for (const { won, lost, drawn } of scores) {
    sum.won += won;
    sum.lost += lost;
    sum.drawn += drawn;
  }
  return sum;
}

export async function recordHeadToHead(db: Writer, pair: Pair, family: string, lowOutcome: Outcome): Promise<void> {
  const column = ({ won: 'low_won', lost: 'high_won', drawn: 'drawn' } as const)[lowOutcome];
  const row: HeadToHeadTable = { ...pair, family, low_won: 0, high_won: 0, drawn: 0, [column]: 1 };
  await db
    .insertInto('head_to_head')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['low_id', 'high_id', 'family'])
        .doUpdateSet((eb) => ({ [column]: eb(`head_to_head.${column}`, '+', 1) })),
    )
    .execute();
}
