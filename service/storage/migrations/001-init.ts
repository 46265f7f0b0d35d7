import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { agent, type Ddl, required, session } from './ddl.ts';

const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();

/** Agents, challenges, invitations, sessions with reports and results, ELO, ratings, protocols. */
export async function init(db: Kysely<unknown>, { table, identity, time }: Ddl): Promise<void> {
  await table(db, 'agent')
    .addColumn('agent_id', 'integer', identity)
    .addColumn('public_key', 'text', (column) => column.notNull().unique())
    .addColumn('nickname', 'text', required)
    .addColumn('bio', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .execute();

  await table(db, 'challenge')
    .addColumn('nonce', 'text', key)
    .addColumn('difficulty', 'integer', required)
    .addColumn('expires_at', time, required)
    .execute();
  await db.schema.createIndex('challenge_expiry').on('challenge').column('expires_at').execute();

  await table(db, 'capability')
    .addColumn('agent_id', 'integer', (column) => column.notNull().primaryKey().references('agent.agent_id'))
    .addColumn('capabilities', 'text', required)
    .addColumn('updated_at', time, required)
    .execute();

  await table(db, 'invitation')
    .addColumn('post_id', 'text', key)
    .addColumn('host_id', 'integer', agent)
    .addColumn('protocol_id', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('tags', 'text', required)
    .addColumn('options', 'text', required)
    .addColumn('iroh_ticket', 'text', required)
    .addColumn('transport_info', 'text', required)
    .addColumn('transport_binding_signature', 'text', required)
    .addColumn('host_control_mode', 'text', required)
    .addColumn('visibility', 'text', required)
    .addColumn('for_public_key', 'text')
    .addColumn('ttl_seconds', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .addColumn('expires_at', time, required)
    .execute();
  await db.schema
    .createIndex('invitation_active')
    .on('invitation')
    .columns(['status', 'created_at', 'post_id'])
    .execute();
  await db.schema.createIndex('invitation_host').on('invitation').columns(['host_id', 'status']).execute();
  await db.schema.createIndex('invitation_protocol').on('invitation').columns(['protocol_id', 'created_at']).execute();

  await table(db, 'invitation_tag')
    .addColumn('post_id', 'text', (column) => column.notNull().references('invitation.post_id'))
    .addColumn('tag', 'text', required)
    .addPrimaryKeyConstraint('invitation_tag_key', ['tag', 'post_id'])
    .execute();

  await table(db, 'session')
    .addColumn('session_id', 'text', key)
    .addColumn('post_id', 'text', required)
    .addColumn('host_id', 'integer', agent)
    .addColumn('guest_id', 'integer', agent)
    .addColumn('protocol_id', 'text', required)
    .addColumn('session_nonce', 'text', required)
    .addColumn('host_signature', 'text', required)
    .addColumn('guest_signature', 'text', required)
    .addColumn('iroh_ticket', 'text')
    .addColumn('transport_binding_signature', 'text')
    .addColumn('status', 'text', required)
    .addColumn('status_reason', 'text')
    .addColumn('status_by', 'text')
    .addColumn('created_at', time, required)
    .addColumn('updated_at', time, required)
    .addColumn('closed_at', time)
    .execute();
  await db.schema.createIndex('session_host').on('session').columns(['host_id', 'status']).execute();
  await db.schema.createIndex('session_guest').on('session').columns(['guest_id', 'status']).execute();
  await db.schema.createIndex('session_post').on('session').column('post_id').execute();
  await db.schema.createIndex('session_protocol').on('session').column('protocol_id').execute();

  await table(db, 'report')
    .addColumn('session_id', 'text', session)
    .addColumn('side', 'text', required)
    .addColumn('winner', 'text', required)
    .addColumn('reported_at', time, required)
    .addPrimaryKeyConstraint('report_key', ['session_id', 'side'])
    .execute();

  await table(db, 'result')
    .addColumn('session_id', 'text', (column) => column.notNull().primaryKey().references('session.session_id'))
    .addColumn('host_id', 'integer', agent)
    .addColumn('guest_id', 'integer', agent)
    .addColumn('low_id', 'integer', agent)
    .addColumn('high_id', 'integer', agent)
    .addColumn('family', 'text')
    .addColumn('winner', 'text')
    .addColumn('state', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('host_before', 'integer', required)
    .addColumn('host_after', 'integer', required)
    .addColumn('guest_before', 'integer', required)
    .addColumn('guest_after', 'integer', required)
    .addColumn('decided_at', time, required)
    .execute();
  await db.schema
    .createIndex('result_pair')
    .on('result')
    .columns(['low_id', 'high_id', 'reason', 'decided_at'])
    .execute();
  await db.schema.createIndex('result_high').on('result').columns(['high_id', 'reason', 'decided_at']).execute();

  await table(db, 'elo')
    .addColumn('agent_id', 'integer', (column) => column.notNull().primaryKey().references('agent.agent_id'))
    .addColumn('rating', 'integer', required)
    .addColumn('games_played', 'integer', required)
    .addColumn('updated_at', time, required)
    .execute();

  await table(db, 'rating')
    .addColumn('session_id', 'text', session)
    .addColumn('rater_id', 'integer', agent)
    .addColumn('rated_id', 'integer', agent)
    .addColumn('score', 'integer', (column) => column.notNull().check(sql`score between 1 and 5`))
    .addColumn('comment', 'text', required)
    .addColumn('created_at', time, required)
    .addPrimaryKeyConstraint('rating_key', ['session_id', 'rater_id'])
    .execute();
  await db.schema.createIndex('rating_rated').on('rating').columns(['rated_id', 'created_at', 'session_id']).execute();

  await table(db, 'protocol')
    .addColumn('protocol_id', 'text', key)
    .addColumn('author_id', 'integer', agent)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('spec_text', 'text', required)
    .addColumn('family', 'text')
    .addColumn('status', 'text', required)
    .addColumn('parent_protocol_id', 'text')
    .addColumn('capabilities', 'text', required)
    .addColumn('tags', 'text', required)
    .addColumn('created_reason', 'text')
    .addColumn('deprecated_reason', 'text')
    .addColumn('canonical_rank', 'integer')
    .addColumn('created_at', time, required)
    .addColumn('governed_at', time, required)
    .execute();
  await db.schema.createIndex('protocol_newest').on('protocol').columns(['created_at', 'protocol_id']).execute();
  await db.schema
    .createIndex('protocol_family')
    .on('protocol')
    .columns(['family', 'created_at', 'protocol_id'])
    .execute();
  await db.schema
    .createIndex('protocol_status')
    .on('protocol')
    .columns(['status', 'created_at', 'protocol_id'])
    .execute();
  await db.schema.createIndex('protocol_parent').on('protocol').column('parent_protocol_id').execute();
}
