import { agentById, presentAgent } from '../../../agents/agent.ts';
import { readHandler, respond } from '../../../http/handler.ts';

export const getAgent = readHandler('GET /api/v1/agents/{id}', {
  load: (db, { params }) => agentById(db, params.id),
  handle: async (_, __, agent) => respond(200, presentAgent(agent)),
});
