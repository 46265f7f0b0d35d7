/** A small Connect Four for sample tables, with the views and labels of the bundled hooks. */
import type { BoardMessage, BoardRecord } from '../../shared/tables/board-record.ts';
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
      const cells = board[row];
      if (cells && cells[col] === null) {
        cells[col] = by;
        break;
      }
    }
  }
  return board;
}

function winningLine(board: (Role | null)[][]): { row: number; col: number }[] | null {
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const seat = board[row]?.[col];
      if (!seat) continue;
      for (const [dr, dc] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ] as const) {
        const places = [0, 1, 2, 3].map((step) => ({ row: row + dr * step, col: col + dc * step }));
        if (places.every((place) => board[place.row]?.[place.col] === seat)) return places;
      }
    }
  }
  return null;
}

/** The reason for the result, in the words of the bundled hooks. */
function reasonOf(line: readonly { row: number; col: number }[]): string {
  const cols = line.map(({ col }) => col + 1);
  const [from, to] = [Math.min(...cols), Math.max(...cols)];
  if (from === to) return `Four in a line, upright in column ${from}.`;
  const slant = line[0]?.row === line[1]?.row ? '' : ', on a slant';
  return `Four in a line, columns ${from} to ${to}${slant}.`;
}

export const heightsOf = (moves: readonly Move[]): number[] =>
  Array.from({ length: cols }, (_, col) => moves.filter((move) => move.col === col).length);

export function viewOf(role: Role, moves: readonly Move[]) {
  const board = gridOf(moves);
  const line = winningLine(board);
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
    reason: line && reasonOf(line),
    over: line !== null,
  };
}

/** What a board receives about the same moves. */
export function boardRecordOf(seat: Role, moves: readonly Move[]): BoardRecord {
  const { board, winner, reason } = viewOf(seat, moves);
  const size = { cols, rows };
  const message = (direction: BoardMessage['direction'], action: string, fields: BoardMessage['fields']) => ({
    direction,
    action,
    fields,
  });
  const messages = [
    message('guest_to_host', 'join', size),
    message('host_to_guest', 'ready', { ...size, first: 'guest' }),
    ...moves.map(({ by, col }, at) => {
      if (by === 'guest') return message('guest_to_host', 'move', { turn: at + 1, col });
      const row = board.findIndex((cells) => cells[col] !== null);
      const verdict = { game_over: winner !== null, winner: winner ?? 'none' };
      return message('host_to_guest', 'round_result', { turn: at + 1, row, col, player: by, ...verdict });
    }),
  ];
  return {
    seat,
    options: size,
    messages: messages.map((each, at) => ({ number: at + 1, ...each })),
    end: winner && { completed: true, winner, reason },
  };
}
