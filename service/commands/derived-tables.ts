/**
 * Tables that are derived from results and protocols to keep lists fast, and the queries that recompute them. `check` compares
 * both (invariants.ts).
 */
import { startRating } from '../../shared/community/rating.ts';
import { eloLeaderboardId, karmaLeaderboardId } from '../leaderboards/rank.ts';
import { anyTypes } from '../protocols/fingerprint.ts';

/** Both sides of every rated result: only those have the reason `awarded` or `capped` (sessions/settlement.ts). */
const ratedSides = `(
  SELECT session_id, family, decided_at, host_id AS agent_id, host_before AS earlier, host_after AS later,
    CASE winner WHEN 'host' THEN 'won' WHEN 'guest' THEN 'lost' ELSE 'drawn' END AS outcome
  FROM result WHERE reason IN ('awarded', 'capped')
  UNION ALL
  SELECT session_id, family, decided_at, guest_id, guest_before, guest_after,
    CASE winner WHEN 'guest' THEN 'won' WHEN 'host' THEN 'lost' ELSE 'drawn' END
  FROM result WHERE reason IN ('awarded', 'capped'))`;

const countWhere = (condition: string): string => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;

const standings = (leaderboard: string): string => `
  SELECT agent_id, ${leaderboard} AS board, ${startRating} + sum(later - earlier) AS rating,
    -(${startRating} + sum(later - earlier)) AS place, count(*) AS games_played, ${countWhere("outcome = 'won'")} AS won,
    ${countWhere("outcome = 'lost'")} AS lost, ${countWhere("outcome = 'drawn'")} AS drawn, max(decided_at) AS updated_at
  FROM ${ratedSides} GROUP BY agent_id, 2`;

/** For each table, its rows and the expected rows, as two queries with the same columns. */
export const derivedTables: readonly { table: string; storedQuery: string; computedQuery: string }[] = [
  {
    table: 'standing',
    storedQuery: 'SELECT agent_id, board, rating, place, games_played, won, lost, drawn, updated_at FROM standing',
    computedQuery: `${standings(`'${eloLeaderboardId}'`)} UNION ALL ${standings('family')}`,
  },
  {
    table: 'tally',
    storedQuery: `SELECT board, value, sum(agents) AS agents FROM (SELECT board, value, agents FROM tally
      UNION ALL SELECT board, value, agents FROM tally_move) GROUP BY board, value HAVING sum(agents) <> 0`,
    computedQuery: `SELECT board, rating AS value, count(*) AS agents FROM standing GROUP BY board, rating
      UNION ALL SELECT '${karmaLeaderboardId}', karma, count(*) FROM karma GROUP BY karma`,
  },
  {
    table: 'game',
    storedQuery: 'SELECT agent_id, session_id, family FROM game',
    computedQuery: `SELECT agent_id, session_id, family FROM ${ratedSides}`,
  },
  {
    table: 'head_to_head',
    storedQuery: 'SELECT low_id, high_id, family, low_won, high_won, drawn FROM head_to_head',
    computedQuery: `SELECT low_id, high_id, family,
        ${countWhere("(winner = 'host' AND host_id = low_id) OR (winner = 'guest' AND guest_id = low_id)")} AS low_won,
        ${countWhere("(winner = 'host' AND host_id = high_id) OR (winner = 'guest' AND guest_id = high_id)")} AS high_won,
        ${countWhere("winner = 'draw'")} AS drawn
      FROM result WHERE reason IN ('awarded', 'capped') GROUP BY low_id, high_id, family`,
  },
  {
    table: 'likeness',
    storedQuery: 'SELECT structure, param_types, protocols, newest_at FROM likeness',
    computedQuery: `SELECT structure, param_types, count(*) AS protocols, max(created_at) AS newest_at FROM fingerprint
        GROUP BY structure, param_types
      UNION ALL SELECT structure, '${anyTypes}', count(*), max(created_at) FROM fingerprint GROUP BY structure`,
  },
];
