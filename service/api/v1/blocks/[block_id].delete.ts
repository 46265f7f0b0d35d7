import { respond, writeHandler } from '../../../http/handler.ts';
import { requestError } from '../../../refusals.ts';

export const deleteBlock = writeHandler('DELETE /api/v1/blocks/{block_id}', {
  async handle(db, { params, caller }) {
    const ended = await db
      .deleteFrom('inbox_block')
      .where('block_id', '=', params.block_id)
      .where('recipient_id', '=', caller.agent_id)
      .returning('block_id')
      .executeTakeFirst();
    // Another agent's block is reported as an unknown one.
    if (!ended) throw requestError('not_found', 'There is no such block.');
    return respond(204, undefined);
  },
});
