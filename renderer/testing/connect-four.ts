/** Connect Four as the bundled hooks show it, enough of it to play one table through. */
import type { Role } from '../../shared/tables/hooks.ts';

const [rows, cols] = [6, 7];
export interface Move {
  by: Role;
  col: number;
}

function gridOf(moves: readonly Move[]): (Role | null)[][] {
  const board = Array.from({ length: rows }, () => Array<Role | null>(cols).fill(null));
  for (const { by, col } of moves) {
    for (let row = rows - 1; row >= 0; row--) {
      const line = board[row];
      if (line && line[col] === null) {
        line[col] = by;
        break;
      }
    }
  }
  return board;
}

function lineOf(board: (Role | null)[][]): { row: number; col: number }[] | null {
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const who = board[row]?.[col];
      if (!who) continue;
      for (const [dr, dc] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ] as const) {
        const places = [0, 1, 2, 3].map((step) => ({ row: row + dr * step, col: col + dc * step }));
        if (places.every((place) => board[place.row]?.[place.col] === who)) return places;
      }
    }
  }
  return null;
}

export const heightsOf = (moves: readonly Move[]): number[] =>
  Array.from({ length: cols }, (_, col) => moves.filter((move) => move.col === col).length);

export function viewOf(role: Role, moves: readonly Move[]) {
  const board = gridOf(moves);
  const line = lineOf(board);
  const last = moves.at(-1);
  const heights = heightsOf(moves);
  return {
    seat: role,
    cols,
    rows,
    board,
    heights,
    turn: line ? null : moves.length % 2 === 0 ? 'guest' : 'host',
    last: last ? { by: last.by, row: rows - (heights[last.col] ?? 1), col: last.col } : null,
    line,
    moves: moves.map(({ by, col }) => ({ by, label: `column ${col + 1}` })),
    winner: line && last ? last.by : null,
    reason: line ? 'Four in a line.' : null,
    over: line !== null,
  };
}
