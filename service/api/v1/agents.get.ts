import { presentAgent } from '../../agents/agent.ts';
import { refuse } from '../../http/problem.ts';
import { answer, read } from '../../method.ts';

export const getAgents = read('GET /api/v1/agents', {
  async act(db, { query }) {
    const row = await db.selectFrom('agent').selectAll().where('public_key', '=', query.public_key).executeTakeFirst();
    if (!row) throw refuse('not_found', 'public_key is not registered');
    return answer(200, presentAgent(row));
  },
});
