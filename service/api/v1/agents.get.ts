import { presentAgent } from '../../agents/agent.ts';
import { read, respond } from '../../http/handler.ts';
import { refuse } from '../../refusals.ts';

export const getAgents = read('GET /api/v1/agents', {
  async handle(db, { query }) {
    const row = await db.selectFrom('agent').selectAll().where('public_key', '=', query.public_key).executeTakeFirst();
    if (!row) throw refuse('not_found', 'public_key is not registered');
    return respond(200, presentAgent(row));
  },
});
