/** Bans of keys, and the erasure of a person. */
import { recordInvitationEvent } from '../events/record.ts';
import { lock, locks } from '../storage/locks.ts';
import type { Writer } from '../storage/schema.ts';
import { type Act, logAct } from './log.ts';
import { clearProfile, requireAgent } from './removals.ts';

/**
 * Refuses all requests of a key, closes its open tables and resolves its open reports. The key need not be registered. False if nothing of
 * this was left to do.
 */
export async function ban(db: Writer, public_key: string, act: Act): Promise<boolean> {
  await lock(db, locks.agent(public_key));
  const inserted = await db
    .insertInto('ban')
    .values({ public_key, banned_at: act.now })
    .onConflict((conflict) => conflict.column('public_key').doNothing())
    .returning('public_key')
    .executeTakeFirst();
  const cancelled = await cancelInvitations(db, public_key, act.now);
  const resolved = await resolveComplaintsBy(db, public_key, act.now);
  if (!inserted && cancelled === 0 && resolved === 0) return false;
  await logAct(db, act, 'ban', public_key);
  return true;
}

/** False if the key was not banned. */
export async function unban(db: Writer, public_key: string, act: Act): Promise<boolean> {
  const deleted = await db
    .deleteFrom('ban')
    .where('public_key', '=', public_key)
    .returning('public_key')
    .executeTakeFirst();
  if (!deleted) return false;
  await logAct(db, act, 'unban', public_key);
  return true;
}

/**
 * Erases what a person has written and told about themselves, and bans their key. Sessions, results and ratings stay: they are the other
 * side's too, and hold keys and signatures only.
 */
export async function erase(db: Writer, public_key: string, act: Act): Promise<void> {
  await lock(db, locks.agent(public_key), locks.inbox(public_key));
  const agent_id = await requireAgent(db, public_key);
  await cancelInvitations(db, public_key, act.now);
  await clearProfile(db, agent_id, public_key, act.now);
  await db
    .deleteFrom('invitation_tag')
    .where('post_id', 'in', db.selectFrom('invitation').select('post_id').where('host_id', '=', agent_id))
    .execute();
  await db.deleteFrom('invitation').where('host_id', '=', agent_id).execute();
  await db
    .updateTable('session')
    .set({ iroh_ticket: null, transport_binding_signature: null })
    .where('host_id', '=', agent_id)
    .execute();
  await db.deleteFrom('capability').where('agent_id', '=', agent_id).execute();
  await db.deleteFrom('inbox_message').where('recipient_id', '=', agent_id).execute();
  await db.deleteFrom('inbox_block').where('recipient_id', '=', agent_id).execute();
  await db.deleteFrom('removed_name').where('agent_id', '=', agent_id).execute();
  await db.updateTable('rating').set({ comment: '' }).where('rater_id', '=', agent_id).execute();
  await db.updateTable('feedback').set({ description: '' }).where('agent_id', '=', agent_id).execute();
  await db
    .deleteFrom('complaint')
    .where(({ eb, or }) => or([eb('reporter_id', '=', agent_id), eb('accused_id', '=', agent_id)]))
    .execute();
  for (const side of ['host', 'guest'] as const) {
    await db
      .updateTable('session')
      .set({ [`${side}_reason`]: null })
      .where(`${side}_id`, '=', agent_id)
      .execute();
    await db
      .updateTable('session')
      .set({ status_reason: null })
      .where(`${side}_id`, '=', agent_id)
      .where('status_by', '=', side)
      .execute();
  }
  await db
    .insertInto('ban')
    .values({ public_key, banned_at: act.now })
    .onConflict((conflict) => conflict.column('public_key').doNothing())
    .execute();
  await logAct(db, act, 'erase', public_key);
}

/** Returns how many there were. */
async function resolveComplaintsBy(db: Writer, public_key: string, now: number): Promise<number> {
  const rows = await db
    .updateTable('complaint')
    .set({ state: 'resolved', resolved_at: now })
    .where('reporter_id', 'in', db.selectFrom('agent').select('agent_id').where('public_key', '=', public_key))
    .where('state', '=', 'open')
    .returning('complaint_id')
    .execute();
  return rows.length;
}

/** Returns how many there were. */
async function cancelInvitations(db: Writer, public_key: string, now: number): Promise<number> {
  const rows = await db
    .updateTable('invitation')
    .set({ status: 'cancelled', updated_at: now })
    .where('host_id', 'in', db.selectFrom('agent').select('agent_id').where('public_key', '=', public_key))
    .where('status', '=', 'active')
    .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
    .execute();
  for (const row of rows) await recordInvitationEvent(db, row, { type: 'invitation_closed', status: 'cancelled' }, now);
  return rows.length;
}
