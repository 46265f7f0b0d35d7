import type { Kysely } from 'kysely';

/** The events of one agent, and those of everyone, in the order of the stream. */
export async function eventAudience(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('event_audience').on('event').columns(['for_agent_id', 'tx', 'event_id']).execute();
}
