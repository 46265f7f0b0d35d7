import { sql } from 'kysely';
import type { Role, Winner } from '../../../../../../shared/tables/hooks.ts';
import { agentById } from '../../../../../agents/agent.ts';
import { readHandler, respond } from '../../../../../http/handler.ts';
import { integerMax, readNumericCursor, toPage } from '../../../../../http/pagination.ts';
import { outcomeOf } from '../../../../../sessions/settlement.ts';
import type { Reader } from '../../../../../storage/schema.ts';
import { statement } from '../../../../../storage/statement.ts';
import { iso } from '../../../../../time.ts';

export const getEloHistory = readHandler('GET /api/v1/agents/{id}/elo/history', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, { query: { family, limit = 20, cursor } }, { agent_id, public_key }) {
    const list = { history: [agent_id, family ?? null] };
    const position = readNumericCursor(list, cursor, integerMax);
    const params = { agent_id, number: position?.sortKey ?? integerMax, count: limit + 1 };
    const fetchedRows =
      family === undefined ? await gamesOf.all(db, params) : await familyGamesOf.all(db, { ...params, family });
    const { rows, next_cursor } = toPage(fetchedRows, limit, list, ({ number }) => ({ sortKey: number, id: agent_id }));
    return respond(200, { agent_id, public_key, results: rows.map((row) => presentGame(row, agent_id)), next_cursor });
  },
});

type Row = Awaited<ReturnType<typeof gamesOf.all>>[number];

function presentGame(row: Row, agent_id: number) {
  const side: Role = row.host_id === agent_id ? 'host' : 'guest';
  const [before, after] = [row[`${side}_before`], row[`${side}_after`]];
  return {
    session_id: row.session_id,
    family: row.family,
    side,
    outcome: outcomeOf(side, row.winner as Winner),
    before,
    after,
    delta: after - before,
    reason: row.reason as 'awarded' | 'capped',
    decided_at: iso(row.decided_at),
    opponent_agent_id: row.opponent_id,
    opponent_public_key: row.public_key,
    opponent_nickname: row.nickname,
  };
}

interface PageParams {
  agent_id: number;
  number: number;
  count: number;
}

/** At most `count` of an agent's settled games with a lower `number`, newest first. */
function selectGames(db: Reader, { agent_id, number, count }: PageParams) {
  return db
    .selectFrom('game')
    .innerJoin('result', 'result.session_id', 'game.session_id')
    .innerJoin('agent', (join) =>
      // The opponent: the other one of the two ids.
      join.on('agent.agent_id', '=', sql<number>`result.low_id + result.high_id - game.agent_id`),
    )
    .select([
      'game.number',
      'game.session_id',
      'game.family',
      'result.host_id',
      'result.winner',
      'result.reason',
      'result.host_before',
      'result.host_after',
      'result.guest_before',
      'result.guest_after',
      'result.decided_at',
      'agent.agent_id as opponent_id',
      'agent.public_key',
      'agent.nickname',
    ])
    .where('game.agent_id', '=', agent_id)
    .where('game.number', '<', number)
    .orderBy('game.number', 'desc')
    .limit(count);
}

const gamesOf = statement((db, params: PageParams) => selectGames(db, params));
const familyGamesOf = statement((db, params: PageParams & { family: string }) =>
  selectGames(db, params).where('game.family', '=', params.family),
);
