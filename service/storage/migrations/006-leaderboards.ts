import { type Kysely, sql } from 'kysely';
import { agent, type Ddl, required, session } from './ddl.ts';

/** Leaderboards, histories and head-to-head scores, filled from existing results; indexes for long lists. */
export async function leaderboards(db: Kysely<unknown>, ddl: Ddl): Promise<void> {
  await createLeaderboards(db, ddl);
  await fillLeaderboards(db);
  await groupFingerprints(db, ddl);
  await orderLists(db);
}

async function createLeaderboards(db: Kysely<unknown>, { table, identity, time }: Ddl): Promise<void> {
  await table(db, 'standing')
    .addColumn('agent_id', 'integer', agent)
    .addColumn('board', 'text', required)
    .addColumn('rating', 'integer', required)
    .addColumn('place', 'integer', required)
    .addColumn('games_played', 'integer', required)
    .addColumn('won', 'integer', required)
    .addColumn('lost', 'integer', required)
    .addColumn('drawn', 'integer', required)
    .addColumn('updated_at', time, required)
    .addPrimaryKeyConstraint('standing_key', ['agent_id', 'board'])
    .execute();
  await db.schema.createIndex('standing_order').on('standing').columns(['board', 'place', 'agent_id']).execute();
  await table(db, 'tally')
    .addColumn('board', 'text', required)
    .addColumn('value', 'integer', required)
    .addColumn('agents', 'integer', required)
    .addPrimaryKeyConstraint('tally_key', ['board', 'value'])
    .execute();
  await table(db, 'tally_move')
    .addColumn('move_id', 'integer', identity)
    .addColumn('board', 'text', required)
    .addColumn('value', 'integer', required)
    .addColumn('agents', 'integer', required)
    .execute();
  await db.schema.createIndex('tally_move_value').on('tally_move').columns(['board', 'value', 'agents']).execute();
  await table(db, 'game')
    .addColumn('agent_id', 'integer', agent)
    .addColumn('number', 'integer', required)
    .addColumn('session_id', 'text', session)
    .addColumn('family', 'text', required)
    .addPrimaryKeyConstraint('game_key', ['agent_id', 'number'])
    .execute();
  await db.schema.createIndex('game_family').on('game').columns(['agent_id', 'family', 'number']).execute();
  await table(db, 'head_to_head')
    .addColumn('low_id', 'integer', agent)
    .addColumn('high_id', 'integer', agent)
    .addColumn('family', 'text', required)
    .addColumn('low_won', 'integer', required)
    .addColumn('high_won', 'integer', required)
    .addColumn('drawn', 'integer', required)
    .addPrimaryKeyConstraint('head_to_head_key', ['low_id', 'high_id', 'family'])
    .execute();
}

/** Both sides of every settled result of a `game:` family. */
const sides = sql`(
  SELECT session_id, family, decided_at, host_id AS agent_id, host_before AS earlier, host_after AS later,
    CASE winner WHEN 'host' THEN 'won' WHEN 'guest' THEN 'lost' ELSE 'drawn' END AS outcome
  FROM result WHERE reason IN ('awarded', 'capped')
  UNION ALL
  SELECT session_id, family, decided_at, guest_id, guest_before, guest_after,
    CASE winner WHEN 'guest' THEN 'won' WHEN 'host' THEN 'lost' ELSE 'drawn' END
  FROM result WHERE reason IN ('awarded', 'capped')
) AS side`;

async function fillLeaderboards(db: Kysely<unknown>): Promise<void> {
  const standings = (board: typeof sides) => sql`
    INSERT INTO standing (agent_id, board, rating, place, games_played, won, lost, drawn, updated_at)
    SELECT agent_id, board, 1200 + sum(later - earlier), -1200 - sum(later - earlier), count(*),
      sum(CASE outcome WHEN 'won' THEN 1 ELSE 0 END), sum(CASE outcome WHEN 'lost' THEN 1 ELSE 0 END),
      sum(CASE outcome WHEN 'drawn' THEN 1 ELSE 0 END), max(decided_at)
    FROM (SELECT side.*, ${board} AS board FROM ${sides}) AS played GROUP BY agent_id, board
  `;
  await standings(sql`CAST('*' AS text)`).execute(db);
  await standings(sql`family`).execute(db);
  await sql`INSERT INTO tally SELECT board, rating, count(*) FROM standing GROUP BY board, rating`.execute(db);
  await sql`INSERT INTO tally SELECT '*karma', karma, count(*) FROM karma GROUP BY karma`.execute(db);
  // Ratings never decrease, so they order games that were decided in the same millisecond.
  await sql`
    INSERT INTO game (agent_id, number, session_id, family)
    SELECT agent_id,
      row_number() OVER (PARTITION BY agent_id ORDER BY later, earlier, decided_at, session_id), session_id, family
    FROM ${sides}
  `.execute(db);
  await sql`
    INSERT INTO head_to_head (low_id, high_id, family, low_won, high_won, drawn)
    SELECT low_id, high_id, family,
      sum(CASE WHEN (winner = 'host' AND host_id = low_id) OR (winner = 'guest' AND guest_id = low_id) THEN 1 ELSE 0 END),
      sum(CASE WHEN (winner = 'host' AND host_id = high_id) OR (winner = 'guest' AND guest_id = high_id) THEN 1 ELSE 0 END),
      sum(CASE winner WHEN 'draw' THEN 1 ELSE 0 END)
    FROM result WHERE reason IN ('awarded', 'capped') GROUP BY low_id, high_id, family
  `.execute(db);
  await db.schema.dropTable('elo').execute();
}

async function groupFingerprints(db: Kysely<unknown>, { table, time }: Ddl): Promise<void> {
  await db.schema.alterTable('fingerprint').renameTo('fingerprint_columns').execute();
  await table(db, 'fingerprint')
    .addColumn('protocol_id', 'text', (column) => column.notNull().references('protocol.protocol_id'))
    .addColumn('structure', 'text', required)
    .addColumn('param_types', 'text', required)
    .addColumn('created_at', time, required)
    .addPrimaryKeyConstraint('fingerprint_key', ['protocol_id'])
    .execute();
  await sql`
    INSERT INTO fingerprint (protocol_id, structure, param_types, created_at)
    SELECT protocol_id, messages || ' ' || options || ' ' || commit_reveal || ' ' || stages || ' ' || mode, param_types,
      (SELECT created_at FROM protocol WHERE protocol.protocol_id = fingerprint_columns.protocol_id)
    FROM fingerprint_columns
  `.execute(db);
  await db.schema.dropTable('fingerprint_columns').execute();
  await db.schema
    .createIndex('fingerprint_newest')
    .on('fingerprint')
    .columns(['structure', 'param_types', 'created_at', 'protocol_id'])
    .execute();
  await table(db, 'likeness')
    .addColumn('structure', 'text', required)
    .addColumn('param_types', 'text', required)
    .addColumn('protocols', 'integer', required)
    .addColumn('newest_at', time, required)
    .addPrimaryKeyConstraint('likeness_key', ['structure', 'param_types'])
    .execute();
  await db.schema.createIndex('likeness_newest').on('likeness').columns(['structure', 'newest_at']).execute();
  await sql`
    INSERT INTO likeness (structure, param_types, protocols, newest_at)
    SELECT structure, param_types, count(*), max(created_at) FROM fingerprint GROUP BY structure, param_types
    UNION ALL
    SELECT structure, '*', count(*), max(created_at) FROM fingerprint GROUP BY structure
  `.execute(db);
}

/** Each list has an index on its filters followed by its sort order. */
async function orderLists(db: Kysely<unknown>): Promise<void> {
  // Covers all conditions on visibility, so that counting reads only the index.
  const order = ['created_at', 'post_id', 'expires_at', 'for_public_key', 'host_id', 'type'];
  for (const name of ['invitation_active', 'invitation_protocol', 'invitation_host'])
    await db.schema.dropIndex(name).execute();
  await db.schema
    .createIndex('invitation_listed')
    .on('invitation')
    .columns(['status', 'visibility', ...order])
    .execute();
  await db.schema
    .createIndex('invitation_protocol')
    .on('invitation')
    .columns(['protocol_id', 'status', 'visibility', ...order])
    .execute();
  await db.schema
    .createIndex('invitation_host')
    .on('invitation')
    .columns(['host_id', 'status', 'expires_at'])
    .execute();
  await db.schema.createIndex('invitation_expiry').on('invitation').columns(['status', 'expires_at']).execute();
  // Like result_high: recent awards of an agent, without scanning old results.
  await db.schema.createIndex('result_low').on('result').columns(['low_id', 'reason', 'decided_at']).execute();
  await db.schema
    .createIndex('protocol_family_status')
    .on('protocol')
    .columns(['family', 'status', 'created_at', 'protocol_id'])
    .execute();
}
