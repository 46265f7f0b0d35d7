/** Changes are noted by the transaction that makes them: what is rolled back was never told. */
import type { CommunityChange } from '../../shared/community/events.ts';
import type { InvitationTable, SessionTable, Writer } from '../storage/schema.ts';

type Untimed<Change> = Change extends unknown ? Omit<Change, 'at'> : never;
type Noted = Untimed<CommunityChange>;

/** Notes a change for these agents, or for everybody. `now`: Unix milliseconds. */
export async function note(
  db: Writer,
  { type, ...data }: Noted,
  agents: readonly number[] | 'everybody',
  now: number,
): Promise<void> {
  const row = { type, at: now, data: JSON.stringify(data) };
  const audience = agents === 'everybody' ? [null] : agents;
  await db
    .insertInto('event')
    .values(audience.map((for_agent_id) => ({ ...row, for_agent_id })))
    .execute();
}

type InvitationHead = Pick<InvitationTable, 'post_id' | 'host_id' | 'visibility' | 'for_public_key'>;
type InvitationNews =
  | { type: 'invitation_posted' | 'invitation_renewed' | 'invitation_matched' }
  | { type: 'invitation_closed'; status: 'closed' | 'cancelled' };

/** Notes a change of an invitation for those who find it in the list, and for its owner. */
export async function noteInvitation(
  db: Writer,
  { post_id, host_id, visibility, for_public_key }: InvitationHead,
  news: InvitationNews,
  now: number,
): Promise<void> {
  const noted = { ...news, post_id };
  if (visibility === 'unlisted') return note(db, noted, [host_id], now);
  if (for_public_key === null) return note(db, noted, 'everybody', now);
  const addressee = await db
    .selectFrom('agent')
    .select('agent_id')
    .where('public_key', '=', for_public_key)
    .executeTakeFirst();
  const known = addressee && addressee.agent_id !== host_id ? [addressee.agent_id] : [];
  return note(db, noted, [host_id, ...known], now);
}

/** The two whom changes of a session are told to. */
export const participants = ({ host_id, guest_id }: Pick<SessionTable, 'host_id' | 'guest_id'>) => [host_id, guest_id];
