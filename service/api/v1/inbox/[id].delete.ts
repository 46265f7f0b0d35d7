import { messageById } from '../../../inbox/message.ts';
import { answer, write } from '../../../method.ts';

export const deleteMessage = write('DELETE /api/v1/inbox/{id}', {
  load: (db, { params, now }) => messageById(db, params.id, now),
  async act(db, _, { message_id }) {
    await db.deleteFrom('inbox_message').where('message_id', '=', message_id).execute();
    return answer(200, { deleted: 1 });
  },
});
