/**
 * Hooks for Reversi: the rules, the referee and a computer player, in one file because hooks cannot import.
 * Pure functions over JSON. The state holds the moves, as names of cells or `pass`. The guest moves first and the seats alternate, so
 * move n belongs to the guest when n is even. Cells count from the top left, row by row: a1 is 0, h8 is 63.
 */

const SIZE = 8;
const LETTERS = 'abcdefgh';
const PASS = 'pass';
const PROMPT = 'Place a disc';
const SEATS = ['guest', 'host'];
const START = { d4: 'host', e4: 'guest', d5: 'guest', e5: 'host' };
const STEPS = [-1, 0, 1];
const DIRECTIONS = STEPS.flatMap((down) => STEPS.map((right) => ({ down, right }))).filter(
  ({ down, right }) => down !== 0 || right !== 0,
);

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return { message: '', tags: ['reversi', 'board'], type: 'supply', options: {} };
}

export function init({ role, manner }) {
  return { role, manner: manner ?? 'steady', moves: [], end: null };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready', first: 'guest' } };
}

export function handle_ready(state) {
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

export function act(state, key, answer) {
  if (key !== keyOf(state) || answer === PASS || !isLegal(state, answer))
    throw new Error(`no disc can be placed on ${answer} at ${key}`);
  const next = withMove(state, answer);
  return { state: next, send: messageOf(next), ...(state.role === 'host' ? endOf(next) : {}) };
}

export function decide(state, ask, context) {
  const { cell, reason } = think(state, MANNERS[context?.manner ?? state.manner] ?? MANNERS.steady);
  return ask.choices.some(({ value }) => value === cell) ? { answer: cell, reason } : ask.choices[0].value;
}

/** Every cell's worth for the seat to move, and how play would go on; the same for the same discs. */
export function evaluate(state) {
  const legal = state.end ? [] : legalCells(state);
  if (legal.length === 0) return null;
  const judged = judge(state, legal).sort((one, two) => two.score - one.score);
  return {
    seat: seatOf(state.moves.length),
    moves: judged.map(({ cell, score }) => ({ worth: worthOf(score), line: lineFrom(state.moves, cell) })),
  };
}

/** What a person may choose while the other seat decides. A move that isn't possible when the turn comes is dropped. */
export function ahead(state) {
  const { role, moves, end } = state;
  if (end || outcomeOf(state) || seatOf(moves.length) === role || legalCells(state).length === 0) return null;
  const { cells } = boardOf(moves);
  const empty = cells.flatMap((seat, index) => (seat ? [] : [nameOf(index)]));
  return { prompt: PROMPT, choices: empty.map((cell) => ({ value: cell, label: cell })) };
}

export function view(state) {
  const { role, moves, end } = state;
  const { cells, turned } = boardOf(moves);
  const over = outcomeOf(state);
  const last = moves.findLastIndex((move) => move !== PASS);
  return {
    seat: role,
    /** Top row first; each cell is null, 'host' or 'guest'. */
    board: Array.from({ length: SIZE }, (_, row) => cells.slice(row * SIZE, (row + 1) * SIZE)),
    row_names: Array.from({ length: SIZE }, (_, row) => String(row + 1)),
    column_names: [...LETTERS],
    scores: scoresOf(cells),
    turn: end || over ? null : seatOf(moves.length),
    last:
      last < 0
        ? null
        : { by: seatOf(last), row: Math.floor(indexOf(moves[last]) / SIZE), col: indexOf(moves[last]) % SIZE },
    moves: moves.map((move, index) => ({
      by: seatOf(index),
      label: move,
      hint: move === PASS ? 'no legal move' : turning(turned[index]),
    })),
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

function referee(state, { turn, cell }) {
  if (turn !== state.moves.length + 1 || seatOf(state.moves.length) !== 'guest') {
    return refuse(state, 'not_your_turn', `The guest played turn ${turn} instead of ${state.moves.length + 1}.`);
  }
  if (!isLegal(state, cell)) return refuse(state, ...mistakeOf(state, cell));
  const next = withMove(state, cell);
  if (outcomeOf(next)) return { state: next, send: messageOf(next), ...endOf(next) };
  return askOrPass(next);
}

/** The host's result repeats the guest's move if that ended the game; otherwise it is the host's own move. */
function check(state, message) {
  const own = outcomeOf(state) !== null;
  const seat = own ? 'guest' : 'host';
  const wrong = (reason) => refuse(state, 'wrong_result', reason);
  if (message.player !== seat) {
    return wrong(
      own ? 'The host does not accept the move that ended the game.' : "The host repeated the guest's move.",
    );
  }
  if (!own && (seatOf(state.moves.length) !== 'host' || !isLegal(state, message.cell))) {
    return wrong(
      message.cell === PASS ? 'The host passed out of turn.' : `The host may not place a disc on ${message.cell}.`,
    );
  }
  const next = own ? state : withMove(state, message.cell);
  const expected = resultOf(next);
  const differs = Object.keys(expected).find((key) => expected[key] !== message[key]);
  if (differs) {
    return wrong(
      `The host said ${differs.replaceAll('_', ' ')} ${message[differs]}; by the rules it is ${expected[differs]}.`,
    );
  }
  return outcomeOf(next) ? { state: next, ...endOf(next) } : askOrPass(next);
}

/** Asks for a move; a seat without a legal move passes without being asked. */
function askOrPass(state) {
  if (legalCells(state).length > 0) return { state, ask: askOf(state) };
  const next = withMove(state, PASS);
  return { state: next, send: messageOf(next) };
}

function mistakeOf(state, cell) {
  if (cell === PASS) return ['illegal_move', 'The guest passed with a legal move.'];
  if (legalCells(state).length === 0) return ['must_pass', `The guest placed a disc on ${cell} instead of passing.`];
  return ['illegal_move', `The guest may not place a disc on ${cell}.`];
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
  const { cells } = boardOf(state.moves);
  const seat = seatOf(state.moves.length);
  const choices = legalCells(state).map((cell) => {
    const count = turnedBy(cells, indexOf(cell), seat).length;
    return { value: cell, label: cell, hint: turning(count) };
  });
  return { key: keyOf(state), prompt: PROMPT, choices };
}

function turning(count) {
  return count === 1 ? 'turns 1 disc' : `turns ${count} discs`;
}

function withMove(state, move) {
  return { ...state, moves: [...state.moves, move] };
}

function nameOf(index) {
  return `${LETTERS[index % SIZE]}${Math.floor(index / SIZE) + 1}`;
}

function indexOf(cell) {
  return LETTERS.indexOf(cell[0]) + (Number(cell[1]) - 1) * SIZE;
}

/** The board after these moves, and how many discs each of them turned. */
function boardOf(moves) {
  const cells = Array(SIZE * SIZE).fill(null);
  for (const [cell, seat] of Object.entries(START)) cells[indexOf(cell)] = seat;
  const turned = moves.map((move, index) => {
    if (move === PASS) return 0;
    const seat = seatOf(index);
    const others = turnedBy(cells, indexOf(move), seat);
    for (const each of [indexOf(move), ...others]) cells[each] = seat;
    return others.length;
  });
  return { cells, turned };
}

/** The discs that a seat would turn by placing a disc on this cell; none if the cell is taken. */
function turnedBy(cells, index, seat) {
  if (cells[index] !== null) return [];
  return DIRECTIONS.flatMap(({ down, right }) => {
    const line = [];
    let [row, col] = [Math.floor(index / SIZE) + down, (index % SIZE) + right];
    for (; row >= 0 && row < SIZE && col >= 0 && col < SIZE; row += down, col += right) {
      const other = cells[row * SIZE + col];
      if (other === seat) return line;
      if (other === null) return [];
      line.push(row * SIZE + col);
    }
    return [];
  });
}

/** The cells on which the seat to move may place a disc. */
function legalCells({ moves }) {
  return legalFor(boardOf(moves).cells, seatOf(moves.length));
}

function legalFor(cells, seat) {
  return cells.flatMap((_, index) => (turnedBy(cells, index, seat).length > 0 ? [nameOf(index)] : []));
}

function isLegal(state, move) {
  const legal = legalCells(state);
  return move === PASS ? legal.length === 0 && outcomeOf(state) === null : legal.includes(move);
}

function scoresOf(cells) {
  const count = (seat) => cells.filter((cell) => cell === seat).length;
  return { host: count('host'), guest: count('guest') };
}

function messageOf(state) {
  if (state.role === 'host') return resultOf(state);
  return { action: 'move', turn: state.moves.length, cell: state.moves.at(-1) };
}

/** The result frame of the last move. */
function resultOf(state) {
  const { host, guest } = scoresOf(boardOf(state.moves).cells);
  const over = outcomeOf(state);
  return {
    action: 'round_result',
    turn: state.moves.length,
    cell: state.moves.at(-1),
    player: seatOf(state.moves.length - 1),
    host_discs: host,
    guest_discs: guest,
    game_over: over !== null,
    winner: over ? over.winner : 'none',
  };
}

function endOf(state) {
  const over = outcomeOf(state);
  return over ? { end: { completed: true, winner: over.winner, reason: over.reason } } : {};
}

/** `{winner, reason}` once neither seat can move, else null. */
function outcomeOf({ moves }) {
  const { cells } = boardOf(moves);
  if (SEATS.some((seat) => legalFor(cells, seat).length > 0)) return null;
  const { host, guest } = scoresOf(cells);
  if (host === guest) return { winner: 'draw', reason: `Both have ${host} discs: a draw.` };
  return { winner: host > guest ? 'host' : 'guest', reason: `The guest has ${guest} discs, the host ${host}.` };
}

/**
 * Search limits by manner. `depth`: moves. `nodes`: positions per decision; hooks have no clock to bound the time. `margin`: how far
 * below the best score a cell may be and still be played. `slip`: the chance of a random move.
 */
const MANNERS = {
  easy: { depth: 1, nodes: 500, margin: 25, slip: 0.2 },
  steady: { depth: 3, nodes: 3_000, margin: 3, slip: 0 },
  sharp: { depth: 60, nodes: 8_000, margin: 0, slip: 0 },
};

/** Value of a disc in a finished game; the difference of one disc outweighs every estimate. */
const DISC = 2_000;
const LOST = -1_000_000;

/** Picks a cell by iterative deepening; only completed depths count. */
function think(state, { depth, nodes, margin, slip }) {
  const legal = legalCells(state);
  if (legal.length === 1) return { cell: legal[0], reason: 'is the only legal move' };
  if (Math.random() < slip)
    return { cell: legal[Math.floor(Math.random() * legal.length)], reason: 'picked at random' };
  startSearch(nodes);
  const [own, their] = bitsOf(state);
  const empty = SIZE * SIZE - count(own.lo | their.lo) - count(own.hi | their.hi);
  let order = GROUPS.flatMap((group) => legal.filter((cell) => group.has(indexOf(cell))));
  let best = order;
  let [ahead, score] = [0, 0];
  for (let reach = 1; reach <= Math.min(depth, empty) && ahead < empty; reach += 1) {
    const scored = scoreCells(own, their, order, reach, margin);
    if (!scored) break;
    scored.sort((a, b) => b.score - a.score);
    best = scored.filter((each) => each.score >= scored[0].score - margin).map(({ cell }) => cell);
    order = scored.map(({ cell }) => cell);
    [ahead, score] = [reach, scored[0].score];
  }
  const cell = margin === 0 ? best[0] : best[Math.floor(Math.random() * best.length)];
  return { cell, reason: reasonOf(cell, score, ahead, empty) };
}

function reasonOf(cell, score, ahead, empty) {
  if (ahead >= empty && score > 0) return 'leads to a win';
  if (ahead >= empty) return score < 0 ? 'loses by the fewest discs' : 'leads to a draw';
  if (CORNERS.includes(cell)) return 'takes a corner';
  return ahead > 1 ? `looks best ${ahead} moves ahead` : 'looks best for now';
}

/** Scores of the root's cells, exact down to `margin` below the best; null when the budget ran out. */
function scoreCells(own, their, order, reach, margin) {
  let alpha = LOST;
  const scored = [];
  for (const cell of order) {
    const score = scoreAfter(own, their, cell, reach - 1, alpha);
    if (budget < 0) return null;
    scored.push({ cell, score });
    alpha = Math.max(alpha, score - margin - 1);
  }
  return scored;
}

/** Score of a cell, exact above `alpha`. */
function scoreAfter(own, their, cell, depth, alpha) {
  const index = indexOf(cell);
  const bitLo = index < 32 ? 1 << index : 0;
  const bitHi = index < 32 ? 0 : 1 << (index - 32);
  findTurned(bitLo, bitHi, own.lo, own.hi, their.lo, their.hi);
  return -negamax(
    their.lo & ~foundLo,
    their.hi & ~foundHi,
    own.lo | bitLo | foundLo,
    own.hi | bitHi | foundHi,
    LOST,
    -alpha,
    depth,
    false,
  );
}

/*
 * The search uses bitboards: a seat's discs in rows 1 to 4 are in the first of two 32-bit halves (`lo`), those in rows 5 to 8 in the
 * second (`hi`). `INNER` masks out columns a and h, so that no line wraps around the edge into the next row.
 */
const INNER = 0x7e7e7e7e;
const CORNERS = ['a1', 'h1', 'a8', 'h8'];
/** Masks for each corner: `corner`, the diagonal neighbour `across`, and the neighbours `beside`, which are bad while it is empty. */
const CORNERS_LO = [
  { corner: 0x01, across: 0x0200, beside: 0x0102 },
  { corner: 0x80, across: 0x4000, beside: 0x8040 },
];
const CORNERS_HI = [
  { corner: 0x01000000, across: 0x00020000, beside: 0x02010000 },
  { corner: 0x80000000 | 0, across: 0x00400000, beside: 0x40800000 },
];
/** Move ordering: corners, edges, inner cells, then edge cells and diagonals next to a corner, which give it away. */
const GROUPS = groupsOf();
const GROUPS_LO = GROUPS.map((group) => maskOf(group, 0));
const GROUPS_HI = GROUPS.map((group) => maskOf(group, 32));
const SLOTS = 1 << 13;

// Module variables for speed, as every position uses them; `startSearch` resets `budget` and the table for each decision.
let budget = 0;
let foundLo = 0;
let foundHi = 0;
let upLo = 0;
let upHi = 0;
let downLo = 0;
let downHi = 0;
let keys = null;
let entries = null;

function groupsOf() {
  const groups = [new Set(), new Set(), new Set(), new Set(), new Set()];
  const fromEdge = (at) => Math.min(at, SIZE - 1 - at);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const [near, far] = [fromEdge(Math.floor(index / SIZE)), fromEdge(index % SIZE)].sort();
    const group = far === 0 ? 0 : near === 0 ? (far === 1 ? 3 : 1) : near === 1 && far === 1 ? 4 : 2;
    groups[group].add(index);
  }
  return groups;
}

function maskOf(group, from) {
  return [...group].reduce(
    (mask, index) => (index >= from && index < from + 32 ? mask | (1 << (index - from)) : mask),
    0,
  );
}

function startSearch(nodes) {
  budget = nodes;
  keys = new Int32Array(4 * SLOTS);
  entries = new Int32Array(3 * SLOTS);
}

/** The discs of both seats as `{lo, hi}`, the seat to move first. */
function bitsOf({ moves }) {
  const { cells } = boardOf(moves);
  const discs = (seat) => {
    const own = new Set(cells.flatMap((cell, index) => (cell === seat ? [index] : [])));
    return { lo: maskOf(own, 0), hi: maskOf(own, 32) };
  };
  return [discs(seatOf(moves.length)), discs(seatOf(moves.length + 1))];
}

/**
 * Sets `up` and `down` to the discs of `their` that form unbroken lines starting next to the discs `from`: `up` towards higher bits, in
 * steps of `step`, and `down` towards lower ones. Parallel-prefix shifts cover lines of up to six discs.
 */
function findLines(step, fromLo, fromHi, theirLo, theirHi) {
  const rest = 32 - step;
  const twice = 2 * step;
  const restTwice = 32 - twice;
  let lo = theirLo & (fromLo << step);
  let hi = theirHi & ((fromHi << step) | (fromLo >>> rest));
  hi |= theirHi & ((hi << step) | (lo >>> rest));
  lo |= theirLo & (lo << step);
  let pairLo = theirLo & (theirLo << step);
  let pairHi = theirHi & ((theirHi << step) | (theirLo >>> rest));
  hi |= pairHi & ((hi << twice) | (lo >>> restTwice));
  lo |= pairLo & (lo << twice);
  upHi = hi | (pairHi & ((hi << twice) | (lo >>> restTwice)));
  upLo = lo | (pairLo & (lo << twice));
  hi = theirHi & (fromHi >>> step);
  lo = theirLo & ((fromLo >>> step) | (fromHi << rest));
  lo |= theirLo & ((lo >>> step) | (hi << rest));
  hi |= theirHi & (hi >>> step);
  pairHi = theirHi & (theirHi >>> step);
  pairLo = theirLo & ((theirLo >>> step) | (theirHi << rest));
  lo |= pairLo & ((lo >>> twice) | (hi << restTwice));
  hi |= pairHi & (hi >>> twice);
  downLo = lo | (pairLo & ((lo >>> twice) | (hi << restTwice)));
  downHi = hi | (pairHi & (hi >>> twice));
}

/** Sets `found` to the legal cells of the seat with the discs `lo`, `hi`. */
function findMoves(lo, hi, theirLo, theirHi) {
  const innerLo = theirLo & INNER;
  const innerHi = theirHi & INNER;
  findLines(1, lo, hi, innerLo, innerHi);
  let movesLo = (upLo << 1) | (downLo >>> 1);
  let movesHi = (upHi << 1) | (downHi >>> 1);
  findLines(7, lo, hi, innerLo, innerHi);
  movesLo |= (upLo << 7) | (downLo >>> 7) | (downHi << 25);
  movesHi |= (upHi << 7) | (upLo >>> 25) | (downHi >>> 7);
  findLines(8, lo, hi, theirLo, theirHi);
  movesLo |= (upLo << 8) | (downLo >>> 8) | (downHi << 24);
  movesHi |= (upHi << 8) | (upLo >>> 24) | (downHi >>> 8);
  findLines(9, lo, hi, innerLo, innerHi);
  movesLo |= (upLo << 9) | (downLo >>> 9) | (downHi << 23);
  movesHi |= (upHi << 9) | (upLo >>> 23) | (downHi >>> 9);
  foundLo = movesLo & ~(lo | theirLo);
  foundHi = movesHi & ~(hi | theirHi);
}

/** Sets `found` to the discs of the other seat that a disc on the cell `bit` turns. */
function findTurned(bitLo, bitHi, lo, hi, theirLo, theirHi) {
  const innerLo = theirLo & INNER;
  const innerHi = theirHi & INNER;
  foundLo = 0;
  foundHi = 0;
  findLines(1, bitLo, bitHi, innerLo, innerHi);
  keepEnclosed(1, lo, hi);
  findLines(7, bitLo, bitHi, innerLo, innerHi);
  keepEnclosed(7, lo, hi);
  findLines(8, bitLo, bitHi, theirLo, theirHi);
  keepEnclosed(8, lo, hi);
  findLines(9, bitLo, bitHi, innerLo, innerHi);
  keepEnclosed(9, lo, hi);
}

/** Adds the lines of the last `findLines` that end at an own disc. */
function keepEnclosed(step, lo, hi) {
  const rest = 32 - step;
  if ((((upLo << step) & lo) | (((upHi << step) | (upLo >>> rest)) & hi)) !== 0) {
    foundLo |= upLo;
    foundHi |= upHi;
  }
  if ((((downHi >>> step) & hi) | (((downLo >>> step) | (downHi << rest)) & lo)) !== 0) {
    foundLo |= downLo;
    foundHi |= downHi;
  }
}

function count(bits) {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  left = (left + (left >>> 4)) & 0x0f0f0f0f;
  left += left >>> 8;
  return (left + (left >>> 16)) & 63;
}

/** An estimate for the first seat: corners, cells next to empty corners, and mobility. */
function estimate(lo, hi, theirLo, theirHi) {
  let value = cornersOf(CORNERS_LO, lo, theirLo) + cornersOf(CORNERS_HI, hi, theirHi);
  findMoves(lo, hi, theirLo, theirHi);
  value += 8 * (count(foundLo) + count(foundHi));
  findMoves(theirLo, theirHi, lo, hi);
  return value - 8 * (count(foundLo) + count(foundHi));
}

function cornersOf(corners, own, their) {
  let value = 0;
  for (const { corner, across, beside } of corners) {
    if ((own & corner) !== 0) value += 90;
    else if ((their & corner) !== 0) value -= 90;
    else {
      if ((own & across) !== 0) value -= 45;
      else if ((their & across) !== 0) value += 45;
      value += 12 * (count(their & beside) - count(own & beside));
    }
  }
  return value;
}

/** Where the transposition table keeps a position. */
function slotOf(lo, hi, theirLo, theirHi) {
  const mixed = lo ^ (theirLo << 5) ^ (theirLo >>> 27) ^ (hi << 11) ^ (hi >>> 21) ^ (theirHi << 17) ^ (theirHi >>> 15);
  return (mixed ^ (mixed >>> 13) ^ (mixed >>> 21)) & (SLOTS - 1);
}

/** Negamax with alpha-beta; the first seat is to move. */
function negamax(lo, hi, theirLo, theirHi, alpha, beta, depth, passed) {
  budget -= 1;
  if (budget < 0) return 0;
  const isFull = ((lo | theirLo) & (hi | theirHi)) === -1;
  if (depth <= 0 && !isFull) return estimate(lo, hi, theirLo, theirHi);
  findMoves(lo, hi, theirLo, theirHi);
  const movesLo = foundLo;
  const movesHi = foundHi;
  if ((movesLo | movesHi) === 0) {
    if (passed) return DISC * (count(lo) + count(hi) - count(theirLo) - count(theirHi));
    return -negamax(theirLo, theirHi, lo, hi, -beta, -alpha, depth, true);
  }
  const slot = slotOf(lo, hi, theirLo, theirHi);
  const key = 4 * slot;
  const entry = 3 * slot;
  let firstLo = 0;
  let firstHi = 0;
  if (keys[key] === lo && keys[key + 1] === hi && keys[key + 2] === theirLo && keys[key + 3] === theirHi) {
    const known = entries[entry];
    const score = entries[entry + 1];
    const bound = known & 3;
    if (known >> 2 >= depth) {
      if (bound === 3 || (bound === 1 && score >= beta) || (bound === 2 && score <= alpha)) return score;
    }
    const index = entries[entry + 2];
    if (index < 32) firstLo = 1 << index;
    else firstHi = 1 << (index - 32);
  }
  let best = LOST;
  let bestLo = 0;
  let bestHi = 0;
  let low = alpha;
  for (let group = -1; group < GROUPS_LO.length && best < beta; group += 1) {
    let leftLo = group < 0 ? firstLo : movesLo & GROUPS_LO[group] & ~firstLo;
    let leftHi = group < 0 ? firstHi : movesHi & GROUPS_HI[group] & ~firstHi;
    while ((leftLo | leftHi) !== 0) {
      const bitLo = leftLo & -leftLo;
      const bitHi = bitLo === 0 ? leftHi & -leftHi : 0;
      leftLo ^= bitLo;
      leftHi ^= bitHi;
      findTurned(bitLo, bitHi, lo, hi, theirLo, theirHi);
      const nextLo = theirLo & ~foundLo;
      const nextHi = theirHi & ~foundHi;
      const score = -negamax(nextLo, nextHi, lo | bitLo | foundLo, hi | bitHi | foundHi, -beta, -low, depth - 1, false);
      if (budget < 0) return 0;
      if (score > best) {
        best = score;
        bestLo = bitLo;
        bestHi = bitHi;
        if (best >= beta) break;
        if (best > low) low = best;
      }
    }
  }
  keys[key] = lo;
  keys[key + 1] = hi;
  keys[key + 2] = theirLo;
  keys[key + 3] = theirHi;
  entries[entry] = (depth > 0 ? depth << 2 : 0) | (best >= beta ? 1 : best <= alpha ? 2 : 3);
  entries[entry + 1] = best;
  entries[entry + 2] = bestLo === 0 ? 63 - Math.clz32(bestHi) : 31 - Math.clz32(bestLo);
  return best;
}

// ---- the judge ---------------------------------------------------------------------------------------------------------

/** Positions searched per judgement, and discs of a line of play. Every cell is searched with the full window, unlike in `decide`. */
const JUDGED_NODES = 12_000;
const LINE_DISCS = 8;
/** The estimate that stands halfway between an even position and the largest worth of one that is not proven. */
const HALF = 200;
const ESTIMATE_MOST = 0.9;

/** Estimates are smaller than `DISC`. 1 and -1: the search has reached the end of the game, and this seat has more discs, or fewer. */
function worthOf(score) {
  if (Math.abs(score) >= DISC) return Math.sign(score);
  return (ESTIMATE_MOST * score) / (Math.abs(score) + HALF);
}

/** `{cell, score}` of every legal cell, by iterative deepening; only completed depths count. */
function judge(state, legal) {
  startSearch(JUDGED_NODES);
  const [own, their] = bitsOf(state);
  const empty = SIZE * SIZE - count(own.lo | their.lo) - count(own.hi | their.hi);
  let judged = legal.map((cell) => ({ cell, score: 0 }));
  for (let reach = 1; reach <= empty; reach += 1) {
    const deeper = judged.map(({ cell }) => ({
      cell,
      score: budget < 0 ? 0 : scoreAfter(own, their, cell, reach - 1, LOST),
    }));
    if (budget < 0) break;
    judged = deeper.sort((one, two) => two.score - one.score);
  }
  return judged;
}

/** The cells from this one on, as far as the search has found the best replies. Passes are left out. */
function lineFrom(moves, cell) {
  const line = [];
  let played = moves;
  for (let next = cell; next !== null && line.length < LINE_DISCS; next = replyIn(played)) {
    line.push({ by: seatOf(played.length), value: next, label: next });
    played = [...played, next];
    if (legalCells({ moves: played }).length === 0) played = [...played, PASS];
  }
  return line;
}

function replyIn(moves) {
  const legal = legalCells({ moves });
  if (legal.length < 2) return legal[0] ?? null;
  const [own, their] = bitsOf({ moves });
  const slot = slotOf(own.lo, own.hi, their.lo, their.hi);
  const key = [own.lo, own.hi, their.lo, their.hi];
  if (key.some((part, at) => keys[4 * slot + at] !== part)) return null;
  const cell = nameOf(entries[3 * slot + 2]);
  return legal.includes(cell) ? cell : null;
}
