import { respond, writeHandler } from '../../../http/handler.ts';
import { messageById } from '../../../inbox/message.ts';
import { requestError } from '../../../refusals.ts';

export const deleteMessage = writeHandler('DELETE /api/v1/inbox/{id}', {
  load: (db, { params, now }) => messageById(db, params.id, now),
  async handle(db, _, { message_id }) {
    const { numDeletedRows } = await db
      .deleteFrom('inbox_message')
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    // Another request of the recipient may have come first.
    if (numDeletedRows === 0n) throw requestError('not_found', 'There is no such message, or it has expired.');
    return respond(200, { deleted: 1 });
  },
});
