/** What operators remove, and restore. */
import { ParlorError } from '../../shared/errors.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import { storeTerms } from '../agents/find-by-name.ts';
import { recordEvent, recordInvitationEvent } from '../events/record.ts';
import { removeBoard as removePublishedBoard, restoreBoard as restoreRemovedBoard } from '../protocols/board-upload.ts';
import { insertFingerprint, removeFingerprint } from '../protocols/fingerprint.ts';
import { lock, locks, shared } from '../storage/locks.ts';
import type { Writer } from '../storage/schema.ts';
import { type Act, logAct } from './log.ts';

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

/** Throws ParlorError `not_found` unless the operators have removed it and it would still be open. */
export async function restoreInvitation(db: Writer, post_id: string, act: Act): Promise<void> {
  const host = await db
    .selectFrom('invitation')
    .innerJoin('agent', 'agent_id', 'host_id')
    .select('public_key')
    .where('post_id', '=', post_id)
    .executeTakeFirst();
  // Of its host too, who may be banned meanwhile.
  await lock(db, locks.invitation(post_id), ...(host ? [shared(locks.agent(host.public_key))] : []));
  const subject = `invitation ${post_id}`;
  const lastAct = await db
    .selectFrom('operator_act')
    .select('act')
    .where('subject', '=', subject)
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row =
    lastAct?.act === 'remove' &&
    (await db
      .updateTable('invitation')
      .set({ status: 'active', updated_at: act.now })
      .where('post_id', '=', post_id)
      .where('status', '=', 'cancelled')
      .where('expires_at', '>', act.now)
      .where('host_id', 'not in', (eb) =>
        eb.selectFrom('agent').innerJoin('ban', 'ban.public_key', 'agent.public_key').select('agent_id'),
      )
      .returning(['post_id', 'host_id', 'visibility', 'for_public_key'])
      .executeTakeFirst());
  if (!row) throw new ParlorError('not_found', `There is no removed invitation ${post_id} that has not expired.`);
  await recordInvitationEvent(db, row, { type: 'invitation_posted' }, act.now);
  await logAct(db, act, 'restore', subject);
}

/**
 * Takes a protocol out of the directory, which then doesn't hold it and doesn't take it again. Games of it are settled as before. Throws
 * ParlorError `not_found`.
 */
export async function removeProtocol(db: Writer, protocol_id: string, act: Act): Promise<void> {
  await lock(db, locks.protocol(protocol_id));
  await setRemoved(db, protocol_id, act.now, `There is no protocol ${protocol_id}.`);
  await removeFingerprint(db, protocol_id);
  await logAct(db, act, 'remove', `protocol ${protocol_id}`);
}

/** Throws ParlorError `not_found`. */
export async function restoreProtocol(db: Writer, protocol_id: string, act: Act): Promise<void> {
  await lock(db, locks.protocol(protocol_id));
  const { spec_text, created_at } = await setRemoved(
    db,
    protocol_id,
    null,
    `There is no removed protocol ${protocol_id}.`,
  );
  await insertFingerprint(db, protocol_id, readSpec(spec_text).spec, created_at);
  await recordEvent(db, { type: 'protocol_registered', protocol_id }, 'everyone', act.now);
  await logAct(db, act, 'restore', `protocol ${protocol_id}`);
}

async function setRemoved(db: Writer, protocol_id: string, removed_at: number | null, failure: string) {
  const row = await db
    .updateTable('protocol')
    .set({ removed_at })
    .where('protocol_id', '=', protocol_id)
    .where('removed_at', removed_at === null ? 'is not' : 'is', null)
    .returning(['spec_text', 'created_at'])
    .executeTakeFirst();
  if (!row) throw new ParlorError('not_found', failure);
  return row;
}

/** Withdraws the published board of a protocol, which its author then can't publish again. Throws ParlorError `not_found`. */
export async function removeBoard(db: Writer, protocol_id: string, act: Act): Promise<void> {
  await lock(db, locks.protocol(protocol_id));
  const manifest_hash = await removePublishedBoard(db, protocol_id);
  if (manifest_hash === null) throw new ParlorError('not_found', `The protocol ${protocol_id} has no published board.`);
  await logAct(db, act, 'remove', `board ${manifest_hash} of protocol ${protocol_id}`);
}

/** Publishes the board again that was removed last. Throws ParlorError `not_found`, also if another has been published since. */
export async function restoreBoard(db: Writer, protocol_id: string, act: Act): Promise<void> {
  await lock(db, locks.protocol(protocol_id));
  const manifest_hash = await restoreRemovedBoard(db, protocol_id);
  if (manifest_hash === null)
    throw new ParlorError('not_found', `The protocol ${protocol_id} has no removed board, or has another board now.`);
  await recordEvent(db, { type: 'protocol_published', protocol_id, manifest_hash }, 'everyone', act.now);
  await logAct(db, act, 'restore', `board ${manifest_hash} of protocol ${protocol_id}`);
}

/** Replaces an agent's name by their key's first digits, and empties their bio. They can choose another name. */
export async function removeName(db: Writer, public_key: string, act: Act): Promise<void> {
  await lock(db, locks.agent(public_key));
  const agent_id = await requireAgent(db, public_key);
  const { nickname, bio } = await db
    .selectFrom('agent')
    .select(['nickname', 'bio'])
    .where('agent_id', '=', agent_id)
    .executeTakeFirstOrThrow();
  const removed = { nickname, bio, removed_at: act.now };
  // A name that was removed twice is restored as it was before the first time.
  if (nickname !== replacementName(public_key) || bio !== '')
    await db
      .insertInto('removed_name')
      .values({ agent_id, ...removed })
      .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(removed))
      .execute();
  await clearProfile(db, agent_id, public_key, act.now);
  await logAct(db, act, 'remove', `name ${public_key}`);
}

/** Throws ParlorError `not_found` if no name was removed, or if the member has chosen another one since. */
export async function restoreName(db: Writer, public_key: string, act: Act): Promise<void> {
  await lock(db, locks.agent(public_key));
  const agent_id = await requireAgent(db, public_key);
  const removed = await db
    .deleteFrom('removed_name')
    .where('agent_id', '=', agent_id)
    .where('agent_id', 'in', (eb) =>
      eb
        .selectFrom('agent')
        .select('agent_id')
        .where('nickname', '=', replacementName(public_key))
        .where('bio', '=', ''),
    )
    .returning(['nickname', 'bio'])
    .executeTakeFirst();
  if (!removed) throw new ParlorError('not_found', `${public_key} has no removed name, or has chosen another one.`);
  await setProfile(db, agent_id, removed, act.now);
  await logAct(db, act, 'restore', `name ${public_key}`);
}

/** Deletes the messages that an agent has received. Resolves with their number. */
export async function emptyInbox(db: Writer, public_key: string, act: Act): Promise<number> {
  await lock(db, locks.inbox(public_key));
  const agent_id = await requireAgent(db, public_key);
  const deleted = await db
    .deleteFrom('inbox_message')
    .where('recipient_id', '=', agent_id)
    .returning('message_id')
    .execute();
  await logAct(db, act, 'empty', `inbox ${public_key}`);
  return deleted.length;
}

/** Throws ParlorError `not_found`. */
export async function requireAgent(db: Writer, public_key: string): Promise<number> {
  const row = await db.selectFrom('agent').select('agent_id').where('public_key', '=', public_key).executeTakeFirst();
  if (!row) throw new ParlorError('not_found', `${public_key} is not registered.`);
  return row.agent_id;
}

const replacementName = (public_key: string): string => public_key.slice(0, 8);

export const clearProfile = (db: Writer, agent_id: number, public_key: string, now: number): Promise<void> =>
  setProfile(db, agent_id, { nickname: replacementName(public_key), bio: '' }, now);

async function setProfile(
  db: Writer,
  agent_id: number,
  profile: { nickname: string; bio: string },
  now: number,
): Promise<void> {
  await db
    .updateTable('agent')
    .set({ ...profile, updated_at: now })
    .where('agent_id', '=', agent_id)
    .execute();
  await storeTerms(db, agent_id, profile.nickname);
}
