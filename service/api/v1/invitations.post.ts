import { randomUUID } from 'node:crypto';
import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { limits } from '../../../shared/community/limits.ts';
import { utf8Length } from '../../../shared/json/utf8.ts';
import { validateOptions } from '../../../shared/protocol/options.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import { findAgentId } from '../../agents/agent.ts';
import { recordInvitationEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { hashOfPair } from '../../inbox/pairs.ts';
import { requireUnblocked } from '../../inbox/senders.ts';
import { invitationById, presentInvitation } from '../../invitations/invitation.ts';
import { fieldError, requestError } from '../../refusals.ts';
import { checkTicketSignature } from '../../sessions/ticket-signature.ts';
import type { Caller } from '../../storage/agent-lookup.ts';
import { locks } from '../../storage/locks.ts';
import type { Reader } from '../../storage/schema.ts';
import { together } from '../../storage/statement.ts';

type InvitationRequest = BodyOf<CommunityApi['POST /api/v1/invitations']>;

export const postInvitation = writeHandler('POST /api/v1/invitations', {
  // The number of a host's open invitations.
  locks: ({ caller }) => [locks.agent(caller.public_key)],
  async handle(db, { body, caller, now, context: { config } }) {
    const { protocol_id, iroh_ticket, transport_binding_signature } = body;
    const options = JSON.stringify(body.options ?? {});
    checkTransport(body, caller);
    await together(
      checkOptions(db, body, options),
      checkInvitationCount(db, caller.agent_id, config.activeInvitations, now),
      body.for_public_key ? checkAddressee(db, body.for_public_key, caller) : Promise.resolve(),
    );
    const post_id = randomUUID();
    const tags = [...new Set(body.tags)];
    await db
      .insertInto('invitation')
      .values({
        post_id,
        host_id: caller.agent_id,
        protocol_id,
        type: body.type,
        message: body.message,
        tags: JSON.stringify(tags),
        options,
        iroh_ticket,
        transport_info: JSON.stringify(
          body.transport_info ?? { version: 1, endpoint_id: caller.public_key, ticket: iroh_ticket },
        ),
        transport_binding_signature,
        host_control_mode: body.host_control_mode,
        visibility: body.visibility,
        for_public_key: body.for_public_key ?? null,
        host_confirms: body.host_confirms ? 1 : 0,
        ttl_seconds: body.ttl_seconds,
        status: 'active',
        created_at: now,
        updated_at: now,
        expires_at: now + body.ttl_seconds * 1000,
      })
      .execute();
    if (tags.length > 0) {
      await db
        .insertInto('invitation_tag')
        .values(tags.map((tag) => ({ post_id, tag })))
        .execute();
    }
    const row = await invitationById(db, post_id, caller, now);
    const [presented] = await together(
      presentInvitation(db, row, caller, now),
      recordInvitationEvent(db, row, { type: 'invitation_posted' }, now),
    );
    return respond(201, presented);
  },
});

/** The ticket occurs twice in the body, and guests may use either, so both must agree. */
function checkTransport(
  { protocol_id, iroh_ticket, transport_info, transport_binding_signature }: InvitationRequest,
  caller: Caller,
): void {
  if (transport_info && transport_info.ticket !== iroh_ticket) {
    throw fieldError('/transport_info/ticket', 'must be the same as iroh_ticket');
  }
  checkTicketSignature({ public_key: caller.public_key, iroh_ticket, protocol_id }, transport_binding_signature);
}

/** `optionsText`: the options as JSON. Their values can be validated only if the protocol is registered. */
async function checkOptions(
  db: Reader,
  { protocol_id, options }: InvitationRequest,
  optionsText: string,
): Promise<void> {
  if (utf8Length(optionsText) > limits.options_bytes)
    throw fieldError('/options', `more than ${limits.options_bytes} bytes`);
  if (!options) return;
  const protocol = await db
    .selectFrom('protocol')
    .select('spec_text')
    .where('protocol_id', '=', protocol_id)
    .executeTakeFirst();
  const problems = protocol ? validateOptions(readSpec(protocol.spec_text).spec, options) : [];
  if (problems.length > 0) throw fieldError('/options', problems.slice(0, 20).join('; '));
}

/** Who has blocked the host sees no table of theirs, and nobody else may join it. */
async function checkAddressee(db: Reader, recipient_public_key: string, { public_key }: Caller): Promise<void> {
  const recipient_id = await findAgentId(db, recipient_public_key);
  if (recipient_id === undefined) return;
  await requireUnblocked(
    db,
    recipient_id,
    await hashOfPair(db, { recipient_public_key, sender_public_key: public_key }),
  );
}

async function checkInvitationCount(db: Reader, hostId: number, maxCount: number, now: number): Promise<void> {
  const openInvitations = await db
    .selectFrom('invitation')
    .select('expires_at')
    .where('host_id', '=', hostId)
    .where('status', '=', 'active')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(maxCount)
    .execute();
  if (openInvitations.length < maxCount) return;
  // Until the first of them expires.
  const waitSeconds = Math.ceil((openInvitations[0]!.expires_at - now) / 1000);
  throw requestError('rate_limited', `No more than ${maxCount} open invitations at a time.`, {
    retry_after: waitSeconds,
  });
}
