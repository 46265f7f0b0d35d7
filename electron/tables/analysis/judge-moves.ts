/**
 * Judges the moves of a finished game one by one: replays the record through the hooks and calls `evaluate` with the state before each
 * move. These are the states of this side's seat, so nothing is judged by what it could not know.
 */
import { ParlorError, type Problem } from '../../../shared/errors.ts';
import type { Json } from '../../../shared/json/value.ts';
import { type Judgement, judgedMovesMax } from '../../../shared/tables/analysis.ts';
import type { Evaluation, LineStep } from '../../../shared/tables/hooks.ts';
import type { Move } from '../../../shared/tables/moves.ts';
import { evaluatePosition } from '../../hooks/evaluation.ts';
import { type RecordRunInput, runRecord } from '../records/record-run.ts';

/** UTF-16 units of all positions of a game as JSON: those of the longest bundled game have a tenth of it. */
const positionsMaxLength = 8 * 1024 * 1024;

interface Position {
  state: Json;
  /** The move made there. */
  move: Move;
}

export interface JudgingStep {
  /** Moves done and to do. */
  done: number;
  total: number;
  move: Move;
  /** Null if the hooks have no opinion of this one. */
  judgement: Judgement | null;
}

/**
 * A step for each move from number `from` (0-based) of those that are to be judged on. Rejects `hook_failed` and `hook_timeout`, and
 * `history_differs` if the hooks play differently from the record, after the moves up to there. Rejects `too_large` before the first
 * for states that are too large to keep.
 */
export async function* judgeMoves(input: RecordRunInput & { from: number }): AsyncGenerator<JudgingStep> {
  const { positions, problem } = await positionsOf(input);
  for (const [index, { state, move }] of positions.entries()) {
    if (index < input.from) continue;
    const evaluation = await evaluatePosition(input.hooks, state);
    const judgement = evaluation && judgementOf(evaluation, move);
    yield { done: index + 1, total: positions.length, move, judgement };
  }
  if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
}

/** The positions in which somebody decided. */
async function positionsOf(input: RecordRunInput): Promise<{ positions: Position[]; problem: Problem | null }> {
  /** By the number of moves before. */
  const states = new Map<number, Json>();
  let moves: readonly Move[] = [];
  let length = 0;
  let endProblem: Problem | null = null;
  for await (const { state, game, problem } of runRecord(input)) {
    endProblem = problem;
    if (problem) break;
    moves = game.moves;
    // The state of a position that nobody decided isn't judged.
    if (moves.at(-1)?.automatic) states.delete(moves.length - 1);
    if (states.size > judgedMovesMax) break;
    if (!states.has(moves.length)) length += JSON.stringify(state).length;
    if (length > positionsMaxLength)
      throw new ParlorError('too_large', 'The states that the hooks return are too large.');
    states.set(moves.length, state);
  }
  const positions = [...states].flatMap(([count, state]) => {
    const move = moves[count];
    return move && !move.automatic ? [{ state, move }] : [];
  });
  return { positions: positions.slice(0, judgedMovesMax), problem: endProblem };
}

/** Null if the hooks took it for the other side's turn. */
export function judgementOf({ seat, moves }: Evaluation, { number, by, text }: Move): Judgement | null {
  if (seat !== by) return null;
  const isPlayed = ({ line }: Evaluation['moves'][number]) => isMoveOf(line[0], text);
  const others = moves.filter((each) => !isPlayed(each));
  const other = others.reduce<Evaluation['moves'][number] | null>(
    (best, each) => (best === null || each.worth > best.worth ? each : best),
    null,
  );
  return { move: number, by, played: moves.find(isPlayed) ?? null, other };
}

/** A table's moves are named by their label, or by their value where this side was never offered them. */
const isMoveOf = (step: LineStep | undefined, text: string) =>
  step !== undefined && (step.label === text || String(step.value).replaceAll('_', ' ') === text);
