import { limits } from '../../../../shared/community/limits.ts';
import { findByName } from '../../../agents/find-by-name.ts';
import { readHandler, respond } from '../../../http/handler.ts';

export const getAgentsByName = readHandler('GET /api/v1/agents/search', {
  async handle(db, { query }) {
    return respond(200, { results: await findByName(db, query.name, limits.agents_found) });
  },
});
