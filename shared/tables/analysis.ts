/** The analysis of a finished game: what hooks judged (`evaluate`), and which moves were mistakes by that. Pure. */
import { z } from 'zod';
import { judgedMoveSchema, type LineStep, type Role, roleSchema, type Winner } from './hooks.ts';

/** Most moves of a game that are judged; every bundled game is shorter. */
export const judgedMovesMax = 400;

/** A move of the game, as the hooks judged it in the position before. Worths are those to `by`. */
export const judgementSchema = z.object({
  /** Number of the move in the table's list. */
  move: z.int(),
  by: roleSchema,
  /** The move that was made, and how play would have gone on; null if the hooks didn't list it. */
  played: judgedMoveSchema.nullable(),
  /** The best of the other moves; null if there was only one. */
  other: judgedMoveSchema.nullable(),
});
export type Judgement = z.infer<typeof judgementSchema>;

/** How a game ended by its own rules, for the position after the last move; null if a side conceded or left, or both agreed to a draw. */
export type FinalResult = Winner | null;

export const moveMarks = ['slip', 'mistake', 'missed_win'] as const;
export type MoveMark = (typeof moveMarks)[number];

/** A loss of worth from which a move is marked. */
const slipFrom = 0.2;
const mistakeFrom = 0.5;

export interface ReviewedMove {
  move: number;
  by: Role;
  /** What the position before the move was worth to `by`. */
  worth: number;
  /** Null for a good move, and if it could not be judged. */
  mark: MoveMark | null;
  /** The line that should have been played; of a good move its own, which begins with the move made. */
  line: LineStep[];
  /** The move made, as the hooks name it. */
  played: LineStep | null;
  /** Whether the line's first move wins for certain. */
  wins: boolean;
}

/**
 * What the judgements say of each move. A judgement is an estimate unless it is 1 or -1, so a certainty in the next position corrects an
 * estimate of the move that led there, and with it the position before. `decided`: the numbers of all moves that somebody decided.
 */
export function reviewOf(
  judgements: readonly Judgement[],
  decided: readonly number[],
  result: FinalResult,
): ReviewedMove[] {
  const reviewed: ReviewedMove[] = [];
  for (const judgement of judgements.toReversed()) {
    const { move, by, other } = judgement;
    const nextMove = decided[decided.indexOf(move) + 1];
    const next = reviewed.at(-1);
    const after = nextMove === undefined ? resultFor(by, result) : next?.move === nextMove ? worthFor(by, next) : null;
    const isCertain = after !== null && (nextMove === undefined || Math.abs(after) === 1);
    const played = judgement.played && { ...judgement.played, ...(isCertain ? { worth: after } : {}) };
    const best = !other || (played && played.worth >= other.worth) ? played : other;
    if (!best) continue;
    const lost = played && best !== played ? best.worth - played.worth : 0;
    const wins = best.worth === 1;
    const mark = lost >= mistakeFrom ? (wins ? 'missed_win' : 'mistake') : lost >= slipFrom ? 'slip' : null;
    reviewed.push({
      move,
      by,
      worth: best.worth,
      mark,
      line: (mark === null && played ? played : best).line,
      played: played?.line[0] ?? null,
      wins,
    });
  }
  return reviewed.reverse();
}

/** What the position before a move was worth to a side. */
export const worthFor = (side: Role, { by, worth }: Pick<ReviewedMove, 'by' | 'worth'>): number =>
  side === by ? worth : -worth;

function resultFor(side: Role, result: FinalResult): number | null {
  if (result === null) return null;
  return result === 'draw' ? 0 : result === side ? 1 : -1;
}
