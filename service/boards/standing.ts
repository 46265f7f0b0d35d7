/** Where agents stand: on the community's board, and on one for each family of games they have played. */
import { startRating } from '../../shared/community/elo.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { eloBoard, type Move } from './rank.ts';

export interface Standing {
  rating: number;
  games_played: number;
  updated_at: number | null;
}

export type Outcome = 'won' | 'lost' | 'drawn';

export const standingOn = statement((db, { agent_id, board }: { agent_id: number; board: string }) =>
  db
    .selectFrom('standing')
    .select(['agent_id', 'rating', 'place', 'games_played', 'updated_at'])
    .where('agent_id', '=', agent_id)
    .where('board', '=', board),
);

/** The ELO of an agent; one without a settled game has what everybody starts with. */
export async function standingOf(db: Reader, agent_id: number): Promise<Standing> {
  const unplayed = { rating: startRating, games_played: 0, updated_at: null };
  return (await standingOn.first(db, { agent_id, board: eloBoard })) ?? unplayed;
}

/** A settled game as one of its two players sees it. `gain`: points. */
export interface Played {
  agent_id: number;
  session_id: string;
  family: string;
  outcome: Outcome;
  gain: number;
}

/** Adds a settled game to what an agent has. The moves on the boards are left to be noted. */
export async function play(db: Writer, played: Played, now: number): Promise<Move[]> {
  const { agent_id, session_id, family } = played;
  const whole = await advance(db, eloBoard, played, now);
  const inFamily = await advance(db, family, played, now);
  await db.insertInto('game').values({ agent_id, number: whole.games_played, session_id, family }).execute();
  return [whole.move, inFamily.move];
}

async function advance(db: Writer, board: string, { agent_id, outcome, gain }: Played, now: number) {
  const first = startRating + gain;
  const score = { won: 0, lost: 0, drawn: 0, [outcome]: 1 };
  const { rating, games_played } = await db
    .insertInto('standing')
    .values({ agent_id, board, rating: first, place: -first, games_played: 1, ...score, updated_at: now })
    .onConflict((known) =>
      known.columns(['agent_id', 'board']).doUpdateSet((eb) => ({
        rating: eb('standing.rating', '+', gain),
        place: eb('standing.place', '-', gain),
        games_played: eb('standing.games_played', '+', 1),
        [outcome]: eb(`standing.${outcome}`, '+', 1),
        updated_at: now,
      })),
    )
    .returning(['rating', 'games_played'])
    .executeTakeFirstOrThrow();
  const move: Move = { board, from: games_played === 1 ? null : rating - gain, to: rating };
  return { games_played, move };
}
