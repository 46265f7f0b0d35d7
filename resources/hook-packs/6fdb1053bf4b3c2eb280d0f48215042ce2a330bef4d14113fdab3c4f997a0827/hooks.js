/**
 * Hooks for Gomoku, a protocol of the wider network: five or more in a line win, the guest moves first, and a full board without a
 * line has no winner. The state holds every stone in order; the board is computed from the stones.
 */

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];
const COLUMNS = 'ABCDEFGHIJKLMNOPQRS';

export function metadata() {
  return { message: 'Five in a row', tags: ['gomoku', 'board'], type: 'supply', options: { board_size: 15 } };
}

export function init({ role, options }) {
  return { role, options, size: options.board_size ?? 15, stones: [] };
}

export function join(state) {
  return { state, send: { action: 'join', board_size: state.size } };
}

export function handle_join(state, { board_size }) {
  const size = state.options.board_size ?? board_size ?? 15;
  return { state: { ...state, size }, send: { action: 'ready', board_size: size, first: 'guest' } };
}

export function handle_ready(state, { board_size }) {
  if (board_size < 5 || board_size > 19) return leave(state, 'The host set an unsupported board size.');
  if ((state.options.board_size ?? board_size) !== board_size) {
    return leave(state, 'The host set another board size than its invitation.');
  }
  return { state: { ...state, size: board_size } };
}

export function first_action(state) {
  return askStone(state);
}

export function act(state, key, answer) {
  const turn = state.stones.length + 1;
  const place = placesOf(state).find(({ row, col }) => nameOf(row, col) === answer);
  if (key !== `turn:${turn}` || !place) throw new Error('this place is not free');
  const next = withStone(state, place);
  if (state.role === 'guest') return { state: next, send: { action: 'move', turn, ...place } };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

export function handle(state, message) {
  return state.role === 'host' ? receiveMove(state, message) : receiveResult(state, message);
}

function receiveMove(state, { action, turn, row, col }) {
  if (action !== 'move' || turn !== state.stones.length + 1) return refuse(state, 'not_your_turn');
  if (row >= state.size || col >= state.size) return refuse(state, 'out_of_bounds');
  if (isTaken(state, row, col)) return refuse(state, 'occupied');
  const next = withStone(state, { row, col });
  if (endOf(next).end) return { state: next, send: resultOf(next), ...endOf(next) };
  return askStone(next);
}

/** The host's message either repeats the guest's last stone, which ended the game, or places a legal stone of the host. */
function receiveResult(state, message) {
  const own = state.stones.at(-1);
  const repeated =
    message.player === 'guest' &&
    message.turn === state.stones.length &&
    message.row === own.row &&
    message.col === own.col;
  if (!repeated) {
    const { turn, row, col, player } = message;
    const legal = player === 'host' && turn === state.stones.length + 1 && row < state.size && col < state.size;
    if (message.action !== 'round_result' || !legal || isTaken(state, row, col) || endOf(state).end) {
      return leave(state, 'The host placed a stone where it may not.');
    }
  }
  const next = repeated ? state : withStone(state, { row: message.row, col: message.col });
  const { end } = endOf(next);
  if (message.game_over !== Boolean(end) || message.winner !== (end?.winner ?? 'none')) {
    return leave(state, "The host's result does not match the board.");
  }
  return end ? { state: next, end } : askStone(next);
}

/** Completes five, blocks a five, or else extends the longest open lines of either seat. */
export function decide(state, _ask) {
  const board = boardOf(state);
  const own = state.role;
  const other = own === 'host' ? 'guest' : 'host';
  let best = { worth: -1, place: null };
  for (const place of placesOf(state)) {
    const worth = placeValue(board, place, own) * 1.1 + placeValue(board, place, other) + centrality(place, state.size);
    if (worth > best.worth) best = { worth, place };
  }
  return nameOf(best.place.row, best.place.col);
}

export function view(state) {
  const { end } = endOf(state);
  const line = winningLine(state);
  return {
    seat: state.role,
    board_size: state.size,
    board: boardOf(state),
    turn: end ? null : seatToMove(state),
    line,
    last: state.stones.at(-1) ?? null,
    winner: end?.winner ?? null,
    over: Boolean(end),
  };
}

function askStone(state) {
  const turn = state.stones.length + 1;
  const choices = placesOf(state).map(({ row, col }) => ({
    value: nameOf(row, col),
    label: nameOf(row, col),
    hint: `row ${row + 1}, column ${col + 1}`,
  }));
  return { state, ask: { key: `turn:${turn}`, prompt: 'Place a stone', choices } };
}

const nameOf = (row, col) => `${COLUMNS[col]}${row + 1}`;
const seatToMove = (state) => (state.stones.length % 2 === 0 ? 'guest' : 'host');
const isTaken = (state, row, col) => state.stones.some((stone) => stone.row === row && stone.col === col);
const withStone = (state, { row, col }) => ({ ...state, stones: [...state.stones, { row, col }] });

function boardOf({ size, stones }) {
  const board = Array.from({ length: size }, () => Array(size).fill(null));
  stones.forEach(({ row, col }, index) => {
    board[row][col] = index % 2 === 0 ? 'guest' : 'host';
  });
  return board;
}

function placesOf(state) {
  return boardOf(state).flatMap((cells, row) => cells.flatMap((cell, col) => (cell === null ? [{ row, col }] : [])));
}

/** The run of a seat's stones along `[down, right]` if it placed one here, and how many of the run's ends are free. */
function runThrough(board, { row, col }, [down, right], seat) {
  const run = [{ row, col }];
  let open = 0;
  for (const way of [1, -1]) {
    let step = way;
    while (board[row + step * down]?.[col + step * right] === seat) {
      run.push({ row: row + step * down, col: col + step * right });
      step += way;
    }
    if (board[row + step * down]?.[col + step * right] === null) open += 1;
  }
  return { run, open };
}

/** The line of five or more that the last stone completed, or null. */
function winningLine(state) {
  const last = state.stones.at(-1);
  if (!last) return null;
  const board = boardOf(state);
  const lines = DIRECTIONS.map((line) => runThrough(board, last, line, board[last.row][last.col]).run);
  return lines.find((run) => run.length >= 5) ?? null;
}

function placeValue(board, place, seat) {
  let worth = 0;
  for (const line of DIRECTIONS) {
    const { run, open } = runThrough(board, place, line, seat);
    if (run.length >= 5) worth += 1e6;
    else if (run.length === 4) worth += open === 2 ? 5e4 : open === 1 ? 2e3 : 0;
    else if (open > 0) worth += 10 ** run.length * open;
  }
  return worth;
}

const centrality = ({ row, col }, size) =>
  1 - (Math.abs(row - (size - 1) / 2) + Math.abs(col - (size - 1) / 2)) / (2 * size);

function resultOf(state) {
  const { row, col } = state.stones.at(-1);
  const { end } = endOf(state);
  const turn = state.stones.length;
  const player = turn % 2 === 1 ? 'guest' : 'host';
  return { action: 'round_result', turn, row, col, player, game_over: Boolean(end), winner: end?.winner ?? 'none' };
}

/** `{end}` once there is a line or the board is full. In this protocol a full board has no winner, not even `draw`. */
function endOf(state) {
  if (winningLine(state)) {
    const winner = state.stones.length % 2 === 1 ? 'guest' : 'host';
    return { end: { completed: true, winner, reason: `Five in a line after ${state.stones.length} stones.` } };
  }
  if (state.stones.length < state.size * state.size) return {};
  return { end: { completed: true, reason: 'The board is full.' } };
}

function refuse(state, reason) {
  const send = { action: 'error', turn: Math.max(1, state.stones.length), reason };
  return { ...leave(state, `The guest broke the rules: ${reason.replaceAll('_', ' ')}.`), send };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}
