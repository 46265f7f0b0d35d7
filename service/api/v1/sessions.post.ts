import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { verifyText } from '../../../shared/signing/ed25519.ts';
import { sessionIdOf, sessionText } from '../../../shared/signing/texts.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordEvent, recordInvitationEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { fieldError, requestError } from '../../refusals.ts';
import { findSession, presentSession, sessionById } from '../../sessions/session.ts';
import type { Reader, Writer } from '../../storage/schema.ts';

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
    audience.check(body.session_nonce);
    const host_id = await requireAgentId(db, body.host_public_key);
    const guest_id = await requireAgentId(db, body.guest_public_key);
    checkSignatures(body);
    const session_id = sessionIdOf(body);
    const existingSession = await findSession(db, session_id);
    if (existingSession) return respond(201, await presentSession(db, existingSession, caller));

    const invitation = await matchInvitation(db, body, host_id, now);
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

function checkSignatures(proof: Proof): void {
  const text = sessionText(proof);
  for (const side of ['host', 'guest'] as const) {
    if (!verifyText(text, proof[`${side}_signature`], proof[`${side}_public_key`])) {
      throw fieldError(`/${side}_signature`, 'is not a signature of the session text by this key');
    }
  }
}

/** Finds the session's invitation, if the service has it, and marks it as matched. */
async function matchInvitation(
  db: Writer,
  { post_id, protocol_id, guest_public_key }: Proof,
  hostId: number,
  now: number,
) {
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
  // An invitation may expire during the handshake.
  if (['active', 'expired'].includes(invitation.status)) {
    await db
      .updateTable('invitation')
      .set({ status: 'matched', updated_at: now })
      .where('post_id', '=', post_id)
      .execute();
    await recordInvitationEvent(db, invitation, { type: 'invitation_matched' }, now);
  }
  return invitation;
}
