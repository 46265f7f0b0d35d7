import { answer, write } from '../../method.ts';

export const deleteInbox = write('DELETE /api/v1/inbox', {
  async act(db, { caller, now }) {
    const gone = await db
      .deleteFrom('inbox_message')
      .where('recipient_id', '=', caller.agent_id)
      .returning('expires_at')
      .execute();
    return answer(200, { deleted: gone.filter(({ expires_at }) => expires_at > now).length });
  },
});
