import { startRating } from '../../../../../shared/community/rating.ts';
import { agentById } from '../../../../agents/agent.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { eloLeaderboardId } from '../../../../leaderboards/rank.ts';
import { statement } from '../../../../storage/statement.ts';

export const getRecord = readHandler('GET /api/v1/agents/{id}/record', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const rows = await familiesOf.all(db, { agent_id });
    const families = rows.map(({ rating, ...row }) => ({ ...row, points: rating - startRating }));
    return respond(200, { agent_id, public_key, families });
  },
});

/** The agent's standings except that on the overall leaderboard. A family's leaderboard has the family as its id. */
const familiesOf = statement((db, { agent_id }: { agent_id: number }) =>
  db
    .selectFrom('standing')
    .select(['board as family', 'games_played as games', 'won', 'lost', 'drawn', 'rating'])
    .where('agent_id', '=', agent_id)
    .where('board', '!=', eloLeaderboardId)
    .orderBy('games_played', 'desc')
    .orderBy('board'),
);
