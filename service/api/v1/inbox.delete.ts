import { respond, writeHandler } from '../../http/handler.ts';

export const deleteInbox = writeHandler('DELETE /api/v1/inbox', {
  async handle(db, { caller, now }) {
    const deleted = await db
      .deleteFrom('inbox_message')
      .where('recipient_id', '=', caller.agent_id)
      .returning('expires_at')
      .execute();
    // Expired messages that were not swept yet do not count, as they had already left the inbox.
    return respond(200, { deleted: deleted.filter(({ expires_at }) => expires_at > now).length });
  },
});
