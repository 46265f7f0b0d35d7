/** Reversi against a textbook search: fixed-depth alpha-beta that sums the weights of the cells with discs. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

const size = 8;
/** From a corner to the middle; the other cells mirror it. */
const quarterWeights = [
  [100, -20, 10, 5],
  [-20, -50, -2, -2],
  [10, -2, -1, -1],
  [5, -2, -1, -1],
];
const weights = Array.from({ length: size * size }, (_, cell) => {
  const fromEdge = (coordinate: number) => Math.min(coordinate, size - 1 - coordinate);
  return quarterWeights[fromEdge(Math.floor(cell / size))]![fromEdge(cell % size)]!;
});
const offsets = [-1, 0, 1].flatMap((rowStep) => [-1, 0, 1].map((colStep) => [rowStep, colStep] as const));
const directions = offsets.filter(([rowStep, colStep]) => rowStep !== 0 || colStep !== 0);
const win = 1_000_000;

/** 1 is the guest, -1 the host, 0 an empty cell. */
type Cells = Int8Array;

const cellOf = (name: string) => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * size;

/** The discs that flip when `side` places one on `cell`. */
function flippedDiscs(cells: Cells, cell: number, side: number): number[] {
  if (cells[cell] !== 0) return [];
  const flipped: number[] = [];
  for (const [rowStep, colStep] of directions) {
    const line: number[] = [];
    for (let step = 1; ; step += 1) {
      const [row, col] = [Math.floor(cell / size) + step * rowStep, (cell % size) + step * colStep];
      const disc = row < 0 || row >= size || col < 0 || col >= size ? 0 : cells[row * size + col]!;
      if (disc === side) flipped.push(...line);
      if (disc !== -side) break;
      line.push(row * size + col);
    }
  }
  return flipped;
}

function placeDisc(cells: Cells, cell: number, side: number, discs: readonly number[]): Cells {
  const next = cells.slice();
  for (const changedCell of [cell, ...discs]) next[changedCell] = side;
  return next;
}

function* nextPositions(cells: Cells, side: number): Generator<Cells> {
  for (let cell = 0; cell < cells.length; cell += 1) {
    const discs = flippedDiscs(cells, cell, side);
    if (discs.length > 0) yield placeDisc(cells, cell, side, discs);
  }
}

function search(cells: Cells, side: number, depth: number, alpha: number, beta: number, hasPassed = false): number {
  if (depth === 0) return side * cells.reduce((sum, disc, cell) => sum + disc * weights[cell]!, 0);
  let best = -Infinity;
  for (const next of nextPositions(cells, side)) {
    best = Math.max(best, -search(next, -side, depth - 1, -beta, -Math.max(alpha, best)));
    if (best >= beta) return best;
  }
  if (best > -Infinity) return best;
  if (!hasPassed) return -search(cells, -side, depth - 1, -beta, -alpha, true);
  return win * Math.sign(side * cells.reduce((sum, disc) => sum + disc, 0));
}

/** Picks at random among the cells with the best score. */
const alphaBeta = (depth: number): ReferencePlayer => ({
  name: `alpha-beta of depth ${depth}`,
  choose({ record, ask, random }) {
    const cells = cellsOf(record);
    const side = record.seat === 'guest' ? 1 : -1;
    const candidates = ask.choices.map(({ value }) => {
      const cell = cellOf(String(value));
      const next = placeDisc(cells, cell, side, flippedDiscs(cells, cell, side));
      return { value, score: -search(next, -side, depth - 1, -Infinity, Infinity) };
    });
    const bestScore = Math.max(...candidates.map(({ score }) => score));
    const bestCandidates = candidates.filter(({ score }) => score === bestScore);
    return bestCandidates[Math.floor(random() * bestCandidates.length)]!.value;
  },
});

function cellsOf({ messages }: BoardRecord): Cells {
  let cells: Cells = new Int8Array(size * size);
  for (const name of ['e4', 'd5']) cells[cellOf(name)] = 1;
  for (const name of ['d4', 'e5']) cells[cellOf(name)] = -1;
  for (const { action, fields } of messages) {
    const { cell, player } = fields as { cell: string; player?: string };
    const side = action === 'move' ? 1 : action === 'round_result' && player === 'host' ? -1 : 0;
    if (side !== 0 && cell !== 'pass')
      cells = placeDisc(cells, cellOf(cell), side, flippedDiscs(cells, cellOf(cell), side));
  }
  return cells;
}

export const matches: StrengthMatch[] = [
  { player: alphaBeta(4), manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 45 } },
  { player: alphaBeta(3), manner: 'steady', seat: 'alternating', games: 50 },
  { player: alphaBeta(1), manner: 'easy', seat: 'alternating', games: 50 },
];
