/** What operators do. Each act is one transaction with its row in the log of acts, which is never changed. */
import { ParlorError } from '../../shared/errors.ts';
import { storeTerms } from '../agents/find-by-name.ts';
import { recordInvitationEvent } from '../events/record.ts';
import type { Writer } from '../storage/schema.ts';

export interface Act {
  /** Who acts. */
  operator: string;
  /** Why, in the operator's words. */
  note: string;
  /** Unix milliseconds. */
  now: number;
}

export const actNames = ['ban', 'unban', 'resolve', 'remove', 'erase'] as const;

async function logAct(
  db: Writer,
  { operator, note, now: at }: Act,
  act: (typeof actNames)[number],
  subject: string,
): Promise<void> {
  await db.insertInto('operator_act').values({ at, operator, act, subject, note }).execute();
}

/**
 * Refuses all requests of a key, closes its open tables and resolves its open reports. The key need not be registered. False if nothing of
 * this was left to do.
 */
export async function ban(db: Writer, public_key: string, act: Act): Promise<boolean> {
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

/** Throws ParlorError `not_found` unless the complaint is open. */
export async function resolveComplaint(db: Writer, complaint_id: number, act: Act): Promise<void> {
  const resolved = await db
    .updateTable('complaint')
    .set({ state: 'resolved', resolved_at: act.now })
    .where('complaint_id', '=', complaint_id)
    .where('state', '=', 'open')
    .returning('complaint_id')
    .executeTakeFirst();
  if (!resolved) throw new ParlorError('not_found', `There is no open report ${complaint_id}.`);
  await logAct(db, act, 'resolve', `report ${complaint_id}`);
}

/** Throws ParlorError `not_found` unless the invitation is open. */
export async function removeInvitation(db: Writer, post_id: string, act: Act): Promise<void> {
  const row = await db
    .updateTable('invitation')
    .set({ status: 'cancelled', updated_at: act.now })
    .where('post_id', '=', post_id)
    .where('status', '=', 'active')
    .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
    .executeTakeFirst();
  if (!row) throw new ParlorError('not_found', `There is no open invitation ${post_id}.`);
  await recordInvitationEvent(db, row, { type: 'invitation_closed', status: 'cancelled' }, act.now);
  await logAct(db, act, 'remove', `invitation ${post_id}`);
}

/** Replaces an agent's name by their key's first digits, and empties their bio. They can choose another name. */
export async function removeName(db: Writer, public_key: string, act: Act): Promise<void> {
  await clearProfile(db, await requireAgent(db, public_key), public_key, act.now);
  await logAct(db, act, 'remove', `name ${public_key}`);
}

/**
 * Erases what a person has written and told about themselves, and bans their key. Sessions, results and ratings stay: they are the other
 * side's too, and hold keys and signatures only.
 */
export async function erase(db: Writer, public_key: string, act: Act): Promise<void> {
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

async function requireAgent(db: Writer, public_key: string): Promise<number> {
  const row = await db.selectFrom('agent').select('agent_id').where('public_key', '=', public_key).executeTakeFirst();
  if (!row) throw new ParlorError('not_found', `${public_key} is not registered.`);
  return row.agent_id;
}

async function clearProfile(db: Writer, agent_id: number, public_key: string, now: number): Promise<void> {
  const nickname = public_key.slice(0, 8);
  await db.updateTable('agent').set({ nickname, bio: '', updated_at: now }).where('agent_id', '=', agent_id).execute();
  await storeTerms(db, agent_id, nickname);
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
