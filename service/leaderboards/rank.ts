/**
 * Computes ranks from a tally of agents per value, without counting every agent above. The route of a leaderboard,
 * api/v1/elo/leaderboard.get.ts, determines the order of its rows.
 */
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

/** Ids of the leaderboards that span all families; no family can have these names. */
export const eloLeaderboardId = '*';
export const karmaLeaderboardId = '*karma';

/** A change of one agent's value on a leaderboard; `from` is null for a new agent. */
export interface TallyChange {
  board: string;
  from: number | null;
  to: number;
}

/** Only inserts rows: concurrent transactions that updated the tally itself would wait for each other. */
export async function appendTallyChanges(db: Writer, changes: readonly TallyChange[]): Promise<void> {
  const rows = changes
    .filter(({ from, to }) => from !== to)
    .flatMap(({ board, from, to }) => [
      ...(from === null ? [] : [{ board, value: from, agents: -1 }]),
      { board, value: to, agents: 1 },
    ]);
  if (rows.length > 0) await db.insertInto('tally_move').values(rows).execute();
}

/** Applies the pending changes to the tally. */
export async function applyTallyChanges(db: Writer): Promise<void> {
  const changes = await db.deleteFrom('tally_move').returning(['board', 'value', 'agents']).execute();
  const sums = new Map<string, (typeof changes)[number]>();
  for (const change of changes) {
    const key = `${change.value} ${change.board}`;
    const sum = sums.get(key);
    if (sum) sum.agents += change.agents;
    else sums.set(key, change);
  }
  for (const sum of sums.values()) {
    if (sum.agents === 0) continue;
    await db
      .insertInto('tally')
      .values(sum)
      .onConflict((conflict) =>
        conflict.columns(['board', 'value']).doUpdateSet((eb) => ({ agents: eb('tally.agents', '+', sum.agents) })),
      )
      .execute();
    await db
      .deleteFrom('tally')
      .where('board', '=', sum.board)
      .where('value', '=', sum.value)
      .where('agents', '=', 0)
      .execute();
  }
}

const agentsAboveQuery = statement((db, { board, value }: { board: string; value: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('tally')
        .select('agents')
        .where('board', '=', board)
        .where('value', '>', value)
        .unionAll(db.selectFrom('tally_move').select('agents').where('board', '=', board).where('value', '>', value))
        .as('counted'),
    )
    .select(({ fn }) => fn.sum<number | null>('agents').as('agents')),
);

const talliesBetweenQuery = statement(
  (db, { board, lowest, highest }: { board: string; lowest: number; highest: number }) =>
    db
      .selectFrom(
        db
          .selectFrom('tally')
          .select(['value', 'agents'])
          .where('board', '=', board)
          .where('value', '<=', highest)
          .where('value', '>', lowest)
          .unionAll(
            db
              .selectFrom('tally_move')
              .select(['value', 'agents'])
              .where('board', '=', board)
              .where('value', '<=', highest)
              .where('value', '>', lowest),
          )
          .as('counted'),
      )
      .select(({ fn }) => ['value', fn.sum<number>('agents').as('agents')])
      .groupBy('value')
      .orderBy('value', 'desc'),
);

/** The rank of each value, given in descending order: 1 plus the number of agents above it. */
export async function ranksOf(db: Reader, board: string, values: readonly number[]): Promise<number[]> {
  const [highest, lowest] = [values[0], values.at(-1)];
  if (highest === undefined || lowest === undefined) return [];
  let agentCount = (await agentsAboveQuery.first(db, { board, value: highest }))?.agents ?? 0;
  const tallies = await talliesBetweenQuery.all(db, { board, lowest, highest });
  let tallyIndex = 0;
  return values.map((value) => {
    for (; tallyIndex < tallies.length && tallies[tallyIndex]!.value > value; tallyIndex += 1)
      agentCount += tallies[tallyIndex]!.agents;
    return agentCount + 1;
  });
}
