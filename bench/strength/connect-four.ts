/** Connect Four against textbook searches: fixed-depth alpha-beta that counts only open lines. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

const win = 1_000_000;
/** The score of a line by how many discs one side has in it while the other has none. */
const lineScores = [0, 1, 10, 100];

class Grid {
  readonly cols: number;
  readonly rows: number;
  readonly heights: number[];
  /** Columns from the middle outwards, for better pruning. */
  readonly order: number[];
  moves = 0;
  /** The score for side 0, the guest, minus that for side 1. */
  #score = 0;
  /** The lines of four that contain each cell. */
  readonly #linesAt: number[][];
  /** Discs of each side in each line. */
  readonly #discs: [Uint8Array, Uint8Array];

  constructor(cols: number, rows: number) {
    this.cols = cols;
    this.rows = rows;
    this.heights = Array(cols).fill(0);
    this.order = [...this.heights.keys()].sort((a, b) => Math.abs(a - (cols - 1) / 2) - Math.abs(b - (cols - 1) / 2));
    this.#linesAt = Array.from({ length: cols * rows }, () => []);
    let lines = 0;
    for (let cell = 0; cell < cols * rows; cell += 1) {
      for (const [right, up] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const [col, row] = [cell % cols, Math.floor(cell / cols)];
        const [lastCol, lastRow] = [col + 3 * right, row + 3 * up];
        if (lastCol >= cols || lastRow < 0 || lastRow >= rows) continue;
        for (let step = 0; step < 4; step += 1) this.#linesAt[cell + step * (right + up * cols)]!.push(lines);
        lines += 1;
      }
    }
    this.#discs = [new Uint8Array(lines), new Uint8Array(lines)];
  }

  /** Drops a disc of the side whose turn it is; returns whether it completed a line. */
  drop(col: number): boolean {
    const own = this.#discs[(this.moves % 2) as 0 | 1];
    let won = false;
    for (const line of this.#linesAt[this.heights[col]! * this.cols + col]!) {
      this.#score -= lineScore(this.#discs, line);
      own[line]! += 1;
      won ||= own[line] === 4;
      this.#score += lineScore(this.#discs, line);
    }
    this.heights[col]! += 1;
    this.moves += 1;
    return won;
  }

  /** Takes back the last disc, which was dropped in this column. */
  undo(col: number): void {
    this.moves -= 1;
    this.heights[col]! -= 1;
    const own = this.#discs[(this.moves % 2) as 0 | 1];
    for (const line of this.#linesAt[this.heights[col]! * this.cols + col]!) {
      this.#score -= lineScore(this.#discs, line);
      own[line]! -= 1;
      this.#score += lineScore(this.#discs, line);
    }
  }

  /** For the side whose turn it is. */
  score(): number {
    return this.moves % 2 === 0 ? this.#score : -this.#score;
  }

  isFull(): boolean {
    return this.moves === this.cols * this.rows;
  }
}

function lineScore([first, second]: [Uint8Array, Uint8Array], line: number): number {
  if (second[line] === 0) return lineScores[first[line]!] ?? 0;
  return first[line] === 0 ? -(lineScores[second[line]!] ?? 0) : 0;
}

function search(grid: Grid, depth: number, alpha: number, beta: number): number {
  if (grid.isFull()) return 0;
  if (depth === 0) return grid.score();
  let best = -Infinity;
  for (const col of grid.order) {
    if (grid.heights[col] === grid.rows) continue;
    const score = grid.drop(col) ? win + depth : -search(grid, depth - 1, -beta, -Math.max(alpha, best));
    grid.undo(col);
    best = Math.max(best, score);
    if (best >= beta) break;
  }
  return best;
}

/** Picks at random among the columns with the best score. */
const alphaBeta = (depth: number): ReferencePlayer => ({
  name: `alpha-beta of depth ${depth}`,
  choose({ record, random }) {
    const grid = gridOf(record);
    let best = -Infinity;
    let columns: number[] = [];
    for (const col of grid.order) {
      if (grid.heights[col] === grid.rows) continue;
      // One less than the best so far, so that equally good columns get an exact score.
      const score = grid.drop(col) ? win + depth : -search(grid, depth - 1, -Infinity, 1 - best);
      grid.undo(col);
      if (score > best) columns = [];
      if (score >= best) columns.push(col);
      best = Math.max(best, score);
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
