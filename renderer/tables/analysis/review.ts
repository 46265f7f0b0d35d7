/** What an analysis shows of a table: its decided moves with what was found, and the positions before them. Pure. */
import type { BoardMarks } from '../../../shared/boards/contract.ts';
import type { Analysis, Table } from '../../../shared/bridge/contract.ts';
import { type MoveMark, moveMarks, type ReviewedMove, reviewOf, worthFor } from '../../../shared/tables/analysis.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { moveRows } from '../move-rows.ts';
import { type Position, positionOfMove } from '../replay/positions.ts';

type Move = Table['moves'][number];

export interface Review {
  /** The moves that somebody decided. Stop number n is the position before move n of these; the last stop is the end. */
  moves: readonly Move[];
  /** The rows of the list of moves, by the move's number in the table. */
  rows: ReadonlyMap<number, number>;
  /** By the move's number in the table. */
  reviewed: ReadonlyMap<number, ReviewedMove>;
  /** What the end was worth to this side; null if no rule decided it. */
  endWorth: number | null;
}

export function reviewTable(table: Pick<Table, 'moves' | 'role' | 'result'>, judged: Analysis['judged']): Review {
  const moves = table.moves.filter(({ automatic }) => !automatic);
  const { result } = table;
  const winner = result && !result.conceded && !result.agreed ? result.winner : null;
  const reviewed = reviewOf(
    judged,
    moves.map(({ number }) => number),
    winner,
  );
  return {
    moves,
    rows: rowNumbers(table.moves, moves[0]?.by ?? 'guest'),
    reviewed: new Map(reviewed.map((each) => [each.move, each])),
    endWorth: winner === null ? null : winner === 'draw' ? 0 : winner === table.role ? 1 : -1,
  };
}

function rowNumbers(moves: readonly Move[], first: Role): Map<number, number> {
  const isStep = (move: Move) => (move.automatic ? { text: '', isCounted: false } : null);
  const numbers = moveRows(moves, [first, otherRole(first)], isStep).flatMap((row) =>
    row.kind === 'turn'
      ? [row.host, row.guest].flatMap((move) => (move ? [[move.number, row.number] as const] : []))
      : [],
  );
  return new Map(numbers);
}

/** What the position at a stop was worth to a side; null if it was not judged. */
export function worthAt({ moves, reviewed, endWorth }: Review, stop: number, side: Role): number | null {
  const move = moves[stop];
  if (!move) return endWorth;
  const found = reviewed.get(move.number);
  return found ? worthFor(side, found) : null;
}

/** Whether the move at a stop was passed over, so that nothing will be found. `done`: the moves that the analysis has passed. */
export function isPassedOver({ moves, reviewed }: Review, done: number, stop: number): boolean {
  const move = moves[stop];
  return move !== undefined && stop < done && !reviewed.has(move.number);
}

/** The index of the position at a stop. Of a move that was passed over, nothing can be marked before it: it is shown played. */
export function positionAt(
  review: Review,
  positions: readonly Pick<Position, 'moves'>[],
  done: number,
  stop: number,
): number {
  const move = review.moves[stop];
  if (!move) return positions.length - 1;
  if (isPassedOver(review, done, stop)) return positionOfMove(positions, move.number);
  return Math.max(
    0,
    positions.findLastIndex((position) => position.moves < move.number),
  );
}

/** The next stop with a mark, or the previous one; null if there is none. */
export function nextMarked({ moves, reviewed }: Review, stop: number, step: 1 | -1): number | null {
  for (let at = stop + step; at >= 0 && at < moves.length; at += step)
    if (reviewed.get(moves[at]!.number)?.mark) return at;
  return null;
}

/** How many moves of a side have each mark. */
export function countMarks({ reviewed }: Review, side: Role): Record<MoveMark, number> {
  const found = [...reviewed.values()].filter(({ by }) => by === side);
  const count = (mark: MoveMark) => found.filter((each) => each.mark === mark).length;
  return Object.fromEntries(moveMarks.map((mark) => [mark, count(mark)])) as Record<MoveMark, number>;
}

/** How many moves a side decided, and how many of them were not judged. */
export function countUnjudged({ moves, reviewed }: Review, side: Role): { count: number; total: number } {
  const own = moves.filter(({ by }) => by === side);
  return { count: own.filter(({ number }) => !reviewed.has(number)).length, total: own.length };
}

/** What a board marks at a stop. */
export function marksAt({ moves, reviewed }: Review, stop: number): BoardMarks | null {
  const found = reviewed.get(moves[stop]?.number ?? 0);
  if (!found) return null;
  const marked = ({ by, value }: ReviewedMove['line'][number]) => ({ by, answer: value });
  return { played: found.played && marked(found.played), line: found.line.map(marked) };
}

const standings = [
  ['won', 1],
  ['much_better', 0.5],
  ['better', 0.2],
  ['even', -0.199],
  ['worse', -0.499],
  ['much_worse', -0.999],
] as const;
export type Standing = (typeof standings)[number][0] | 'lost';

/** A worth in a word. */
export const standingOf = (worth: number): Standing => standings.find(([, least]) => worth >= least)?.[0] ?? 'lost';
