/**
 * Hooks for Connect Four: the rules, the referee and a computer player, in one file because hooks cannot import.
 * Pure functions over JSON. The state holds the size of the grid and the columns played. The guest moves first, so disc n
 * belongs to the guest when n is even. Heights count from 0 at the bottom here; messages count rows from 0 at the top.
 */

const LINE = 4;
const DIRECTIONS = [
  { across: 1, up: 0, name: 'across' },
  { across: 0, up: 1, name: 'upright' },
  { across: 1, up: 1, name: 'slant' },
  { across: 1, up: -1, name: 'slant' },
];
const SEATS = ['guest', 'host'];

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return {
    message: '',
    tags: ['connect-four', 'board'],
    type: 'supply',
    options: { cols: 7, rows: 6 },
  };
}

export function init({ role, options, manner }) {
  const size = { cols: options.cols ?? 7, rows: options.rows ?? 6 };
  return { role, manner: manner ?? 'steady', ...size, moves: [], end: null };
}

export function join(state) {
  return { state, send: { action: 'join', cols: state.cols, rows: state.rows } };
}

export function handle_join(state, message) {
  if ((message.cols ?? state.cols) !== state.cols || (message.rows ?? state.rows) !== state.rows) {
    return refuse(state, 'wrong_options', `The guest wanted a grid of ${message.cols} by ${message.rows}.`);
  }
  return { state, send: { action: 'ready', cols: state.cols, rows: state.rows, first: 'guest' } };
}

export function handle_ready(state, message) {
  if (message.cols !== state.cols || message.rows !== state.rows) {
    return refuse(state, 'wrong_options', `The host laid a grid of ${message.cols} by ${message.rows}.`);
  }
  return { state };
}

export function first_action(state) {
  return { state, ask: askOf(state) };
}

/** A move of the other seat. The host referees the guest's; the guest checks every field of the host's result. */
export function handle(state, message) {
  if (message.action === 'error') {
    return leave(state, `The ${otherOf(state.role)} stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action === 'move' && state.role === 'host') return referee(state, message);
  if (message.action === 'round_result' && state.role === 'guest') return check(state, message);
  return leave(state, `Unexpected ${message.action} from the other side.`);
}

/** Drops a disc into the chosen column; the guest sends a move, the host a result. */
export function act(state, key, answer) {
  if (key !== keyOf(state) || !canDrop(state, answer))
    throw new Error(`no disc can be dropped into ${answer} at ${key}`);
  const next = drop(state, answer);
  if (state.role === 'guest') return { state: next, send: { action: 'move', turn: next.moves.length, col: answer } };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

export function decide(state, ask, context) {
  const manner = context?.manner ?? state.manner;
  const fits = state.cols <= MAX_SIZE.cols && state.rows <= MAX_SIZE.rows;
  const { col, reason } =
    manner === 'sharp' && fits ? searchBitboards(state) : think(state, MANNERS[manner] ?? MANNERS.steady);
  return ask.choices.some(({ value }) => value === col) ? { answer: col, reason } : ask.choices[0].value;
}

/** Every column's worth for the seat to move, and how play would go on; the same for the same discs. */
export function evaluate(state) {
  const { cols, rows, moves, end } = state;
  if (end || outcomeOf(state)) return null;
  const judged = cols <= MAX_SIZE.cols && rows <= MAX_SIZE.rows ? judgeBitboards(state) : judgeLines(state);
  judged.sort((one, two) => two.score - one.score);
  const step = (col, index) => ({ by: seatOf(moves.length + index), value: col, label: labelOf(col) });
  return {
    seat: seatOf(moves.length),
    moves: judged.map(({ score, line }) => ({ worth: worthOf(score), line: line.map(step) })),
  };
}

/** What a person may choose while the other seat decides. A move that isn't possible when the turn comes is dropped. */
export function ahead(state) {
  if (state.end || outcomeOf(state) || seatOf(state.moves.length) === state.role) return null;
  const { prompt, choices } = askOf(state);
  return { prompt, choices: choices.map(({ value, label }) => ({ value, label })) };
}

export function view(state) {
  const { role, cols, rows, moves, end } = state;
  const { cells, heights } = gridOf(state);
  const over = outcomeOf(state);
  const last = moves.length > 0 ? discOf(state, moves.length - 1) : null;
  return {
    seat: role,
    cols,
    rows,
    /** Top row first; each cell is null, 'host' or 'guest'. */
    board: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_, col) => cells[(rows - 1 - row) * cols + col]),
    ),
    row_names: Array.from({ length: rows }, (_, row) => String(rows - row)),
    column_names: Array.from({ length: cols }, (_, col) => String(col + 1)),
    heights,
    turn: end || over ? null : seatOf(moves.length),
    last: last && { by: last.seat, row: rows - 1 - last.height, col: last.col },
    line: over?.line?.map(({ col, height }) => ({ row: rows - 1 - height, col })) ?? null,
    moves: moves.map((_, index) => {
      const { seat, col, height } = discOf(state, index);
      return { by: seat, label: labelOf(col), hint: `height ${height + 1}` };
    }),
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

function referee(state, { turn, col }) {
  if (turn !== state.moves.length + 1 || seatOf(state.moves.length) !== 'guest') {
    return refuse(state, 'not_your_turn', `The guest played turn ${turn} instead of ${state.moves.length + 1}.`);
  }
  if (col >= state.cols)
    return refuse(state, 'invalid_column', `The guest dropped into column ${col + 1}, beside the grid.`);
  if (!canDrop(state, col))
    return refuse(state, 'column_full', `The guest dropped into column ${col + 1}, which is full.`);
  const next = drop(state, col);
  const over = endOf(next);
  return over.end ? { state: next, send: resultOf(next), ...over } : { state: next, ask: askOf(next) };
}

/** The host's result repeats the guest's disc if that ended the game; otherwise it is the host's own disc. */
function check(state, message) {
  const own = endOf(state).end !== undefined;
  const seat = own ? 'guest' : 'host';
  const wrong = (reason) => refuse(state, 'wrong_result', reason);
  if (message.player !== seat) {
    return wrong(
      own ? 'The host does not accept the disc that ended the game.' : "The host repeated the guest's disc.",
    );
  }
  if (!own && (seatOf(state.moves.length) !== 'host' || !canDrop(state, message.col))) {
    return wrong(`The host dropped into column ${message.col + 1}, where no disc fits.`);
  }
  const next = own ? state : drop(state, message.col);
  const expected = resultOf(next);
  const differs = Object.keys(expected).find((key) => expected[key] !== message[key]);
  if (differs) {
    return wrong(
      `The host said ${differs.replaceAll('_', ' ')} ${message[differs]}; by the rules it is ${expected[differs]}.`,
    );
  }
  const over = endOf(next);
  return over.end ? { state: next, ...over } : { state: next, ask: askOf(next) };
}

function refuse(state, reason, text) {
  const turn = Math.max(1, state.moves.length);
  return { ...leave(state, text), send: { action: 'error', turn, reason } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

function seatOf(index) {
  return SEATS[index % 2];
}

function keyOf(state) {
  return `turn:${state.moves.length + 1}`;
}

function askOf(state) {
  const { heights } = gridOf(state);
  const choices = heights
    .map((height, col) => ({ value: col, label: labelOf(col), hint: `height ${height + 1}` }))
    .filter(({ value }) => heights[value] < state.rows);
  return { key: keyOf(state), prompt: 'Choose a column', choices };
}

function labelOf(col) {
  return `column ${col + 1}`;
}

function canDrop(state, col) {
  if (!Number.isInteger(col) || col < 0 || col >= state.cols) return false;
  return state.moves.filter((move) => move === col).length < state.rows;
}

function drop(state, col) {
  return { ...state, moves: [...state.moves, col] };
}

/** `cells[height * cols + col]` is null, 'host' or 'guest'. */
function gridOf({ cols, rows, moves }) {
  const cells = Array(cols * rows).fill(null);
  const heights = Array(cols).fill(0);
  moves.forEach((col, index) => {
    cells[heights[col] * cols + col] = seatOf(index);
    heights[col] += 1;
  });
  return { cells, heights };
}

function discOf({ moves }, index) {
  const col = moves[index];
  const height = moves.slice(0, index).filter((move) => move === col).length;
  return { seat: seatOf(index), col, height };
}

/** The result frame of the last disc. */
function resultOf(state) {
  const { seat, col, height } = discOf(state, state.moves.length - 1);
  const over = outcomeOf(state);
  return {
    action: 'round_result',
    turn: state.moves.length,
    row: state.rows - 1 - height,
    col,
    player: seat,
    game_over: over !== null,
    winner: over ? over.winner : 'none',
  };
}

function endOf(state) {
  const over = outcomeOf(state);
  return over ? { end: { completed: true, winner: over.winner, reason: over.reason } } : {};
}

/** The outcome of the last disc: `{winner, reason, line}`, or null while the game goes on. */
function outcomeOf(state) {
  const { cols, rows, moves } = state;
  if (moves.length === 0) return null;
  const { cells } = gridOf(state);
  const { seat, col, height } = discOf(state, moves.length - 1);
  const owns = (c, h) => c >= 0 && c < cols && h >= 0 && h < rows && cells[h * cols + c] === seat;
  for (const { across, up, name } of DIRECTIONS) {
    let [c, h] = [col, height];
    while (owns(c - across, h - up)) [c, h] = [c - across, h - up];
    const line = [];
    for (; owns(c, h); [c, h] = [c + across, h + up]) line.push({ col: c, height: h });
    if (line.length >= LINE) return { winner: seat, reason: lineText(line, name), line };
  }
  return moves.length === cols * rows ? { winner: 'draw', reason: 'The grid is full: a draw.', line: null } : null;
}

function lineText(line, name) {
  const count = ['Four', 'Five', 'Six', 'Seven'][line.length - LINE] ?? 'Many';
  const from = line[0].col + 1;
  const to = line.at(-1).col + 1;
  if (name === 'upright') return `${count} in a line, upright in column ${from}.`;
  return `${count} in a line, columns ${from} to ${to}${name === 'slant' ? ', on a slant' : ''}.`;
}

/**
 * Search limits by manner. `depth`: discs. `nodes`: positions per decision on a grid of 42 cells; hooks have no clock to bound
 * the time. `margin`: how far below the best score a column may be and still be played. `slip`: the chance of a random
 * move. `sharp` uses them only on grids too large for the bitboard search below.
 */
const MANNERS = {
  easy: { depth: 1, nodes: 500, margin: 12, slip: 0.2 },
  steady: { depth: 4, nodes: 3_000, margin: 3, slip: 0 },
  sharp: { depth: 42, nodes: 25_000, margin: 0, slip: 0 },
};

const WIN = 10_000;
/** Value of a line by how many discs one seat has in it, while the other has none. */
const LINE_VALUES = [0, 1, 5, 18, 0];

/**
 * Picks a column by iterative deepening. Only completed depths count, so running out of nodes never yields a half-searched
 * answer. Forced replies cost no depth, so that four in a row is never overlooked.
 */
function think(state, { depth, nodes, margin, slip }) {
  const position = positionOf(state);
  const open = position.columns.filter((col) => position.heights[col] < state.rows);
  if (Math.random() < slip) return { col: open[Math.floor(Math.random() * open.length)], reason: 'picked at random' };
  position.budget = (nodes * 42) / (state.cols * state.rows);
  let best = open;
  let [ahead, score] = [0, 0];
  const left = state.cols * state.rows - state.moves.length;
  for (let reach = 1; reach <= Math.min(depth, left); reach += 1) {
    const scored = scoreColumns(position, best.concat(open.filter((col) => !best.includes(col))), reach, margin);
    if (!scored) break;
    const top = Math.max(...scored.map(({ score }) => score));
    // A forced win or loss is played exactly; otherwise all columns within the margin are candidates.
    const floor = Math.abs(top) > WIN / 2 ? top : top - margin;
    best = scored.filter((column) => column.score >= floor).map(({ col }) => col);
    [ahead, score] = [reach, top];
    if (Math.abs(top) > WIN / 2) break;
  }
  const col = best[Math.floor(Math.random() * best.length)];
  return { col, reason: reasonOf(position, col, score, ahead) };
}

/** Why a column was picked, from the position before it and what the search found. */
function reasonOf({ linesAt, heights, cols, counts, mover }, col, score, ahead) {
  const fills = (seat) => linesAt[heights[col] * cols + col].some((line) => counts[seat][line] === LINE - 1);
  if (fills(mover)) return 'completes four in a line';
  if (fills(1 - mover)) return 'blocks four in a line';
  if (score > WIN / 2) return 'leads to four in a line';
  if (score < -WIN / 2) return 'holds out longest';
  return ahead > 1 ? `looks best ${ahead} moves ahead` : 'looks best for now';
}

/** Scores of the root's columns, exact down to `margin` below the best; null when the budget ran out. */
function scoreColumns(position, order, reach, margin) {
  let alpha = -WIN;
  const scored = [];
  for (const col of order) {
    const cell = play(position, col);
    const score = wins(position, cell) ? WIN : -search(position, reach - 1, -WIN, -alpha, 1);
    undo(position, col, cell);
    if (position.budget < 0) return null;
    scored.push({ col, score });
    alpha = Math.max(alpha, score - margin - 1);
  }
  return scored;
}

/** Negamax with alpha-beta, scored for the seat to move. A win scores WIN minus its distance in plies. */
function search(position, depth, alpha, beta, ply) {
  position.budget -= 1;
  if (position.budget < 0 || position.left === 0) return 0;
  const { columns, heights, cols, rows, mover, table, linesAt } = position;
  const own = position.counts[mover];
  const other = position.counts[1 - mover];
  let forced = -1;
  let lost = false;
  for (const col of columns) {
    if (heights[col] === rows) continue;
    for (const line of linesAt[heights[col] * cols + col]) {
      if (own[line] === LINE - 1) return WIN - ply;
      if (other[line] === LINE - 1 && forced !== col) {
        lost ||= forced >= 0;
        forced = col;
      }
    }
  }
  if (lost) return ply + 1 - WIN;
  if (depth <= 0 && forced < 0) return position.score[mover] - position.score[1 - mover];
  const { key } = position;
  const entry = table.get(key);
  if (entry && entry.depth >= depth) {
    const score = entry.score > WIN / 2 ? entry.score - ply : entry.score < -WIN / 2 ? entry.score + ply : entry.score;
    if (score >= beta ? entry.least : score <= alpha ? entry.most : entry.least && entry.most) return score;
  }
  const first = forced < 0 ? (entry?.col ?? -1) : forced;
  let best = -WIN;
  let bestCol = -1;
  for (let index = first < 0 ? 0 : -1; index < (forced < 0 ? columns.length : 0); index += 1) {
    const col = index < 0 ? first : columns[index];
    if (heights[col] === rows || (index >= 0 && col === first)) continue;
    const cell = play(position, col);
    const score = -search(position, forced < 0 ? depth - 1 : depth, -beta, -Math.max(alpha, best), ply + 1);
    undo(position, col, cell);
    if (score > best) {
      best = score;
      bestCol = col;
    }
    if (best >= beta) break;
  }
  if (position.budget >= 0) {
    const score = best > WIN / 2 ? best + ply : best < -WIN / 2 ? best - ply : best;
    table.set(key, { depth, score, col: bestCol, least: best > alpha, most: best < beta });
  }
  return best;
}

/** A mutable board for the search, with disc counts per line and seat, and the total value of each seat's lines. */
function positionOf(state) {
  const { cols, rows, moves } = state;
  const linesAt = Array.from({ length: cols * rows }, () => []);
  let lines = 0;
  for (let height = 0; height < rows; height += 1) {
    for (let col = 0; col < cols; col += 1) {
      for (const { across, up } of DIRECTIONS) {
        const lastCol = col + across * (LINE - 1);
        const lastHeight = height + up * (LINE - 1);
        if (lastCol >= cols || lastHeight >= rows || lastHeight < 0) continue;
        for (let step = 0; step < LINE; step += 1)
          linesAt[(height + up * step) * cols + col + across * step].push(lines);
        lines += 1;
      }
    }
  }
  const middle = (cols - 1) / 2;
  const position = {
    cols,
    rows,
    linesAt,
    /** Middle columns first: they are in more lines, so cutoffs come earlier. */
    columns: Array.from({ length: cols }, (_, col) => col).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)),
    heights: Array(cols).fill(0),
    counts: [Array(lines).fill(0), Array(lines).fill(0)],
    score: [0, 0],
    /** Additive Zobrist hash: the sum of one random number per disc. Exact, as all sums stay below 2 ** 53. */
    key: 0,
    discKeys: Array.from({ length: 2 * cols * rows }, () => Math.floor(Math.random() * 2 ** 46)),
    /** Transposition table: the same discs in another order lead to the same position. */
    table: new Map(),
    mover: 0,
    left: cols * rows,
    budget: 0,
  };
  for (const col of moves) play(position, col);
  return position;
}

function play(position, col) {
  const { counts, score, mover, linesAt, heights } = position;
  const cell = heights[col] * position.cols + col;
  const own = counts[mover];
  const other = counts[1 - mover];
  for (const line of linesAt[cell]) {
    const had = own[line];
    own[line] = had + 1;
    if (other[line] === 0) score[mover] += LINE_VALUES[had + 1] - LINE_VALUES[had];
    else if (had === 0) score[1 - mover] -= LINE_VALUES[other[line]];
  }
  heights[col] += 1;
  position.key += position.discKeys[2 * cell + mover];
  position.left -= 1;
  position.mover = 1 - mover;
  return cell;
}

function undo(position, col, cell) {
  const { counts, score, linesAt, heights } = position;
  const mover = 1 - position.mover;
  const own = counts[mover];
  const other = counts[1 - mover];
  for (const line of linesAt[cell]) {
    const had = own[line] - 1;
    own[line] = had;
    if (other[line] === 0) score[mover] -= LINE_VALUES[had + 1] - LINE_VALUES[had];
    else if (had === 0) score[1 - mover] += LINE_VALUES[other[line]];
  }
  heights[col] -= 1;
  position.key -= position.discKeys[2 * cell + mover];
  position.left += 1;
  position.mover = mover;
}

/** Whether the disc just played completed a line. */
function wins(position, cell) {
  const counts = position.counts[1 - position.mover];
  for (const line of position.linesAt[cell]) if (counts[line] === LINE) return true;
  return false;
}

/*
 * Bitboard search of `sharp`, for grids of up to 8 columns and 7 rows. Each column is one byte with its lowest cell in the lowest bit;
 * columns 0 to 3 are in the first of two 32-bit halves (`lo`), the others in the second (`hi`). The highest bit of each byte is always
 * empty, so that no line runs from the top of one column into the bottom of the next.
 */
const MAX_SIZE = { cols: 8, rows: 7 };
/** Positions searched per decision, and entries of its transposition table. */
const NODES = 50_000;
const SLOTS = 1 << 15;
const TILT = 1e-3;
/** Rows 1, 3, 5 and 7 from the bottom, where the first seat's discs land if both seats fill a column in turn. */
const FIRST_ROWS = 0x55555555;

// Module variables for speed, as every position reads them; `setUp` resets them for each decision.
let budget = 0;
let floorLo = 0;
let floorHi = 0;
let boardLo = 0;
let boardHi = 0;
let foundLo = 0;
let foundHi = 0;
let columnsInOrder = [];
let columnLo = [];
let columnHi = [];
let weights = [];
let evenRows = true;
let keysLo = null;
let keysHi = null;
let entries = null;

/** `tilt`: which of two columns at the same distance from the middle is searched first. */
function setUp({ cols, rows }, tilt) {
  const columnOf = (bits, from) =>
    Array.from({ length: MAX_SIZE.cols }, (_, col) =>
      col < cols && col >= from && col < from + 4 ? bits << (8 * (col - from)) : 0,
    );
  const union = (columns) => columns.reduce((bits, column) => bits | column, 0);
  const full = (1 << rows) - 1;
  columnLo = columnOf(full, 0);
  columnHi = columnOf(full, 4);
  [boardLo, boardHi] = [union(columnLo), union(columnHi)];
  [floorLo, floorHi] = [union(columnOf(1, 0)), union(columnOf(1, 4))];
  const middle = (cols - 1) / 2;
  columnsInOrder = Array.from({ length: cols }, (_, col) => col).sort(
    (a, b) => Math.abs(a - middle + tilt) - Math.abs(b - middle + tilt),
  );
  weights = Array.from({ length: cols }, (_, col) => Math.round(2 * (middle - Math.abs(col - middle))));
  evenRows = rows % 2 === 0;
  keysLo = new Int32Array(SLOTS);
  keysHi = new Int32Array(SLOTS);
  entries = new Int32Array(SLOTS);
}

/**
 * Sets `foundLo` and `foundHi` to the cells that would complete four with these discs, including taken cells and bits off the grid.
 * `up` and `up2`: the discs shifted by one and two steps in a direction; `down` and `down2`: in the opposite direction.
 */
function findWins(lo, hi) {
  let upHi = (hi << 8) | (lo >>> 24);
  let up2Hi = (hi << 16) | (lo >>> 16);
  let downLo = (lo >>> 8) | (hi << 24);
  let downHi = hi >>> 8;
  let down2Lo = (lo >>> 16) | (hi << 16);
  let down2Hi = hi >>> 16;
  let upLo = lo << 8;
  let up2Lo = lo << 16;
  let wonLo =
    ((lo << 1) & (lo << 2) & (lo << 3)) |
    (upLo & up2Lo & ((lo << 24) | downLo)) |
    (downLo & down2Lo & (upLo | (lo >>> 24) | (hi << 8)));
  let wonHi =
    ((hi << 1) & (hi << 2) & (hi << 3)) |
    (upHi & up2Hi & ((hi << 24) | (lo >>> 8) | downHi)) |
    (downHi & down2Hi & (upHi | (hi >>> 24)));
  upHi = (hi << 7) | (lo >>> 25);
  up2Hi = (hi << 14) | (lo >>> 18);
  downLo = (lo >>> 7) | (hi << 25);
  downHi = hi >>> 7;
  down2Lo = (lo >>> 14) | (hi << 18);
  down2Hi = hi >>> 14;
  upLo = lo << 7;
  up2Lo = lo << 14;
  wonLo |= (upLo & up2Lo & ((lo << 21) | downLo)) | (downLo & down2Lo & (upLo | (lo >>> 21) | (hi << 11)));
  wonHi |= (upHi & up2Hi & ((hi << 21) | (lo >>> 11) | downHi)) | (downHi & down2Hi & (upHi | (hi >>> 21)));
  upHi = (hi << 9) | (lo >>> 23);
  up2Hi = (hi << 18) | (lo >>> 14);
  downLo = (lo >>> 9) | (hi << 23);
  downHi = hi >>> 9;
  down2Lo = (lo >>> 18) | (hi << 14);
  down2Hi = hi >>> 18;
  upLo = lo << 9;
  up2Lo = lo << 18;
  foundLo = wonLo | (upLo & up2Lo & ((lo << 27) | downLo)) | (downLo & down2Lo & (upLo | (lo >>> 27) | (hi << 5)));
  foundHi = wonHi | (upHi & up2Hi & ((hi << 27) | (lo >>> 5) | downHi)) | (downHi & down2Hi & (upHi | (hi >>> 27)));
}

function count(bits) {
  let n = 0;
  for (let left = bits; left !== 0; left &= left - 1) n += 1;
  return n;
}

/** Value of a seat's winning cells. On an even number of rows, cells in the seat's own rows count double: it is likely to get them. */
function threatValue(lo, hi, isFirst) {
  if ((lo | hi) === 0) return 0;
  const rows = isFirst ? FIRST_ROWS : ~FIRST_ROWS;
  const all = count(lo) + count(hi);
  if (!evenRows) return 9 * all;
  const own = count(lo & rows) + count(hi & rows);
  return 20 * own + 10 * (all - own);
}

/** Where the transposition table keeps a position. */
function slotOf(keyLo, keyHi) {
  const mixed = keyLo ^ (keyHi << 3) ^ (keyHi >>> 10);
  return (mixed ^ (mixed >>> 15) ^ (mixed >>> 7)) & (SLOTS - 1);
}

/**
 * Negamax for the seat to move, which must not have a winning move. `win`: cells that would complete a line. A win with disc number n
 * scores WIN - n.
 */
function negamax(lo, hi, theirLo, theirHi, winLo, winHi, theirWinLo, theirWinHi, value, alpha, beta, depth, discs) {
  budget -= 1;
  if (budget < 0) return 0;
  const takenLo = lo | theirLo;
  const takenHi = hi | theirHi;
  const freeLo = (takenLo + floorLo) & boardLo;
  const freeHi = (takenHi + floorHi) & boardHi;
  // Never play directly below a cell where the other seat would win.
  let goodLo = freeLo & ~(theirWinLo >> 1);
  let goodHi = freeHi & ~(theirWinHi >> 1);
  const forcedLo = freeLo & theirWinLo;
  const forcedHi = freeHi & theirWinHi;
  const forced = (forcedLo | forcedHi) !== 0;
  if (forced) {
    if ((forcedLo !== 0 && forcedHi !== 0) || (forcedLo & (forcedLo - 1)) !== 0 || (forcedHi & (forcedHi - 1)) !== 0)
      return discs + 2 - WIN;
    goodLo &= forcedLo;
    goodHi &= forcedHi;
  }
  if ((goodLo | goodHi) === 0) return (freeLo | freeHi) === 0 ? 0 : discs + 2 - WIN;
  if (depth <= 0 && !forced) {
    const isFirst = (discs & 1) === 0;
    return value + threatValue(winLo, winHi, isFirst) - threatValue(theirWinLo, theirWinHi, !isFirst);
  }
  const keyLo = (lo + takenLo + floorLo) | 0;
  const keyHi = (hi + takenHi + floorHi) | 0;
  const slot = slotOf(keyLo, keyHi);
  let first = -1;
  if (keysLo[slot] === keyLo && keysHi[slot] === keyHi) {
    const entry = entries[slot];
    const score = (entry >> 12) - WIN;
    const bound = entry & 3;
    if (((entry >> 2) & 63) >= depth || score > WIN / 2 || score < -WIN / 2) {
      if (bound === 3 || (bound === 1 && score >= beta) || (bound === 2 && score <= alpha)) return score;
    }
    first = (entry >> 8) & 15;
  }
  let best = -WIN;
  let bestCol = 15;
  let low = alpha;
  const ahead = forced ? depth : depth - 1;
  for (let index = first >= 0 && first < 15 ? -1 : 0; index < columnsInOrder.length; index += 1) {
    const col = index < 0 ? first : columnsInOrder[index];
    if (index >= 0 && col === first) continue;
    const moveLo = goodLo & columnLo[col];
    const moveHi = goodHi & columnHi[col];
    if ((moveLo | moveHi) === 0) continue;
    const nextLo = lo | moveLo;
    const nextHi = hi | moveHi;
    findWins(nextLo, nextHi);
    const score = -negamax(
      theirLo,
      theirHi,
      nextLo,
      nextHi,
      theirWinLo & ~moveLo,
      theirWinHi & ~moveHi,
      foundLo & boardLo & ~(takenLo | moveLo),
      foundHi & boardHi & ~(takenHi | moveHi),
      -value - weights[col],
      -beta,
      -low,
      ahead,
      discs + 1,
    );
    if (budget < 0) return 0;
    if (score > best) {
      best = score;
      bestCol = col;
      if (best >= beta) break;
      if (best > low) low = best;
    }
  }
  keysLo[slot] = keyLo;
  keysHi[slot] = keyHi;
  const bound = best >= beta ? 1 : best <= alpha ? 2 : 3;
  entries[slot] = ((best + WIN) << 12) | (bestCol << 8) | (depth > 0 ? depth << 2 : 0) | bound;
  return best;
}

/** The discs of both seats as `[lo, hi]`, the seat to move first. */
function bitsOf({ cols, moves }) {
  const discs = [
    [0, 0],
    [0, 0],
  ];
  const heights = Array(cols).fill(0);
  moves.forEach((col, index) => {
    discs[index % 2][col >> 2] |= 1 << (8 * (col & 3) + heights[col]);
    heights[col] += 1;
  });
  return moves.length % 2 === 0 ? discs : [discs[1], discs[0]];
}

/** Picks a column: a win, one from the opening book, or by iterative deepening on the bitboards. */
function searchBitboards(state) {
  setUp(state, Math.random() < 0.5 ? TILT : -TILT);
  const [[lo, hi], [theirLo, theirHi]] = bitsOf(state);
  const takenLo = lo | theirLo;
  const takenHi = hi | theirHi;
  const freeLo = (takenLo + floorLo) & boardLo;
  const freeHi = (takenHi + floorHi) & boardHi;
  const discs = state.moves.length;
  const within = () => [foundLo & boardLo & ~takenLo, foundHi & boardHi & ~takenHi];
  findWins(lo, hi);
  const [winLo, winHi] = within();
  findWins(theirLo, theirHi);
  const [theirWinLo, theirWinHi] = within();
  const among = (bitsLo, bitsHi) =>
    columnsInOrder.filter((col) => (freeLo & bitsLo & columnLo[col]) | (freeHi & bitsHi & columnHi[col]));
  const winning = among(winLo, winHi);
  if (winning.length > 0) return { col: winning[0], reason: 'completes four in a line' };
  const bookCol = fromOpening(state);
  if (bookCol !== null) return { col: bookCol, reason: 'is a known opening' };
  const blocking = among(theirWinLo, theirWinHi);
  if (blocking.length > 0) return { col: blocking[0], reason: 'blocks four in a line' };
  const open = among(boardLo, boardHi);
  const safe = among(~(theirWinLo >> 1), ~(theirWinHi >> 1));
  if (safe.length === 0) return { col: open[0], reason: 'holds out longest' };
  let order = safe;
  let [score, ahead] = [0, 1];
  budget = NODES;
  const left = state.cols * state.rows - discs;
  for (let depth = 1; depth <= left && budget >= 0; depth += 1) {
    let best = -WIN;
    let bestCol = -1;
    for (const col of order) {
      const moveLo = freeLo & columnLo[col];
      const moveHi = freeHi & columnHi[col];
      findWins(lo | moveLo, hi | moveHi);
      const found = -negamax(
        theirLo,
        theirHi,
        lo | moveLo,
        hi | moveHi,
        theirWinLo & ~moveLo,
        theirWinHi & ~moveHi,
        foundLo & boardLo & ~(takenLo | moveLo),
        foundHi & boardHi & ~(takenHi | moveHi),
        -weights[col],
        -WIN,
        -best,
        depth - 1,
        discs + 1,
      );
      if (budget < 0) break;
      if (found > best) {
        best = found;
        bestCol = col;
      }
    }
    if (bestCol < 0) break;
    order = [bestCol, ...order.filter((col) => col !== bestCol)];
    [score, ahead] = [best, depth];
    if (Math.abs(score) > WIN / 2) break;
  }
  const col = order[0];
  if (score > WIN / 2) return { col, reason: 'leads to four in a line' };
  if (score < -WIN / 2) return { col, reason: 'holds out longest' };
  return { col, reason: `looks best ${ahead} moves ahead` };
}

/**
 * Opening book for the first seat on 7 by 6: `OPENING[n][index]` is a winning column after n replies of the other seat, which are the
 * base-7 digits of the index. The first reply is 0 to 3; for 4 to 6 the board is mirrored. '.': no entry. Every entry was proven by an
 * exhaustive search.
 */
const OPENING = [
  '3',
  '3153',
  '3333333234333333233653333333',
  [
    '33333333333333333333333343333333333333333333333332323323333333333233223333333333333333333333333333',
    '33333333333333333334533333333333333444424433233323332333333333333323332122452333233333333333332333',
  ].join(''),
  [
    '.....................0332333..........................................3332333.....................',
    '.....................3332333.....................0322433342233322223333462242433243333323333332333',
    '.....................3332333..........................................3332333.....................',
    '.....................3332333.....................0333323333233323232223333333333233323333333332333',
    '33333333333333333333333333333333333333333333333333333333333333323233223333333333333333322333333233',
    '33333333333333333333331344523333333333333333333333333333333333333333333331333333333333333333333333',
    '33333333333333333333333313333333333333333333333333333333333333333333333334333333333333333333333333',
    '33333333333333333333333313333333333333333333333333333333333333333333333322333333333333333333333333',
    '33333333333333333333333324653333333666666433333323333333333333333223333262222333333333323333332333',
    '3333333333333333333333321333333333333333333333333............................2243654..............',
    '33333333333333333333233333333333333333333332533263332333333233333323333322433333233333323333332333',
    '333233333323333332333264.2123332333333233333323333332333333233333353333262232333233333323333332333',
    '312245231344523322332252.4222332433212235321224233332333333233333323334322033333133333323333332333',
    '333233333323333332333212.2023332333333233333323333332333333233333323333332333333233333323333332333',
  ].join(''),
];

/** The book's column for this position, or null. */
function fromOpening({ cols, rows, moves }) {
  if (cols !== 7 || rows !== 6 || moves.length % 2 !== 0) return null;
  const mirrored = (col) => (moves[1] > 3 ? 6 - col : col);
  let index = 0;
  for (let reply = 0; 2 * reply < moves.length; reply += 1) {
    if (OPENING[reply]?.[index] !== String(mirrored(moves[2 * reply]))) return null;
    index = 7 * index + mirrored(moves[2 * reply + 1]);
  }
  const col = OPENING[moves.length / 2]?.[index] ?? '.';
  return col === '.' ? null : mirrored(Number(col));
}

/*
 * The judge. Unlike `decide`, it searches every column with the full window, so that each has a score of its own, and leaves out the
 * opening book: a win that only a book knows is none that a player misses.
 */
/** Positions searched per judgement, and discs of a line of play. */
const JUDGED_NODES = 60_000;
const LINE_DISCS = 8;
/** The estimate that stands halfway between an even position and the largest worth of one that is not proven. */
const HALF = 60;
const ESTIMATE_MOST = 0.9;

/** 1 and -1 are proven by the search; what it can only estimate lies between. */
function worthOf(score) {
  if (Math.abs(score) > WIN / 2) return Math.sign(score);
  return (ESTIMATE_MOST * score) / (Math.abs(score) + HALF);
}

/** `{score, line}` of every open column, by iterative deepening. Only completed depths count; proven columns are not searched again. */
function judgeBitboards(state) {
  setUp(state, TILT);
  const [[lo, hi], [theirLo, theirHi]] = bitsOf(state);
  const [takenLo, takenHi] = [lo | theirLo, hi | theirHi];
  const [freeLo, freeHi] = [(takenLo + floorLo) & boardLo, (takenHi + floorHi) & boardHi];
  const discs = state.moves.length;
  findWins(theirLo, theirHi);
  const [theirWinLo, theirWinHi] = [foundLo & boardLo & ~takenLo, foundHi & boardHi & ~takenHi];
  const judged = [];
  for (const col of columnsInOrder) {
    const [moveLo, moveHi] = [freeLo & columnLo[col], freeHi & columnHi[col]];
    if ((moveLo | moveHi) === 0) continue;
    const next = drop(state, col);
    const over = outcomeOf(next);
    const [lowestLo, lowestHi] = [(takenLo + moveLo + floorLo) & boardLo, (takenHi + moveHi + floorHi) & boardHi];
    const isLost = ((lowestLo & theirWinLo & ~moveLo) | (lowestHi & theirWinHi & ~moveHi)) !== 0;
    const score = over ? (over.winner === 'draw' ? 0 : WIN - discs - 1) : isLost ? discs + 2 - WIN : 0;
    judged.push({ col, moveLo, moveHi, score, isKnown: over !== null || isLost });
  }
  const left = state.cols * state.rows - discs;
  budget = JUDGED_NODES;
  for (let depth = 1; depth <= left; depth += 1) {
    const open = judged.filter(({ isKnown }) => !isKnown);
    const scores = open.map(({ col, moveLo, moveHi }) => {
      if (budget < 0) return 0;
      findWins(lo | moveLo, hi | moveHi);
      return -negamax(
        theirLo,
        theirHi,
        lo | moveLo,
        hi | moveHi,
        theirWinLo & ~moveLo,
        theirWinHi & ~moveHi,
        foundLo & boardLo & ~(takenLo | moveLo),
        foundHi & boardHi & ~(takenHi | moveHi),
        -weights[col],
        -WIN,
        WIN,
        depth - 1,
        discs + 1,
      );
    });
    if (open.length === 0 || budget < 0) break;
    open.forEach((each, index) => {
      each.score = scores[index];
      each.isKnown = Math.abs(each.score) > WIN / 2;
    });
  }
  return judged.map(({ col, score }) => ({ score, line: lineFrom(drop(state, col)) }));
}

/** The columns from the last disc on: wins, forced replies, and what the search has found; up to where it knows no more. */
function lineFrom(state) {
  const line = [state.moves.at(-1)];
  for (let next = state; line.length < LINE_DISCS && !outcomeOf(next); ) {
    const reply = replyTo(next);
    if (reply === null) break;
    line.push(reply);
    next = drop(next, reply);
  }
  return line;
}

function replyTo(state) {
  const [[lo, hi], [theirLo, theirHi]] = bitsOf(state);
  const [takenLo, takenHi] = [lo | theirLo, hi | theirHi];
  const [freeLo, freeHi] = [(takenLo + floorLo) & boardLo, (takenHi + floorHi) & boardHi];
  for (const [ownLo, ownHi] of [
    [lo, hi],
    [theirLo, theirHi],
  ]) {
    findWins(ownLo, ownHi);
    const urgent = columnsInOrder.find(
      (col) => ((foundLo & freeLo & columnLo[col]) | (foundHi & freeHi & columnHi[col])) !== 0,
    );
    if (urgent !== undefined) return urgent;
  }
  const [keyLo, keyHi] = [(lo + takenLo + floorLo) | 0, (hi + takenHi + floorHi) | 0];
  const slot = slotOf(keyLo, keyHi);
  const col = keysLo[slot] === keyLo && keysHi[slot] === keyHi ? (entries[slot] >> 8) & 15 : 15;
  return canDrop(state, col) ? col : null;
}

/** The same for grids too large for bitboards, with the search of the other strengths. */
function judgeLines(state) {
  const position = positionOf(state);
  const open = position.columns.filter((col) => position.heights[col] < state.rows);
  position.budget = (MANNERS.sharp.nodes * 42) / (state.cols * state.rows);
  let judged = open.map((col) => ({ col, score: 0 }));
  for (let reach = 1; reach <= position.left; reach += 1) {
    const scored = scoreColumns(position, open, reach, 2 * WIN);
    if (!scored) break;
    judged = scored;
  }
  return judged.map(({ col, score }) => ({ score, line: [col] }));
}
