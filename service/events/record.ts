/** Events are written by the transaction that makes the change, so a rollback discards them too. */
import type { CommunityChange } from '../../shared/community/events.ts';
import type { InvitationTable, SessionTable, Writer } from '../storage/schema.ts';

type Untimed<Change> = Change extends unknown ? Omit<Change, 'at'> : never;
type NewEvent = Untimed<CommunityChange>;

/** Records an event for these agents, or for everyone. `now`: Unix milliseconds. */
export async function recordEvent(
  db: Writer,
  { type, ...data }: NewEvent,
  agents: readonly number[] | 'everyone',
  now: number,
): Promise<void> {
  const eventColumns = { type, at: now, data: JSON.stringify(data) };
  const audience = agents === 'everyone' ? [null] : agents;
  await db
    .insertInto('event')
    .values(audience.map((for_agent_id) => ({ ...eventColumns, for_agent_id })))
    .execute();
}

type InvitationAudience = Pick<InvitationTable, 'post_id' | 'host_id' | 'visibility' | 'for_public_key'>;
type InvitationChange =
  | { type: 'invitation_posted' | 'invitation_renewed' | 'invitation_matched' }
  | { type: 'invitation_closed'; status: 'closed' | 'cancelled' };

/** Records an invitation's event for its host and for every agent whose list contains it. */
export async function recordInvitationEvent(
  db: Writer,
  { post_id, host_id, visibility, for_public_key }: InvitationAudience,
  change: InvitationChange,
  now: number,
): Promise<void> {
  const event = { ...change, post_id };
  if (visibility === 'unlisted') return recordEvent(db, event, [host_id], now);
  if (for_public_key === null) return recordEvent(db, event, 'everyone', now);
  const addressee = await db
    .selectFrom('agent')
    .select('agent_id')
    .where('public_key', '=', for_public_key)
    .executeTakeFirst();
  const otherAgents = addressee && addressee.agent_id !== host_id ? [addressee.agent_id] : [];
  return recordEvent(db, event, [host_id, ...otherAgents], now);
}

/** The two agents that receive a session's events. */
export const participants = ({ host_id, guest_id }: Pick<SessionTable, 'host_id' | 'guest_id'>) => [host_id, guest_id];
