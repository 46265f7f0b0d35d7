/** Dots and Boxes against a greedy player, and against one that looks a few lines ahead and counts boxes. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

class Grid {
  /** The boxes next to each undrawn line, by line name. */
  readonly undrawnLines = new Map<string, number[]>();
  /** The number of drawn sides of each box. */
  readonly sides: number[];

  constructor(size: number) {
    this.sides = Array(size * size).fill(0);
    const dot = (col: number, row: number) => `${String.fromCharCode(97 + col)}${row + 1}`;
    const box = (col: number, row: number) =>
      col >= 0 && col < size && row >= 0 && row < size ? [row * size + col] : [];
    for (let col = 0; col <= size; col += 1) {
      for (let row = 0; row <= size; row += 1) {
        if (col < size)
          this.undrawnLines.set(dot(col, row) + dot(col + 1, row), [...box(col, row - 1), ...box(col, row)]);
        if (row < size)
          this.undrawnLines.set(dot(col, row) + dot(col, row + 1), [...box(col - 1, row), ...box(col, row)]);
      }
    }
  }

  /** Returns the number of boxes that the line closes. */
  draw(name: string): number {
    const boxes = this.undrawnLines.get(name)!;
    this.undrawnLines.delete(name);
    for (const box of boxes) this.sides[box]! += 1;
    return boxes.filter((box) => this.sides[box] === 4).length;
  }

  erase(name: string, boxes: number[]): void {
    this.undrawnLines.set(name, boxes);
    for (const box of boxes) this.sides[box]! -= 1;
  }

  /** The highest number of drawn sides of a box next to the line. */
  maxSides(name: string): number {
    return Math.max(...this.undrawnLines.get(name)!.map((box) => this.sides[box]!));
  }
}

function gridOf({ options, messages }: BoardRecord): Grid {
  const grid = new Grid(typeof options.size === 'number' ? options.size : 5);
  for (const { fields } of messages) if (grid.undrawnLines.has(String(fields.play))) grid.draw(String(fields.play));
  return grid;
}

const pickFrom = <T>(candidates: readonly T[], random: () => number): T =>
  candidates[Math.floor(random() * candidates.length)]!;

/** The number of boxes that the opponent can close after this line is drawn. */
function countOpenedBoxes(grid: Grid, name: string): number {
  const drawnLines: [string, number[]][] = [[name, grid.undrawnLines.get(name)!]];
  grid.draw(name);
  let count = 0;
  for (;;) {
    const nextLine = [...grid.undrawnLines.keys()].find((line) => grid.maxSides(line) === 3);
    if (nextLine === undefined) break;
    drawnLines.push([nextLine, grid.undrawnLines.get(nextLine)!]);
    count += grid.draw(nextLine);
  }
  for (const [line, boxes] of drawnLines.reverse()) grid.erase(line, boxes);
  return count;
}

/** Completes boxes where it can, draws safe lines at random, and otherwise opens the fewest boxes. */
const greedyPlayer: ReferencePlayer = {
  name: 'greedy',
  choose({ record, random }) {
    const grid = gridOf(record);
    const lines = [...grid.undrawnLines.keys()];
    const closingLines = lines.filter((line) => grid.maxSides(line) === 3);
    if (closingLines.length > 0) return pickFrom(closingLines, random);
    const safeLines = lines.filter((line) => grid.maxSides(line) < 2);
    if (safeLines.length > 0) return pickFrom(safeLines, random);
    const openedCounts = lines.map((line) => countOpenedBoxes(grid, line));
    return pickFrom(
      lines.filter((_, index) => openedCounts[index] === Math.min(...openedCounts)),
      random,
    );
  },
};

/** Boxes won minus boxes lost over the next lines, for the side to move. */
function search(grid: Grid, depth: number, alpha: number, beta: number): number {
  if (depth === 0 || grid.undrawnLines.size === 0) return 0;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (const [name, boxes] of [...grid.undrawnLines].sort(([a], [b]) => grid.maxSides(b) - grid.maxSides(a))) {
    const value = valueAfter(grid, name, boxes, depth, Math.max(alpha, bestValue), beta);
    bestValue = Math.max(bestValue, value);
    if (bestValue >= beta) break;
  }
  return bestValue;
}

function valueAfter(grid: Grid, name: string, boxes: number[], depth: number, alpha: number, beta: number): number {
  const closedBoxes = grid.draw(name);
  const value =
    closedBoxes > 0
      ? closedBoxes + search(grid, depth - 1, alpha - closedBoxes, beta - closedBoxes)
      : -search(grid, depth - 1, -beta, -alpha);
  grid.erase(name, boxes);
  return value;
}

const alphaBeta = (depth: number): ReferencePlayer => ({
  name: `alpha-beta, depth ${depth}`,
  choose({ record, random }) {
    const grid = gridOf(record);
    const lines = [...grid.undrawnLines];
    const values = lines.map(([name, boxes]) => valueAfter(grid, name, boxes, depth, -100, 100));
    const bestValue = Math.max(...values);
    return pickFrom(
      lines.filter((_, index) => values[index] === bestValue),
      random,
    )[0];
  },
});

export const matches: StrengthMatch[] = [
  { player: greedyPlayer, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 45 } },
  { player: alphaBeta(3), manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 18 } },
  { player: greedyPlayer, manner: 'steady', seat: 'alternating', games: 50 },
  { player: greedyPlayer, manner: 'easy', seat: 'alternating', games: 50 },
];
