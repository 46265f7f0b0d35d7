import { participants, recordEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { requestError } from '../../../../refusals.ts';
import { presentTransport, type SessionRow, sessionById } from '../../../../sessions/session.ts';
import { checkTicketSignature } from '../../../../sessions/ticket-signature.ts';
import { locks } from '../../../../storage/locks.ts';

export const patchTransport = writeHandler('PATCH /api/v1/sessions/{session_id}/transport', {
  locks: ({ params }) => [locks.session(params.session_id)],
  load: (db, { params }) => sessionById(db, params.session_id),
  async handle(db, { body, caller, now }, session) {
    requireMatched(session);
    const { iroh_ticket, transport_binding_signature } = body;
    checkTicketSignature(
      { public_key: caller.public_key, iroh_ticket, protocol_id: session.protocol_id },
      transport_binding_signature,
    );
    const changes = { iroh_ticket, transport_binding_signature, updated_at: now };
    const changed = await db
      .updateTable('session')
      .set(changes)
      .where('session_id', '=', session.session_id)
      .where('status', '=', 'matched')
      .executeTakeFirst();
    // A claim ends without the session's lock when another guest is seated.
    if (changed.numUpdatedRows === 0n) requireMatched(await sessionById(db, session.session_id));
    await recordEvent(db, { type: 'session_transport', session_id: session.session_id }, participants(session), now);
    return respond(200, presentTransport({ ...session, ...changes }));
  },
});

/** Throws ParlorError `session_not_matched`. */
function requireMatched({ status }: SessionRow): void {
  if (status === 'matched') return;
  throw requestError('session_not_matched', `The session is already ${status}.`, { session_status: status });
}
