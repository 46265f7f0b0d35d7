/** Matches between a game's hooks and reference players, which are ordinary functions. */
import type { Json, JsonObject } from '../../shared/json/value.ts';
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Answer, Question } from '../../shared/tables/hooks.ts';

export type Ask = Pick<Question, 'key' | 'prompt' | 'choices' | 'entry'>;

/** A player without time or memory limits. It knows only what a person at its seat would know. */
export interface ReferencePlayer {
  name: string;
  /**
   * Answers the open question. `view`: the hooks' view at its seat, with what only this seat knows. `random` returns numbers from
   * 0 to 1, seeded for each game; a player uses no other source of randomness.
   */
  choose(position: { record: BoardRecord; view: Json; ask: Ask; random(): number }): Answer;
}

export interface StrengthMatch {
  player: ReferencePlayer;
  /** The strength of the hooks. */
  manner: 'easy' | 'steady' | 'sharp';
  /** The role of the hooks; `alternating` begins as the guest. */
  seat: 'host' | 'guest' | 'alternating';
  games: number;
  /** Table options; none by default. */
  options?: JsonObject;
  /** What the hooks must reach in this match; no goal by default. */
  goal?: { wins?: number; losses_at_most?: number };
}

export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

export function isGoalMet({ goal }: StrengthMatch, { wins, losses }: Score): boolean {
  return wins >= (goal?.wins ?? 0) && losses <= (goal?.losses_at_most ?? Infinity);
}
