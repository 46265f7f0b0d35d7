import { agentById, presentAgent } from '../../../agents/agent.ts';
import { answer, read } from '../../../method.ts';

export const getAgent = read('GET /api/v1/agents/{id}', {
  load: (db, { params }) => agentById(db, params.id),
  act: async (_, __, agent) => answer(200, presentAgent(agent)),
});
