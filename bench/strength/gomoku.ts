/** Gomoku against textbook searches: fixed-depth alpha-beta that counts open rows of five around the stones. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import { LineScores } from './line-scores.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

const size = 15;
const win = 1_000_000;
const lineValues = [0, 1, 10, 100, 1000, win];

class Board {
  readonly stones: (0 | 1 | null)[] = Array(size * size).fill(null);
  /** The number of stones. */
  count = 0;
  readonly #lines = new LineScores(size, size, lineValues);

  /** The colour of the next stone: 0 is black. */
  get mover(): 0 | 1 {
    return (this.count % 2) as 0 | 1;
  }

  /** The value for the side to move. */
  get value(): number {
    return this.mover === 0 ? this.#lines.score : -this.#lines.score;
  }

  /** Places the next stone; returns whether it completes five in a row. */
  place(point: number): boolean {
    const { mover } = this;
    const won = this.#lines.change(point, mover, 1);
    this.stones[point] = mover;
    this.count += 1;
    return won;
  }

  remove(point: number): void {
    this.count -= 1;
    this.stones[point] = null;
    this.#lines.change(point, this.mover, -1);
  }

  /** The free points at most two away from a stone, those that gain or prevent the most first. */
  moves(): number[] {
    const candidates: { point: number; gain: number }[] = [];
    for (let point = 0; point < size * size; point += 1) {
      if (this.stones[point] !== null || !this.#isNear(point)) continue;
      candidates.push({ point, gain: this.#lines.gainOf(point, this.mover) });
    }
    return candidates.sort((a, b) => b.gain - a.gain).map(({ point }) => point);
  }

  #isNear(point: number): boolean {
    const [col, row] = [point % size, Math.floor(point / size)];
    for (let rowOffset = -2; rowOffset <= 2; rowOffset += 1) {
      for (let colOffset = -2; colOffset <= 2; colOffset += 1) {
        const [nearCol, nearRow] = [col + colOffset, row + rowOffset];
        if (
          nearCol >= 0 &&
          nearCol < size &&
          nearRow >= 0 &&
          nearRow < size &&
          this.stones[nearRow * size + nearCol] !== null
        )
          return true;
      }
    }
    return false;
  }
}

/** The best point and its value for the side to move. */
function search(board: Board, depth: number, random: () => number): { point: number; value: number } {
  let bestMove = { point: 112, value: Number.NEGATIVE_INFINITY };
  for (const point of board.moves()) {
    const value = board.place(point) ? win : -alphaBeta(board, depth - 1, -win, -bestMove.value);
    board.remove(point);
    // Among equals, the first is preferred but not always chosen, so that games differ.
    if (value > bestMove.value || (value === bestMove.value && random() < 0.2)) bestMove = { point, value };
    if (value === win) break;
  }
  return bestMove;
}

function alphaBeta(board: Board, depth: number, alpha: number, beta: number): number {
  if (depth === 0 || board.count === size * size) return board.value;
  let bestValue = -win;
  for (const point of board.moves()) {
    const value = board.place(point)
      ? win - board.count
      : -alphaBeta(board, depth - 1, -beta, -Math.max(alpha, bestValue));
    board.remove(point);
    bestValue = Math.max(bestValue, value);
    if (bestValue >= beta) break;
  }
  return bestValue;
}

const nameOf = (point: number) => `${String.fromCharCode(97 + (point % size))}${Math.floor(point / size) + 1}`;

function boardOf({ messages }: BoardRecord): Board {
  const board = new Board();
  for (const { fields } of messages) {
    const [, letter, row] = /^([a-o])(\d+)$/.exec(String(fields.play)) ?? [];
    if (letter) board.place((Number(row) - 1) * size + letter.charCodeAt(0) - 97);
  }
  return board;
}

/** Opens at random near the middle, and takes the colour that its search prefers. */
const createPlayer = (depth: number): ReferencePlayer => ({
  name: `alpha-beta, depth ${depth}`,
  choose({ record, ask, random }) {
    const board = boardOf(record);
    if (ask.choices.some(({ value }) => value === 'black')) {
      const { value } = search(board, depth, random);
      return value > 0 === (board.mover === 0) ? 'black' : 'white';
    }
    if (board.count >= 3) return nameOf(search(board, depth, random).point);
    for (;;) {
      const [col, row] = [3 + Math.floor(9 * random()), 3 + Math.floor(9 * random())];
      if (board.stones[row * size + col] === null) return nameOf(row * size + col);
    }
  },
});

export const matches: StrengthMatch[] = [
  { player: createPlayer(4), manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 18 } },
  { player: createPlayer(2), manner: 'steady', seat: 'alternating', games: 20 },
  { player: createPlayer(4), manner: 'steady', seat: 'alternating', games: 20 },
  { player: createPlayer(1), manner: 'easy', seat: 'alternating', games: 20 },
];
