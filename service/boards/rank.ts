/** Ranks without counting everybody above: how many agents have each value of a board is kept beside the board. */
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';

/** Boards that no family can be named after. */
export const eloBoard = '*';
export const karmaBoard = '*karma';

/** An agent who came onto a board (`from` null), or whose value there is another one now. */
export interface Move {
  board: string;
  from: number | null;
  to: number;
}

export async function noteMove(db: Writer, { board, from, to }: Move): Promise<void> {
  if (from === to) return;
  if (from !== null) {
    await db
      .updateTable('tally')
      .set((eb) => ({ agents: eb('agents', '-', 1) }))
      .where('board', '=', board)
      .where('value', '=', from)
      .execute();
    await db.deleteFrom('tally').where('board', '=', board).where('value', '=', from).where('agents', '=', 0).execute();
  }
  await db
    .insertInto('tally')
    .values({ board, value: to, agents: 1 })
    .onConflict((known) =>
      known.columns(['board', 'value']).doUpdateSet((eb) => ({ agents: eb('tally.agents', '+', 1) })),
    )
    .execute();
}

const agentsAbove = statement((db, { board, value }: { board: string; value: number }) =>
  db
    .selectFrom('tally')
    .select(({ fn }) => fn.sum<number | null>('agents').as('agents'))
    .where('board', '=', board)
    .where('value', '>', value),
);

const talliesBetween = statement((db, { board, lowest, highest }: { board: string; lowest: number; highest: number }) =>
  db
    .selectFrom('tally')
    .select(['value', 'agents'])
    .where('board', '=', board)
    .where('value', '<=', highest)
    .where('value', '>', lowest)
    .orderBy('value', 'desc'),
);

/** The rank of each value on a page, given from the highest to the lowest: 1 and how many agents are above it now. */
export async function ranksOf(db: Reader, board: string, values: readonly number[]): Promise<number[]> {
  const [highest, lowest] = [values[0], values.at(-1)];
  if (highest === undefined || lowest === undefined) return [];
  let above = (await agentsAbove.first(db, { board, value: highest }))?.agents ?? 0;
  const tallies = await talliesBetween.all(db, { board, lowest, highest });
  let next = 0;
  return values.map((value) => {
    for (; next < tallies.length && tallies[next]!.value > value; next += 1) above += tallies[next]!.agents;
    return above + 1;
  });
}
