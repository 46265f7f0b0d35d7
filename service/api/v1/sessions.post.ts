import type { Selectable } from 'kysely';
import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { sessionIdOf, sessionText } from '../../../shared/signing/texts.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordEvent } from '../../events/record.ts';
import { requireUnbanned } from '../../http/banned.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { fieldError, requestError } from '../../refusals.ts';
import { admitSession, confirmClaim } from '../../sessions/seat.ts';
import { findSession, presentSession, sessionById } from '../../sessions/session.ts';
import { locks, shared } from '../../storage/locks.ts';
import type { InvitationTable } from '../../storage/schema.ts';
import { statement, together } from '../../storage/statement.ts';

/** The session proof. */
type Proof = BodyOf<CommunityApi['POST /api/v1/sessions']>;

export const postSession = writeHandler('POST /api/v1/sessions', {
  locks: ({ body }) => [
    locks.invitation(body.post_id),
    locks.session(sessionIdOf(body)),
    shared(locks.agent(body.host_public_key)),
    shared(locks.agent(body.guest_public_key)),
  ],
  async load(db, { body, caller }) {
    if (body.host_public_key === body.guest_public_key) {
      throw fieldError('/guest_public_key', 'host and guest must be different agents');
    }
    const session_id = sessionIdOf(body);
    const [host_id, guest_id, existingSession, invitation] = await together(
      findAgentId(db, body.host_public_key),
      findAgentId(db, body.guest_public_key),
      findSession(db, session_id),
      invitationQuery.first(db, { post_id: body.post_id }),
      requireUnbanned(db, body.host_public_key === caller.public_key ? body.guest_public_key : body.host_public_key),
    );
    // The session does not exist yet, so the policy compares the caller with the keys of the proof.
    return { ...body, session_id, host_id, guest_id, existingSession, invitation };
  },
  async handle(db, { body, caller, audience, now }, { session_id, existingSession, invitation, ...ids }) {
    const host_id = requireRegistered(ids.host_id, body.host_public_key);
    const guest_id = requireRegistered(ids.guest_id, body.guest_public_key);
    checkSignatures(body);
    const isByHost = caller.agent_id === host_id;
    if (existingSession) {
      const isClaim = existingSession.status === 'matched' && existingSession.claim_expires_at !== null;
      if (isByHost && isClaim) await confirmClaim(db, existingSession, now);
      return respond(201, await presentSession(db, await sessionById(db, session_id), caller));
    }

    // The guest's mark. A host that confirms may know the community by another address, so only the first call is checked.
    audience.check(body.session_nonce);
    if (invitation) requireFit(invitation, body, host_id);
    const claim_expires_at = invitation ? await admitSession(db, invitation, { guest_id, isByHost }, now) : null;
    const insert = db
      .insertInto('session')
      .values({
        session_id,
        post_id: body.post_id,
        host_id,
        guest_id,
        protocol_id: body.protocol_id,
        session_nonce: body.session_nonce,
        host_signature: body.host_signature,
        guest_signature: body.guest_signature,
        iroh_ticket: invitation?.iroh_ticket ?? null,
        transport_binding_signature: invitation?.transport_binding_signature ?? null,
        status: 'matched',
        created_at: now,
        updated_at: now,
        claim_expires_at,
      })
      .execute();
    const event = { type: 'session_created', session_id, post_id: body.post_id } as const;
    await together(insert, recordEvent(db, event, [host_id, guest_id], now));
    return respond(201, await presentSession(db, await sessionById(db, session_id), caller));
  },
});

function requireRegistered(agent_id: number | undefined, public_key: string): number {
  if (agent_id === undefined) throw requestError('unregistered_key', 'public_key is not registered', { public_key });
  return agent_id;
}

/** Both keys are registered. */
function checkSignatures(proof: Proof): void {
  const text = sessionText(proof);
  for (const side of ['host', 'guest'] as const) {
    if (!verifyText(text, proof[`${side}_signature`], proof[`${side}_public_key`], { soundKey: true })) {
      throw fieldError(`/${side}_signature`, 'is not a signature of the session text by this key');
    }
  }
}

/** Undefined if the service doesn't have it. */
const invitationQuery = statement((db, { post_id }: { post_id: string }) =>
  db.selectFrom('invitation').selectAll().where('post_id', '=', post_id),
);

function requireFit(invitation: Selectable<InvitationTable>, proof: Proof, host_id: number): void {
  const { for_public_key: addressee } = invitation;
  if (
    invitation.host_id !== host_id ||
    invitation.protocol_id !== proof.protocol_id ||
    (addressee && addressee !== proof.guest_public_key)
  ) {
    throw requestError('invitation_mismatch', 'The invitation has another owner, protocol or addressee.');
  }
}
