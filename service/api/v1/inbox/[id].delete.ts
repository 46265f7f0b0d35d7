import { respond, writeHandler } from '../../../http/handler.ts';
import { messageById } from '../../../inbox/message.ts';

export const deleteMessage = writeHandler('DELETE /api/v1/inbox/{id}', {
  load: (db, { params, now }) => messageById(db, params.id, now),
  async handle(db, _, { message_id }) {
    await db.deleteFrom('inbox_message').where('message_id', '=', message_id).execute();
    return respond(200, { deleted: 1 });
  },
});
