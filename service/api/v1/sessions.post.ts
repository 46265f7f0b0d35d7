import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { sessionIdOf, sessionText } from '../../../shared/signing/texts.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { fieldError, requestError } from '../../refusals.ts';
import { admitSession, confirmClaim } from '../../sessions/seat.ts';
import { findSession, presentSession, sessionById } from '../../sessions/session.ts';
import type { Reader } from '../../storage/schema.ts';

/** The session proof. */
type Proof = BodyOf<CommunityApi['POST /api/v1/sessions']>;

export const postSession = writeHandler('POST /api/v1/sessions', {
  async load(_, { body }) {
    if (body.host_public_key === body.guest_public_key) {
      throw fieldError('/guest_public_key', 'host and guest must be different agents');
    }
    // The session does not exist yet, so the policy compares the caller with the keys of the proof.
    return body;
  },
  async handle(db, { body, caller, audience, now }) {
    const host_id = await requireAgentId(db, body.host_public_key);
    const guest_id = await requireAgentId(db, body.guest_public_key);
    checkSignatures(body);
    const session_id = sessionIdOf(body);
    const existingSession = await findSession(db, session_id);
    const isByHost = caller.agent_id === host_id;
    if (existingSession) {
      const isClaim = existingSession.status === 'matched' && existingSession.claim_expires_at !== null;
      if (isByHost && isClaim) await confirmClaim(db, existingSession, now);
      return respond(201, await presentSession(db, await sessionById(db, session_id), caller));
    }

    // The guest's mark. A host that confirms may know the community by another address, so only the first call is checked.
    audience.check(body.session_nonce);
    const invitation = await findInvitation(db, body, host_id);
    const claim_expires_at = invitation ? await admitSession(db, invitation, { guest_id, isByHost }, now) : null;
    await db
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
    await recordEvent(db, { type: 'session_created', session_id, post_id: body.post_id }, [host_id, guest_id], now);
    return respond(201, await presentSession(db, await sessionById(db, session_id), caller));
  },
});

async function requireAgentId(db: Reader, publicKey: string): Promise<number> {
  const agent_id = await findAgentId(db, publicKey);
  if (agent_id === undefined)
    throw requestError('unregistered_key', 'public_key is not registered', { public_key: publicKey });
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

/** The session's invitation; undefined if the service doesn't have it. */
async function findInvitation(db: Reader, { post_id, protocol_id, guest_public_key }: Proof, hostId: number) {
  const invitation = await db.selectFrom('invitation').selectAll().where('post_id', '=', post_id).executeTakeFirst();
  if (!invitation) return undefined;
  const { for_public_key: addressee } = invitation;
  if (
    invitation.host_id !== hostId ||
    invitation.protocol_id !== protocol_id ||
    (addressee && addressee !== guest_public_key)
  ) {
    throw requestError('invitation_mismatch', 'The invitation has another owner, protocol or addressee.');
  }
  return invitation;
}
