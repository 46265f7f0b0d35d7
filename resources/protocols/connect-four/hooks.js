/**
 * Connect Four: the rules, the referee and an honest player that looks ahead; all in one module, as hooks are read.
 * Pure functions over JSON. A state holds the size and the columns dropped into; the guest drops first, so disc n belongs
 * to the guest when n is even. Heights count from 0 at the bottom here; the wire counts rows from 0 at the top.
 */

const LINE = 4;
const DIRECTIONS = [
  { across: 1, up: 0, name: 'across' },
  { across: 0, up: 1, name: 'upright' },
  { across: 1, up: 1, name: 'slant' },
  { across: 1, up: -1, name: 'slant' },
];
const SEATS = ['guest', 'host'];

export function metadata() {
  return {
    message: 'Connect Four, you start',
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

/** A peer's disc. The host referees the guest's; the guest checks every word of the host's answer. */
export function handle(state, message) {
  if (message.action === 'error') {
    return leave(state, `The ${otherOf(state.role)} stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action === 'move' && state.role === 'host') return referee(state, message);
  if (message.action === 'round_result' && state.role === 'guest') return check(state, message);
  return leave(state, `Unexpected ${message.action} from the other side.`);
}

/** Drops the answered column's disc: the guest sends a move, the host its result. */
export function act(state, key, answer) {
  if (key !== keyOf(state) || !canDrop(state, answer))
    throw new Error(`no disc can be dropped into ${answer} at ${key}`);
  const next = drop(state, answer);
  if (state.role === 'guest') return { state: next, send: { action: 'move', turn: next.moves.length, col: answer } };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

export function decide(state, ask) {
  const legal = ask.choices.map(({ value }) => value);
  const col = think(state, MANNERS[state.manner] ?? MANNERS.steady);
  return legal.includes(col) ? col : legal[0];
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
    heights,
    turn: end || over ? null : seatOf(moves.length),
    last: last && { by: last.seat, row: rows - 1 - last.height, col: last.col },
    line: over?.line?.map(({ col, height }) => ({ row: rows - 1 - height, col })) ?? null,
    moves: moves.map((_, index) => {
      const { seat, col, height } = discOf(state, index);
      return { by: seat, label: `column ${col + 1}`, hint: `height ${height + 1}` };
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

/** A last disc of the guest is repeated by the host; otherwise the host's answer is its own disc. */
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

function refuse(state, reason, words) {
  const turn = Math.max(1, state.moves.length);
  return { ...leave(state, words), send: { action: 'error', turn, reason } };
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
    .map((height, col) => ({ value: col, label: `column ${col + 1}`, hint: `height ${height + 1}` }))
    .filter(({ value }) => heights[value] < state.rows);
  return { key: keyOf(state), prompt: 'Drop a disc', choices };
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

/** What the last disc decided: `{winner, reason, line}`, or null while the game goes on. */
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
    if (line.length >= LINE) return { winner: seat, reason: sentenceOf(line, name), line };
  }
  return moves.length === cols * rows ? { winner: 'draw', reason: 'The grid is full: a draw.', line: null } : null;
}

function sentenceOf(line, name) {
  const count = ['Four', 'Five', 'Six', 'Seven'][line.length - LINE] ?? 'Many';
  const from = line[0].col + 1;
  const to = line.at(-1).col + 1;
  if (name === 'upright') return `${count} in a line, upright in column ${from}.`;
  return `${count} in a line, columns ${from} to ${to}${name === 'slant' ? ', on a slant' : ''}.`;
}

/**
 * How each manner looks ahead. `depth` in discs; `nodes` bounds the work of one decision on a grid of 42 cells, as there
 * is no clock here; `margin` is how much worse than the best a column may be and still be played; `slip` is the chance of
 * not looking at all.
 */
const MANNERS = {
  easy: { depth: 1, nodes: 500, margin: 12, slip: 0.2 },
  steady: { depth: 4, nodes: 3_000, margin: 3, slip: 0 },
  sharp: { depth: 42, nodes: 9_000, margin: 0, slip: 0 },
};

const WIN = 10_000;
/** The worth of a line by how many discs one seat holds in it, while the other holds none. */
const WORTH = [0, 1, 5, 18, 0];

/**
 * Picks a column by iterative deepening: each finished depth replaces the one before, so that the bound on nodes never
 * leaves a half-searched answer. Threats are answered at once and cost no depth: four in a row is never overlooked.
 */
function think(state, { depth, nodes, margin, slip }) {
  const position = positionOf(state);
  const open = position.columns.filter((col) => position.heights[col] < state.rows);
  if (Math.random() < slip) return open[Math.floor(Math.random() * open.length)];
  position.budget = (nodes * 42) / (state.cols * state.rows);
  let best = open;
  const left = state.cols * state.rows - state.moves.length;
  for (let reach = 1; reach <= Math.min(depth, left); reach += 1) {
    const scored = scoreColumns(position, best.concat(open.filter((col) => !best.includes(col))), reach, margin);
    if (!scored) break;
    const top = Math.max(...scored.map(({ score }) => score));
    // A forced win or loss is played exactly; otherwise columns within the margin are equally good.
    const floor = Math.abs(top) > WIN / 2 ? top : top - margin;
    best = scored.filter(({ score }) => score >= floor).map(({ col }) => col);
    if (Math.abs(top) > WIN / 2) break;
  }
  return best[Math.floor(Math.random() * best.length)];
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

/** Negamax with alpha-beta from the view of the seat to move; wins count less the later they come. */
function search(position, depth, alpha, beta, ply) {
  position.budget -= 1;
  if (position.budget < 0 || position.left === 0) return 0;
  const { columns, heights, cols, rows, mover, known, linesAt } = position;
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
  const entry = known.get(key);
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
    known.set(key, { depth, score, col: bestCol, least: best > alpha, most: best < beta });
  }
  return best;
}

/** A mutable board for the search: per line and seat the count of discs, and the running worth of all lines. */
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
    /** Middle columns first: they are in more lines, so cut-offs come earlier. */
    columns: Array.from({ length: cols }, (_, col) => col).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)),
    heights: Array(cols).fill(0),
    counts: [Array(lines).fill(0), Array(lines).fill(0)],
    score: [0, 0],
    /** A sum of one random number for each disc stands for the position; exact, as all sums stay below 2 ** 53. */
    key: 0,
    parts: Array.from({ length: 2 * cols * rows }, () => Math.floor(Math.random() * 2 ** 46)),
    /** What was found out about positions so far: columns in another order lead to the same ones. */
    known: new Map(),
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
    if (other[line] === 0) score[mover] += WORTH[had + 1] - WORTH[had];
    else if (had === 0) score[1 - mover] -= WORTH[other[line]];
  }
  heights[col] += 1;
  position.key += position.parts[2 * cell + mover];
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
    if (other[line] === 0) score[mover] -= WORTH[had + 1] - WORTH[had];
    else if (had === 0) score[1 - mover] += WORTH[other[line]];
  }
  heights[col] -= 1;
  position.key -= position.parts[2 * cell + mover];
  position.left += 1;
  position.mover = mover;
}

/** Whether the disc just played completed a line. */
function wins(position, cell) {
  const counts = position.counts[1 - position.mover];
  for (const line of position.linesAt[cell]) if (counts[line] === LINE) return true;
  return false;
}
