/** Computes the grid from the record. Columns count from 0 at the left, rows from 0 at the top. */

const LINE = 4;
const DIRECTIONS = [
  { across: 1, down: 0, name: 'across' },
  { across: 0, down: 1, name: 'upright' },
  { across: 1, down: -1, name: 'slant' },
  { across: 1, down: 1, name: 'slant' },
];

export function gameOf({ options, messages, end }) {
  const ready = messages.find(({ action }) => action === 'ready');
  const { cols = 7, rows = 6 } = { ...options, ...ready?.fields };
  const board = Array.from({ length: rows }, () => Array(cols).fill(null));
  const heights = Array(cols).fill(0);
  const discs = [];
  for (const message of messages) {
    const by = seatOf(message);
    const { col } = message.fields;
    // At a seat without hooks nothing checks the host, which may name a full column.
    if (!by || !(heights[col] < rows)) continue;
    heights[col] += 1;
    const row = rows - heights[col];
    board[row][col] = by;
    discs.push({ by, row, col });
  }
  const last = discs.at(-1) ?? null;
  const line = last && lineOf(board, last);
  const full = discs.length === cols * rows;
  const over = end !== null || line !== null || full;
  return {
    cols,
    rows,
    /** Top row first; each cell is null, 'host' or 'guest'. */
    board,
    heights,
    discs: discs.length,
    turn: over ? null : discs.length % 2 === 0 ? 'guest' : 'host',
    last,
    /** Four or more in a line, from left to right: `{cells, name}`, or null. */
    line,
    full,
    /** How it ended; null during play. */
    end: end ?? (over ? { completed: true, winner: line ? last.by : 'draw' } : null),
    over,
  };
}

/** The seat whose disc a message drops, or null. The host's result may repeat the guest's last disc. */
function seatOf({ action, fields }) {
  if (action === 'move') return 'guest';
  return action === 'round_result' && fields.player === 'host' ? 'host' : null;
}

function lineOf(board, { by, row, col }) {
  const owns = (r, c) => board[r]?.[c] === by;
  for (const { across, down, name } of DIRECTIONS) {
    let [r, c] = [row, col];
    while (owns(r - down, c - across)) [r, c] = [r - down, c - across];
    const cells = [];
    for (; owns(r, c); [r, c] = [r + down, c + across]) cells.push({ row: r, col: c });
    if (cells.length >= LINE) return { cells, name };
  }
  return null;
}
