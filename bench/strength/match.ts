/** A measurement of how strong a game's hooks play: matches against reference players, which are ordinary programs. */
import type { Json, JsonObject } from '../../shared/json/value.ts';
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Answer, Question } from '../../shared/tables/hooks.ts';

export type Ask = Pick<Question, 'key' | 'prompt' | 'choices' | 'entry'>;

/** Plays without limits of time or memory. It knows what a person at its seat would. */
export interface ReferencePlayer {
  name: string;
  /**
   * The answer to the open question. `view`: of the hooks at its seat, for what only this seat knows. `random` is the only source of
   * randomness, from 0 to 1, seeded for each game.
   */
  choose(position: { record: BoardRecord; view: Json; ask: Ask; random(): number }): Answer;
}

export interface StrengthMatch {
  player: ReferencePlayer;
  /** The strength of the hooks. */
  manner: 'easy' | 'steady' | 'sharp';
  /** Of the hooks; `alternating` begins as the guest. */
  seat: 'host' | 'guest' | 'alternating';
  games: number;
  /** Of the table; none by default. */
  options?: JsonObject;
  /** In games of this match, for the hooks. */
  goal?: { wins?: number; losses_at_most?: number };
}

export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

export function met({ goal }: StrengthMatch, { wins, losses }: Score): boolean {
  return wins >= (goal?.wins ?? 0) && losses <= (goal?.losses_at_most ?? Infinity);
}
