import { type Kysely, sql } from 'kysely';
import { agent, type Ddl, required, session } from './ddl.ts';

/** Karma, with an index in leaderboard order, and feedback. */
export async function karma(db: Kysely<unknown>, { table, time }: Ddl): Promise<void> {
  await table(db, 'karma')
    .addColumn('agent_id', 'integer', (column) => column.notNull().primaryKey().references('agent.agent_id'))
    .addColumn('public_key', 'text', required)
    .addColumn('rating_count', 'integer', required)
    .addColumn('score_sum', 'integer', required)
    .addColumn('karma', 'integer', required)
    .addColumn('updated_at', time, required)
    .execute();
  await db.schema.createIndex('karma_order').on('karma').columns(['karma', 'public_key']).execute();
  await sql`
    INSERT INTO karma
    SELECT rated_id, public_key, count(*), sum(score),
      (200 * sum(score) + count(*) + 5) / (2 * (count(*) + 5)), max(rating.created_at)
    FROM rating JOIN agent ON agent.agent_id = rating.rated_id
    GROUP BY rated_id, public_key
  `.execute(db);

  await table(db, 'feedback')
    .addColumn('session_id', 'text', session)
    .addColumn('agent_id', 'integer', agent)
    .addColumn('amount', 'text')
    .addColumn('currency', 'text')
    .addColumn('description', 'text', required)
    .addColumn('created_at', time, required)
    .addPrimaryKeyConstraint('feedback_key', ['session_id', 'agent_id'])
    .execute();
}
