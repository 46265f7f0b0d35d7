/** Connect Four against textbook searches: fixed-depth alpha-beta that counts only open lines. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import { LineScores } from './line-scores.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

const win = 1_000_000;
const lineValues = [0, 1, 10, 100, win];

class Grid {
  readonly cols: number;
  readonly rows: number;
  readonly heights: number[];
  /** Columns from the middle outwards, for better pruning. */
  readonly columnOrder: number[];
  moves = 0;
  readonly #lines: LineScores;

  constructor(cols: number, rows: number) {
    this.cols = cols;
    this.rows = rows;
    this.heights = Array(cols).fill(0);
    this.columnOrder = [...this.heights.keys()].sort(
      (a, b) => Math.abs(a - (cols - 1) / 2) - Math.abs(b - (cols - 1) / 2),
    );
    this.#lines = new LineScores(cols, rows, lineValues);
  }

  /** The side whose turn it is: 0 is the guest. */
  get mover(): 0 | 1 {
    return (this.moves % 2) as 0 | 1;
  }

  /** Drops a disc of the side whose turn it is; returns whether it completed a line. */
  drop(col: number): boolean {
    const won = this.#lines.change(this.heights[col]! * this.cols + col, this.mover, 1);
    this.heights[col]! += 1;
    this.moves += 1;
    return won;
  }

  /** Takes back the last disc, which was dropped in this column. */
  undo(col: number): void {
    this.moves -= 1;
    this.heights[col]! -= 1;
    this.#lines.change(this.heights[col]! * this.cols + col, this.mover, -1);
  }

  /** For the side whose turn it is. */
  score(): number {
    return this.mover === 0 ? this.#lines.score : -this.#lines.score;
  }

  isFull(): boolean {
    return this.moves === this.cols * this.rows;
  }
}

function search(grid: Grid, depth: number, alpha: number, beta: number): number {
  if (grid.isFull()) return 0;
  if (depth === 0) return grid.score();
  let bestScore = -Infinity;
  for (const col of grid.columnOrder) {
    if (grid.heights[col] === grid.rows) continue;
    const score = grid.drop(col) ? win + depth : -search(grid, depth - 1, -beta, -Math.max(alpha, bestScore));
    grid.undo(col);
    bestScore = Math.max(bestScore, score);
    if (bestScore >= beta) break;
  }
  return bestScore;
}

/** Picks at random among the columns with the best score. */
const alphaBeta = (depth: number): ReferencePlayer => ({
  name: `alpha-beta of depth ${depth}`,
  choose({ record, random }) {
    const grid = gridOf(record);
    let bestScore = -Infinity;
    let columns: number[] = [];
    for (const col of grid.columnOrder) {
      if (grid.heights[col] === grid.rows) continue;
      // One less than the best so far, so that equally good columns get an exact score.
      const score = grid.drop(col) ? win + depth : -search(grid, depth - 1, -Infinity, 1 - bestScore);
      grid.undo(col);
      if (score > bestScore) columns = [];
      if (score >= bestScore) columns.push(col);
      bestScore = Math.max(bestScore, score);
    }
    return columns[Math.floor(random() * columns.length)]!;
  },
});

function gridOf({ options, messages }: BoardRecord): Grid {
  const { cols = 7, rows = 6 } = options as { cols?: number; rows?: number };
  const grid = new Grid(cols, rows);
  for (const { action, fields } of messages) {
    const { col, player } = fields as { col: number; player?: string };
    // A round_result names the host's disc, or repeats the guest's last one if that ended the game.
    if (action === 'move' || (action === 'round_result' && player === 'host')) grid.drop(col);
  }
  return grid;
}

export const matches: StrengthMatch[] = [
  { player: alphaBeta(8), manner: 'sharp', seat: 'guest', games: 100, goal: { losses_at_most: 0 } },
  // Loses at most a third of the games.
  { player: alphaBeta(6), manner: 'sharp', seat: 'alternating', games: 50, goal: { losses_at_most: 16 } },
  { player: alphaBeta(4), manner: 'steady', seat: 'alternating', games: 50 },
  { player: alphaBeta(5), manner: 'steady', seat: 'alternating', games: 50 },
  {
    player: alphaBeta(4),
    manner: 'sharp',
    seat: 'alternating',
    games: 20,
    options: { cols: 10, rows: 10 },
    goal: { wins: 10 },
  },
  { player: alphaBeta(2), manner: 'easy', seat: 'alternating', games: 50 },
];
