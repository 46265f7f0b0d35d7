import { agentById } from '../../../../agents/agent.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { headToHeadByFamily, pairOf, totalScore } from '../../../../leaderboards/head-to-head.ts';
import { fieldError } from '../../../../refusals.ts';
import { capStateOf, gamesBetween } from '../../../../sessions/award-cap.ts';

export const getHeadToHead = readHandler('GET /api/v1/agents/{id}/head-to-head', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, { query, now }, { agent_id, public_key }) {
    if (query.with === agent_id) throw fieldError('/with', 'is the agent itself', 'query');
    const opponent = await agentById(db, query.with);
    const families = await headToHeadByFamily(db, agent_id, opponent.agent_id);
    const games = await gamesBetween(db, pairOf(agent_id, opponent.agent_id), now);
    return respond(200, {
      agent_id,
      public_key,
      opponent_agent_id: opponent.agent_id,
      opponent_public_key: opponent.public_key,
      opponent_nickname: opponent.nickname,
      ...totalScore(families),
      families,
      cap: capStateOf(games),
    });
  },
});
