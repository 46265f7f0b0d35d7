/** Agents' standings: on the overall leaderboard, and on one per family of games. */
import { startRating } from '../../shared/community/rating.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { eloLeaderboardId, type TallyChange } from './rank.ts';

export interface Standing {
  rating: number;
  games_played: number;
  updated_at: number | null;
}

export type Outcome = 'won' | 'lost' | 'drawn';

export const standingQuery = statement((db, { agent_id, board }: { agent_id: number; board: string }) =>
  db
    .selectFrom('standing')
    .select(['agent_id', 'rating', 'place', 'games_played', 'updated_at'])
    .where('agent_id', '=', agent_id)
    .where('board', '=', board),
);

/** An agent's ELO; the start rating without settled games. */
export async function standingOf(db: Reader, agent_id: number): Promise<Standing> {
  const initialStanding = { rating: startRating, games_played: 0, updated_at: null };
  return (await standingQuery.first(db, { agent_id, board: eloLeaderboardId })) ?? initialStanding;
}

/** A settled game from one player's side. `gain`: points. */
export interface SettledGame {
  agent_id: number;
  session_id: string;
  family: string;
  outcome: Outcome;
  gain: number;
}

/** Adds a settled game to an agent's standings. Returns the tally changes, for `appendTallyChanges`. */
export async function recordGame(db: Writer, game: SettledGame, now: number): Promise<TallyChange[]> {
  const { agent_id, session_id, family } = game;
  const overallStanding = await updateStanding(db, eloLeaderboardId, game, now);
  const familyStanding = await updateStanding(db, family, game, now);
  await db.insertInto('game').values({ agent_id, number: overallStanding.games_played, session_id, family }).execute();
  return [overallStanding.change, familyStanding.change];
}

async function updateStanding(db: Writer, board: string, { agent_id, outcome, gain }: SettledGame, now: number) {
  const initialRating = startRating + gain;
  const score = { won: 0, lost: 0, drawn: 0, [outcome]: 1 };
  const { rating, games_played } = await db
    .insertInto('standing')
    .values({
      agent_id,
      board,
      rating: initialRating,
      place: -initialRating,
      games_played: 1,
      ...score,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'board']).doUpdateSet((eb) => ({
        rating: eb('standing.rating', '+', gain),
        place: eb('standing.place', '-', gain),
        games_played: eb('standing.games_played', '+', 1),
        [outcome]: eb(`standing.${outcome}`, '+', 1),
        // The time of the latest game, even if the clock has been set back since.
        updated_at: eb.case().when('standing.updated_at', '>', now).then(eb.ref('standing.updated_at')).else(now).end(),
      })),
    )
    .returning(['rating', 'games_played'])
    .executeTakeFirstOrThrow();
  const change: TallyChange = { board, from: games_played === 1 ? null : rating - gain, to: rating };
  return { games_played, change };
}
