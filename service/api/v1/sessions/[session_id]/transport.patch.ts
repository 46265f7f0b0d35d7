import { participants, recordEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { requestError } from '../../../../refusals.ts';
import { presentTransport, sessionById } from '../../../../sessions/session.ts';
import { checkTicketSignature } from '../../../../sessions/ticket-signature.ts';

export const patchTransport = writeHandler('PATCH /api/v1/sessions/{session_id}/transport', {
  load: (db, { params }) => sessionById(db, params.session_id),
  async handle(db, { body, caller, now }, session) {
    if (session.status !== 'matched') {
      throw requestError('session_not_matched', `The session is already ${session.status}.`, {
        session_status: session.status,
      });
    }
    const { iroh_ticket, transport_binding_signature } = body;
    checkTicketSignature(
      { public_key: caller.public_key, iroh_ticket, protocol_id: session.protocol_id },
      transport_binding_signature,
    );
    const changes = { iroh_ticket, transport_binding_signature, updated_at: now };
    await db.updateTable('session').set(changes).where('session_id', '=', session.session_id).execute();
    await recordEvent(db, { type: 'session_transport', session_id: session.session_id }, participants(session), now);
    return respond(200, presentTransport({ ...session, ...changes }));
  },
});
