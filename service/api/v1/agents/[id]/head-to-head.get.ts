import { agentById } from '../../../../agents/agent.ts';
import { headToHeadByFamily, pairOf, total } from '../../../../boards/head-to-head.ts';
import { refuseField } from '../../../../http/problem.ts';
import { answer, read } from '../../../../method.ts';
import { awardsBetween, presentCap } from '../../../../sessions/result.ts';

export const getHeadToHead = read('GET /api/v1/agents/{id}/head-to-head', {
  load: (db, { params }) => agentById(db, params.id),
  async act(db, { query, now }, { agent_id, public_key }) {
    if (query.with === agent_id) throw refuseField('/with', 'is the agent itself', 'query');
    const opponent = await agentById(db, query.with);
    const families = await headToHeadByFamily(db, agent_id, opponent.agent_id);
    const awards = await awardsBetween(db, pairOf(agent_id, opponent.agent_id), now);
    return answer(200, {
      agent_id,
      public_key,
      opponent_agent_id: opponent.agent_id,
      opponent_public_key: opponent.public_key,
      opponent_nickname: opponent.nickname,
      ...total(families),
      families,
      cap: presentCap(awards),
    });
  },
});
