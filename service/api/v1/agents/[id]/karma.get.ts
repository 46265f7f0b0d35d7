import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { isoOrNull } from '../../../../time.ts';

export const getKarma = readHandler('GET /api/v1/agents/{id}/karma', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const { karma, level, updated_at } = await reputationOf(db, agent_id);
    return respond(200, { agent_id, public_key, karma, level, updated_at: isoOrNull(updated_at) });
  },
});
