import { presentAgent } from '../../agents/agent.ts';
import { readHandler, respond } from '../../http/handler.ts';
import { requestError } from '../../refusals.ts';

export const getAgents = readHandler('GET /api/v1/agents', {
  async handle(db, { query }) {
    const row = await db.selectFrom('agent').selectAll().where('public_key', '=', query.public_key).executeTakeFirst();
    if (!row) throw requestError('not_found', 'public_key is not registered');
    return respond(200, presentAgent(row));
  },
});
