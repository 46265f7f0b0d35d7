/** Dots and Boxes against a greedy player, and against one that looks a few lines ahead and counts boxes. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

class Grid {
  /** The boxes next to each undrawn line, by line name. */
  readonly free = new Map<string, number[]>();
  /** The number of drawn sides of each box. */
  readonly sides: number[];

  constructor(size: number) {
    this.sides = Array(size * size).fill(0);
    const dot = (col: number, row: number) => `${String.fromCharCode(97 + col)}${row + 1}`;
    const box = (col: number, row: number) =>
      col >= 0 && col < size && row >= 0 && row < size ? [row * size + col] : [];
    for (let col = 0; col <= size; col += 1) {
      for (let row = 0; row <= size; row += 1) {
        if (col < size) this.free.set(dot(col, row) + dot(col + 1, row), [...box(col, row - 1), ...box(col, row)]);
        if (row < size) this.free.set(dot(col, row) + dot(col, row + 1), [...box(col - 1, row), ...box(col, row)]);
      }
    }
  }

  /** Returns the number of boxes that the line closes. */
  draw(name: string): number {
    const boxes = this.free.get(name)!;
    this.free.delete(name);
    for (const box of boxes) this.sides[box]! += 1;
    return boxes.filter((box) => this.sides[box] === 4).length;
  }

  erase(name: string, boxes: number[]): void {
    this.free.set(name, boxes);
    for (const box of boxes) this.sides[box]! -= 1;
  }

  /** The highest number of drawn sides of a box next to the line. */
  maxSides(name: string): number {
    return Math.max(...this.free.get(name)!.map((box) => this.sides[box]!));
  }
}

function gridOf({ options, messages }: BoardRecord): Grid {
  const grid = new Grid(typeof options.size === 'number' ? options.size : 5);
  for (const { fields } of messages) if (grid.free.has(String(fields.play))) grid.draw(String(fields.play));
  return grid;
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

/** The number of boxes that the opponent can close after this line is drawn. */
function boxesOpened(grid: Grid, name: string): number {
  const drawn: [string, number[]][] = [[name, grid.free.get(name)!]];
  grid.draw(name);
  let count = 0;
  for (;;) {
    const next = [...grid.free.keys()].find((line) => grid.maxSides(line) === 3);
    if (next === undefined) break;
    drawn.push([next, grid.free.get(next)!]);
    count += grid.draw(next);
  }
  for (const [line, boxes] of drawn.reverse()) grid.erase(line, boxes);
  return count;
}

/** Completes boxes where it can, draws safe lines at random, and otherwise opens the fewest boxes. */
const greedy: ReferencePlayer = {
  name: 'greedy',
  choose({ record, random }) {
    const grid = gridOf(record);
    const lines = [...grid.free.keys()];
    const closing = lines.filter((line) => grid.maxSides(line) === 3);
    if (closing.length > 0) return pick(closing, random);
    const safe = lines.filter((line) => grid.maxSides(line) < 2);
    if (safe.length > 0) return pick(safe, random);
    const opened = lines.map((line) => boxesOpened(grid, line));
    return pick(
      lines.filter((_, at) => opened[at] === Math.min(...opened)),
      random,
    );
  },
};

/** Boxes won minus boxes lost over the next lines, for the side to move. */
function search(grid: Grid, depth: number, alpha: number, beta: number): number {
  if (depth === 0 || grid.free.size === 0) return 0;
  let best = Number.NEGATIVE_INFINITY;
  for (const [name, boxes] of [...grid.free].sort(([a], [b]) => grid.maxSides(b) - grid.maxSides(a))) {
    const value = valueAfter(grid, name, boxes, depth, Math.max(alpha, best), beta);
    best = Math.max(best, value);
    if (best >= beta) break;
  }
  return best;
}

function valueAfter(grid: Grid, name: string, boxes: number[], depth: number, alpha: number, beta: number): number {
  const closed = grid.draw(name);
  const value =
    closed > 0
      ? closed + search(grid, depth - 1, alpha - closed, beta - closed)
      : -search(grid, depth - 1, -beta, -alpha);
  grid.erase(name, boxes);
  return value;
}

const alphaBeta = (depth: number): ReferencePlayer => ({
  name: `alpha-beta, depth ${depth}`,
  choose({ record, random }) {
    const grid = gridOf(record);
    const lines = [...grid.free];
    const values = lines.map(([name, boxes]) => valueAfter(grid, name, boxes, depth, -100, 100));
    const top = Math.max(...values);
    return pick(
      lines.filter((_, at) => values[at] === top),
      random,
    )[0];
  },
});

export const matches: StrengthMatch[] = [
  { player: greedy, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 45 } },
  { player: alphaBeta(3), manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 18 } },
  { player: greedy, manner: 'steady', seat: 'alternating', games: 50 },
  { player: greedy, manner: 'easy', seat: 'alternating', games: 50 },
];
