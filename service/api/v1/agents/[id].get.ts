import { agentById, presentAgent } from '../../../agents/agent.ts';
import { read, respond } from '../../../http/handler.ts';

export const getAgent = read('GET /api/v1/agents/{id}', {
  load: (db, { params }) => agentById(db, params.id),
  handle: async (_, __, agent) => respond(200, presentAgent(agent)),
});
