/** Sessions as stored, and their form in responses. */
import { sql } from 'kysely';
import type { Session } from '../../shared/community/shapes.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { requestError } from '../refusals.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import type { Reader } from '../storage/schema.ts';
import { statement, together } from '../storage/statement.ts';
import { iso, isoOrNull } from '../time.ts';
import { resultOf } from './settlement.ts';

/** A session with the keys of its two participants. */
export type SessionRow = Awaited<ReturnType<typeof sessionById>>;

export async function sessionById(db: Reader, sessionId: string) {
  const row = await findSession(db, sessionId);
  if (!row) throw requestError('not_found', 'There is no such session.');
  return row;
}

const sessionQuery = statement((db, { session_id }: { session_id: string }) =>
  db
    .selectFrom('session')
    .innerJoin('agent as host', 'host.agent_id', 'session.host_id')
    .innerJoin('agent as guest', 'guest.agent_id', 'session.guest_id')
    .selectAll('session')
    .select(['host.public_key as host_public_key', 'guest.public_key as guest_public_key'])
    .where('session.session_id', '=', session_id),
);

export const findSession = (db: Reader, session_id: string) => sessionQuery.first(db, { session_id });

/** `session.claim_expires_at`, by whose index PostgreSQL shall not look for those that are no claims: most aren't. */
export const claimExpiry = sql<number | null>`+session.claim_expires_at`;

const scoresQuery = statement((db, { session_id }: { session_id: string }) =>
  db.selectFrom('rating').select('score').where('session_id', '=', session_id),
);

/** The side of a participant; null for other agents. */
export function sideOf(session: Pick<SessionRow, 'host_id' | 'guest_id'>, caller: Caller): Role | null {
  if (caller.agent_id === session.host_id) return 'host';
  return caller.agent_id === session.guest_id ? 'guest' : null;
}

/** A session as the caller may see it: only participants get the ticket. */
export async function presentSession(db: Reader, session: SessionRow, caller: Caller): Promise<Session> {
  const isParticipant = sideOf(session, caller) !== null;
  // At most two, one per side.
  const [scores, result] = await together(
    scoresQuery.all(db, { session_id: session.session_id }),
    resultOf(db, session),
  );
  return {
    session_id: session.session_id,
    post_id: session.post_id,
    host_public_key: session.host_public_key,
    guest_public_key: session.guest_public_key,
    protocol_id: session.protocol_id,
    session_nonce: session.session_nonce,
    host_signature: session.host_signature,
    guest_signature: session.guest_signature,
    status: session.status as Session['status'],
    status_reason: session.status_reason,
    status_by: session.status_by as Session['status_by'],
    transport: 'iroh',
    iroh_ticket: isParticipant ? session.iroh_ticket : null,
    transport_binding_signature: isParticipant ? session.transport_binding_signature : null,
    created_at: iso(session.created_at),
    updated_at: iso(session.updated_at),
    closed_at: isoOrNull(session.closed_at),
    result,
    rating_count: scores.length,
    average_score: scores.length === 0 ? null : scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
  };
}

export function presentTransport(session: SessionRow) {
  return {
    session_id: session.session_id,
    protocol_id: session.protocol_id,
    host_public_key: session.host_public_key,
    transport: 'iroh' as const,
    iroh_ticket: session.iroh_ticket,
    transport_binding_signature: session.transport_binding_signature,
    updated_at: iso(session.updated_at),
  };
}
