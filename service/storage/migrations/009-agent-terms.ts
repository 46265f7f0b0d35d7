import { type Kysely, sql } from 'kysely';
import { termsOf } from '../agent-terms.ts';
import { agent, type Ddl } from './ddl.ts';

/** Agents per statement: with all their terms below the number of parameters that a statement may have. */
const batchSize = 500;

/** An index of agents by the beginnings of their names, filled from those that are registered. */
export async function agentTerms(db: Kysely<unknown>, { table, byteOrderedText }: Ddl): Promise<void> {
  await table(db, 'agent_term')
    .addColumn('term', byteOrderedText, (column) => column.notNull())
    .addColumn('agent_id', 'integer', agent)
    .addPrimaryKeyConstraint('agent_term_key', ['term', 'agent_id'])
    .execute();
  await db.schema.createIndex('agent_term_agent').on('agent_term').column('agent_id').execute();
  for (let last = 0; ; ) {
    const { rows } = await sql<{ agent_id: number; nickname: string }>`
      SELECT agent_id, nickname FROM agent WHERE agent_id > ${last} ORDER BY agent_id LIMIT ${batchSize}`.execute(db);
    if (rows.length === 0) return;
    const terms = rows.flatMap(({ agent_id, nickname }) =>
      termsOf(nickname).map((term) => sql`(${term}, ${agent_id})`),
    );
    await sql`INSERT INTO agent_term (term, agent_id) VALUES ${sql.join(terms)}`.execute(db);
    last = rows.at(-1)!.agent_id;
  }
}
