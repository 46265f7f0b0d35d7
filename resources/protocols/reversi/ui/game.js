/** Computes the board from the record. Cells count from 0 at the top left, row by row. */

export const SIZE = 8;
const LETTERS = 'abcdefgh';
const START = { d4: 'host', e4: 'guest', d5: 'guest', e5: 'host' };
const STEPS = [-1, 0, 1];
const DIRECTIONS = STEPS.flatMap((down) => STEPS.map((right) => ({ down, right }))).filter(
  ({ down, right }) => down !== 0 || right !== 0,
);

export const cellName = (cell) => `${LETTERS[cell % SIZE]}${Math.floor(cell / SIZE) + 1}`;
export const cellOf = (name) => LETTERS.indexOf(name[0]) + (Number(name[1]) - 1) * SIZE;
const otherOf = (seat) => (seat === 'host' ? 'guest' : 'host');

export function gameOf({ messages, end }) {
  const board = Array(SIZE * SIZE).fill(null);
  for (const [name, seat] of Object.entries(START)) board[cellOf(name)] = seat;
  let moves = 0;
  let last = null;
  for (const message of messages) {
    const by = seatOf(message);
    if (!by) continue;
    moves += 1;
    const { cell: name } = message.fields;
    const cell = name === 'pass' ? null : cellOf(name);
    // At a seat without hooks nothing checks the host, which may name a taken cell.
    const turned = cell === null ? [] : turnedBy(board, cell, by);
    for (const each of turned.length > 0 ? [cell, ...turned] : []) board[each] = by;
    last = { by, cell, turned };
  }
  const next = moves % 2 === 0 ? 'guest' : 'host';
  const legal = legalFor(board, next);
  const ended = legal.length === 0 && legalFor(board, otherOf(next)).length === 0;
  const count = (seat) => board.filter((each) => each === seat).length;
  const scores = { host: count('host'), guest: count('guest') };
  const over = end !== null || ended;
  return {
    /** Each cell is null, 'host' or 'guest'. */
    board,
    /** Discs placed and passes. */
    moves,
    /** `{by, cell, turned}`; `cell` is null for a pass. */
    last,
    /** The cells on which the seat to move may place a disc. */
    legal: over ? [] : legal,
    turn: over ? null : next,
    scores,
    /** How it ended; null during play. */
    end: end ?? (ended ? { completed: true, winner: leaderOf(scores) } : null),
    /** Whether neither seat can move. */
    ended,
    over,
  };
}

function leaderOf({ host, guest }) {
  if (host === guest) return 'draw';
  return host > guest ? 'host' : 'guest';
}

/** The seat whose move a message is, or null. The host's result may repeat the guest's last move. */
function seatOf({ action, fields }) {
  if (action === 'move') return 'guest';
  return action === 'round_result' && fields.player === 'host' ? 'host' : null;
}

const legalFor = (board, seat) => [...board.keys()].filter((cell) => turnedBy(board, cell, seat).length > 0);

/** The discs that a seat would turn by placing a disc on this cell; none if the cell is taken. */
export function turnedBy(board, cell, seat) {
  if (board[cell] !== null) return [];
  return DIRECTIONS.flatMap(({ down, right }) => {
    const line = [];
    let [row, col] = [Math.floor(cell / SIZE) + down, (cell % SIZE) + right];
    for (; row >= 0 && row < SIZE && col >= 0 && col < SIZE; row += down, col += right) {
      const disc = board[row * SIZE + col];
      if (disc === seat) return line;
      if (disc === null) return [];
      line.push(row * SIZE + col);
    }
    return [];
  });
}
