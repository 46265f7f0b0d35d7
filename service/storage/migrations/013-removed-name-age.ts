import type { Kysely } from 'kysely';

/** The removed names in the order in which they are forgotten, of which every sweep asks. */
export async function removedNameAge(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('removed_name_age').on('removed_name').column('removed_at').execute();
}
