import { agentById } from '../../../../agents/agent.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { standingOf } from '../../../../leaderboards/standing.ts';
import { isoOrNull } from '../../../../time.ts';

export const getElo = readHandler('GET /api/v1/agents/{id}/elo', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const { rating, games_played, updated_at } = await standingOf(db, agent_id);
    return respond(200, { agent_id, public_key, rating, games_played, updated_at: isoOrNull(updated_at) });
  },
});
