/**
 * Hooks for Dots and Boxes: the rules, the referee and a computer player that counts chains, in one file because hooks cannot import.
 * Pure functions over JSON. The state holds the size and the plays of both seats in order, the guest's first; everything else is computed
 * from them. Lines count from 0: horizontal ones row by row from the bottom, then vertical ones column by column from the left.
 */

const LETTERS = 'abcdefgh';

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return { message: '', tags: ['dots-and-boxes', 'board'], type: 'supply', options: { size: 5 } };
}

export function init({ role, options, manner }) {
  return { role, manner: manner ?? 'steady', size: options.size ?? 5, plays: [], end: null };
}

export function join(state) {
  return { state, send: { action: 'join', size: state.size } };
}

export function handle_join(state, { size = state.size }) {
  if (size !== state.size)
    return refuse(state, 'wrong_options', `The guest wanted a grid of ${size} by ${size} boxes.`);
  return { state, send: { action: 'ready', size, first: 'guest' } };
}

export function handle_ready(state, { size }) {
  if (size !== state.size) return refuse(state, 'wrong_options', `The host laid a grid of ${size} by ${size} boxes.`);
  return { state };
}

export function first_action(state) {
  return nextStep(state);
}

/** A play of the other seat. The host referees the guest's; the guest checks every field of the host's reply. */
export function handle(state, message) {
  if (message.action === 'error')
    return leave(state, `The ${otherOf(state.role)} stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  const due = state.role === 'host' ? 'move' : 'reply';
  if (message.action !== due) return leave(state, `Unexpected ${message.action} from the other side.`);
  const by = otherOf(state.role);
  const turn = state.plays.length + 1;
  const { play } = message;
  if (message.turn !== turn)
    return refuse(state, 'wrong_turn', `The ${by} played turn ${message.turn} instead of ${turn}.`);
  const game = gameOf(state);
  const draws = !game.over && game.mover === by;
  if (draws !== (play !== 'pass')) return refuse(state, 'not_due', `The ${by} played ${play}, which was not due.`);
  const line = game.names.indexOf(play);
  if (draws && line < 0) return refuse(state, 'no_such_line', `The ${by} drew ${play}, which is not in the grid.`);
  if (draws && game.drawn[line]) return refuse(state, 'not_free', `The ${by} drew ${play}, which was drawn before.`);
  const played = { ...state, plays: [...state.plays, play] };
  if (state.role === 'guest') {
    const expected = replyOf(played);
    const wrong = Object.keys(expected).find((key) => expected[key] !== message[key]);
    if (wrong) {
      const named = wrong.replaceAll('_', ' ');
      return refuse(
        state,
        'wrong_result',
        `The host said ${named} ${message[wrong]}; by the rules it is ${expected[wrong]}.`,
      );
    }
  }
  return nextStep(played);
}

export function act(state, key, answer) {
  const game = gameOf(state);
  const line = game.names.indexOf(answer);
  if (key !== keyOf(state) || game.mover !== state.role || line < 0 || game.drawn[line])
    throw new Error(`${answer} cannot be drawn at ${key}`);
  return sendPlay(state, answer);
}

export function decide(state, ask, context) {
  const game = gameOf(state);
  const { line, reason } = think(game, MANNERS[context?.manner ?? state.manner] ?? MANNERS.steady);
  const answer = game.names[line];
  return ask.choices.some(({ value }) => value === answer) ? { answer, reason } : ask.choices[0].value;
}

/** Every line's worth for the seat to move, and how play would go on; the same for the same lines. */
export function evaluate(state) {
  const game = gameOf(state);
  const { mover, names, scores } = game;
  // On a pass nobody decides.
  if (state.end || game.over || mover !== senderOf(state.plays.length)) return null;
  const board = boardOf(game, drawnAgain());
  const isExact = board.free.length <= JUDGE.exact;
  const ahead = scores[mover] - scores[otherOf(mover)];
  const judged = (isExact ? judgeEndgame(board) : judgeLines(board)).sort((one, two) => two.value - one.value);
  const step = ({ line, own }) => ({
    by: own ? mover : otherOf(mover),
    value: names[line],
    label: labelOf(names[line]),
  });
  return {
    seat: mover,
    moves: judged.map(({ value, steps }) => ({ worth: worthOf(ahead + value, isExact), line: steps.map(step) })),
  };
}

/**
 * What a person may choose while the other seat decides, or passes after a closed box. A move that isn't possible when the turn comes is
 * dropped.
 */
export function ahead(state) {
  const game = gameOf(state);
  if (state.end || game.over || senderOf(state.plays.length) === state.role) return null;
  const { prompt, choices } = askOf(state, game);
  return { prompt, choices };
}

export function view(state) {
  const { role, size, plays, end } = state;
  const game = gameOf(state);
  const over = end !== null || game.over !== null;
  return {
    seat: role,
    size,
    drawing: drawingOf(game),
    /** Of the drawing, in which every second row and column has the dots. */
    row_names: Array.from({ length: 2 * size + 1 }, (_, at) => (at % 2 === 0 ? String(size + 1 - at / 2) : '')),
    column_names: Array.from({ length: 2 * size + 1 }, (_, at) => (at % 2 === 0 ? LETTERS[at / 2] : '')),
    /** Top row first; each box is null or the seat that owns it. */
    board: Array.from({ length: size }, (_, row) => game.owners.slice((size - 1 - row) * size, (size - row) * size)),
    scores: game.scores,
    turn: over ? null : game.mover,
    last: game.last < 0 ? null : { by: game.by, line: game.names[game.last] },
    moves: plays.map((play, index) => ({ by: senderOf(index), label: labelOf(play) })),
    winner: game.over?.winner ?? null,
    reason: end?.reason ?? game.over?.reason ?? null,
    over,
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

// ---- messages ----------------------------------------------------------------------------------------------------------

/** The next step of this seat after a play of the other: ends the game, passes, or asks for a line. */
function nextStep(state) {
  const game = gameOf(state);
  // The host's reply to the last line of the guest names the winner.
  if (game.over) return state.role === 'host' ? sendPlay(state, 'pass') : { state, ...endOf(game) };
  return game.mover === state.role ? { state, ask: askOf(state, game) } : sendPlay(state, 'pass');
}

function sendPlay(state, play) {
  const played = { ...state, plays: [...state.plays, play] };
  const turn = played.plays.length;
  const send = state.role === 'guest' ? { action: 'move', turn, play } : replyOf(played);
  const over = state.role === 'host' ? endOf(gameOf(played)) : {};
  return { state: played, send, ...over };
}

/** The host's reply with its own play, the last one. */
function replyOf(state) {
  const { over, mover, scores } = gameOf(state);
  return {
    action: 'reply',
    turn: state.plays.length,
    play: state.plays.at(-1),
    due: over ? 'none' : mover === 'guest' ? 'line' : 'pass',
    host_boxes: scores.host,
    guest_boxes: scores.guest,
    winner: over?.winner ?? 'none',
  };
}

function endOf({ over }) {
  return over ? { end: { completed: true, winner: over.winner, reason: over.reason } } : {};
}

function refuse(state, reason, text) {
  return { ...leave(state, text), send: { action: 'error', turn: Math.max(1, state.plays.length), reason } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

function keyOf(state) {
  return `turn:${state.plays.length + 1}`;
}

function askOf(state, { names, drawn }) {
  const choices = names.filter((_, line) => !drawn[line]).map((value) => ({ value, label: labelOf(value) }));
  return { key: keyOf(state), prompt: 'Draw a line', choices };
}

/** `a1 b1` for a1b1. */
function labelOf(play) {
  return play.replace(/^([a-h]\d)([a-h]\d)$/, '$1 $2');
}

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

/** Who sends play number `index`, from 0. */
function senderOf(index) {
  return index % 2 === 0 ? 'guest' : 'host';
}

// ---- rules -------------------------------------------------------------------------------------------------------------

/** `names`: of all lines. `boxes`: the two boxes beside each line, -1 outside the grid. `around`: the four lines of each box. */
function gridOf(size) {
  const across = size * (size + 1);
  const names = [];
  const boxes = [];
  const box = (col, row) => (col >= 0 && col < size && row >= 0 && row < size ? row * size + col : -1);
  for (let row = 0; row <= size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      names.push(`${LETTERS[col]}${row + 1}${LETTERS[col + 1]}${row + 1}`);
      boxes.push([box(col, row - 1), box(col, row)]);
    }
  }
  for (let col = 0; col <= size; col += 1) {
    for (let row = 0; row < size; row += 1) {
      names.push(`${LETTERS[col]}${row + 1}${LETTERS[col]}${row + 2}`);
      boxes.push([box(col - 1, row), box(col, row)]);
    }
  }
  const around = Array.from({ length: size * size }, (_, at) => {
    const [col, row] = [at % size, Math.floor(at / size)];
    return [row * size + col, (row + 1) * size + col, across + col * size + row, across + (col + 1) * size + row];
  });
  return { names, boxes, around };
}

/** The game after the plays. `by` drew the line `last`; `over` is `{winner, reason}` or null. */
function gameOf({ size, plays }) {
  const grid = gridOf(size);
  const drawn = grid.names.map(() => false);
  const owners = grid.around.map(() => null);
  const scores = { host: 0, guest: 0 };
  let [mover, by, last, left] = ['guest', null, -1, drawn.length];
  plays.forEach((play, index) => {
    if (play === 'pass') return;
    by = senderOf(index);
    last = grid.names.indexOf(play);
    drawn[last] = true;
    left -= 1;
    const closed = grid.boxes[last].filter((box) => box >= 0 && grid.around[box].every((line) => drawn[line]));
    for (const box of closed) owners[box] = by;
    scores[by] += closed.length;
    mover = closed.length > 0 ? by : otherOf(by);
  });
  return { ...grid, size, drawn, owners, scores, mover, by, last, over: left > 0 ? null : outcomeOf(scores) };
}

function outcomeOf({ host, guest }) {
  if (host === guest) return { winner: 'draw', reason: `${host} boxes each: a draw.` };
  const winner = host > guest ? 'host' : 'guest';
  return { winner, reason: `The ${winner} owns ${Math.max(host, guest)} of ${host + guest} boxes.` };
}

/** The grid as rows of characters, top row first: dots, drawn lines, and the owners of boxes. */
function drawingOf({ size, names, drawn, owners }) {
  const dot = (col, row) => `${LETTERS[col]}${row + 1}`;
  const isDrawn = (from, to) => drawn[names.indexOf(from + to)];
  return Array.from({ length: 2 * size + 1 }, (_, down) =>
    Array.from({ length: 2 * size + 1 }, (_, right) => {
      const [col, row] = [right >> 1, size - ((down + 1) >> 1)];
      if (down % 2 === 0 && right % 2 === 0) return '•';
      if (down % 2 === 0) return isDrawn(dot(col, row), dot(col + 1, row)) ? '—' : null;
      if (right % 2 === 0) return isDrawn(dot(col, row), dot(col, row + 1)) ? '|' : null;
      return owners[row * size + col];
    }),
  );
}

// ---- the player --------------------------------------------------------------------------------------------------------

/**
 * Search limits by manner. `slip`: the chance of a random line. `chains`: whether it plays for control of the long chains. Hooks have no
 * clock, so work is bounded by counts. `work`: lines drawn in random playouts per decision. `exact`: at most this many free lines are
 * solved exactly. `safe`: at most this many safe lines are searched exhaustively.
 */
const MANNERS = {
  easy: { slip: 0.3, chains: false },
  steady: { slip: 0, chains: false },
  sharp: { slip: 0, chains: true, work: 60_000, exact: 14, safe: 11 },
};

function think(game, manner) {
  const board = boardOf(game);
  const free = board.free;
  if (Math.random() < manner.slip) return { line: randomOf(free), reason: 'picked at random' };
  if (manner.chains && free.length <= manner.exact) return solveEndgame(board);
  const closing = free.filter((line) => closes(board, line) > 0);
  if (closing.length > 0)
    return manner.chains ? closeOrGive(board, manner) : { line: randomOf(closing), reason: 'closes a box' };
  const safe = free.filter((line) => isSafe(board, line));
  if (safe.length === 0) return { line: opening(board, manner), reason: 'gives away as little as possible' };
  if (!manner.chains) return { line: randomOf(safe), reason: 'gives nothing away' };
  return safeLine(board, safe, manner);
}

const randomOf = (list) => list[Math.floor(Math.random() * list.length)];

/** A mutable grid for the search. `sides`: drawn lines around each box. `free`: the free lines at the start of the search. */
function boardOf({ size, names, boxes, around, drawn }, random = Math.random) {
  const sides = around.map((lines) => lines.filter((line) => drawn[line]).length);
  const free = names.map((_, line) => line).filter((line) => !drawn[line]);
  return { size, boxes, around, drawn: [...drawn], sides, free, random };
}

function draw({ drawn, sides, boxes }, line) {
  drawn[line] = true;
  for (const box of boxes[line]) if (box >= 0) sides[box] += 1;
}

function erase({ drawn, sides, boxes }, line) {
  drawn[line] = false;
  for (const box of boxes[line]) if (box >= 0) sides[box] -= 1;
}

/** How many boxes a line closes. */
function closes({ sides, boxes }, line) {
  const [one, two] = boxes[line];
  return (one >= 0 && sides[one] === 3 ? 1 : 0) + (two >= 0 && sides[two] === 3 ? 1 : 0);
}

/** Whether drawing a line leaves no box with three sides. */
function isSafe({ sides, boxes }, line) {
  const [one, two] = boxes[line];
  return (one < 0 || sides[one] < 2) && (two < 0 || sides[two] < 2);
}

/** Draws lines that close a box until there are none; returns them in order. */
function closeAll(board) {
  const taken = [];
  for (let found = true; found; ) {
    found = false;
    for (let box = 0; box < board.sides.length; box += 1) {
      if (board.sides[box] !== 3) continue;
      const line = board.around[box].find((each) => !board.drawn[each]);
      draw(board, line);
      taken.push(line);
      found = true;
    }
  }
  return taken;
}

function eraseAll(board, lines) {
  for (let at = lines.length - 1; at >= 0; at -= 1) erase(board, lines[at]);
}

// Capturing boxes

/**
 * Rows of boxes that can be closed one after the other, by drawing `lines` in order. The last line of an `open` row leads out of it;
 * a row that is not open can be closed from both ends, like an opened loop.
 */
function openedRows(board) {
  const seen = new Set();
  const rows = [];
  board.sides.forEach((sides, first) => {
    if (sides !== 3 || seen.has(first)) return;
    const row = { boxes: 0, lines: [], open: false };
    for (let box = first; ; ) {
      seen.add(box);
      row.boxes += 1;
      const line = board.around[box].find((each) => !board.drawn[each] && !row.lines.includes(each));
      if (line === undefined) break;
      row.lines.push(line);
      const beyond = board.boxes[line].find((each) => each !== box);
      if (beyond === undefined || beyond < 0 || board.sides[beyond] < 2) {
        row.open = true;
        break;
      }
      box = beyond;
    }
    rows.push(row);
  });
  return rows;
}

/** Closes boxes, or leaves the last two of a chain (four of a loop) if it pays that the other side must open the next chain. */
function closeOrGive(board, manner) {
  const rows = openedRows(board);
  const canGive = ({ boxes, open }) => boxes >= (open ? 2 : 4);
  const cost = ({ open }) => (open ? 2 : 4);
  const kept = rows.filter(canGive).sort((one, two) => cost(one) - cost(two))[0];
  const other = rows.find((row) => row !== kept);
  if (other || kept.boxes > cost(kept)) return { line: (other ?? kept).lines[0], reason: 'closes a box' };
  const taken = closeAll(board);
  const toMove = valueToMove(board, manner);
  eraseAll(board, taken);
  if (toMove >= -cost(kept)) return { line: kept.lines[0], reason: 'closes a box' };
  return {
    line: kept.lines[1],
    reason: kept.open ? 'gives two boxes to keep control' : 'gives four boxes to keep control',
  };
}

/** Net boxes from here for the side to move, in a position where no box can be closed. */
function valueToMove(board, manner) {
  const free = board.free.filter((line) => !board.drawn[line]);
  const safe = free.filter((line) => isSafe(board, line));
  if (safe.length === 0) return valueOfChains(chainsOf(board));
  if (safe.length <= manner.safe) return safeSearch(board, safe)(0);
  let sum = 0;
  const trials = Math.max(1, Math.floor(manner.work / (2 * free.length)));
  for (let trial = 0; trial < trials; trial += 1) sum += playout(board, safe);
  return sum / trials;
}

// Chains

/**
 * The chains and loops of a grid without safe lines: `{length, loop, line}`, shortest first. `line` opens the chain with the least
 * chance for the other side to leave boxes. A box where chains meet counts towards the longest of them.
 */
function chainsOf({ sides, boxes, around, drawn }) {
  const chainAt = Array(sides.length).fill(-1);
  const chains = [];
  for (let first = 0; first < sides.length; first += 1) {
    if (sides[first] !== 2 || chainAt[first] >= 0) continue;
    const chain = { length: 0, loop: true, line: -1 };
    const open = [first];
    chainAt[first] = chains.length;
    let inside = -1;
    while (open.length > 0) {
      const box = open.pop();
      chain.length += 1;
      for (const line of around[box]) {
        if (drawn[line]) continue;
        const [one, two] = boxes[line];
        const beyond = one === box ? two : one;
        if (beyond >= 0 && sides[beyond] === 2) {
          inside = line;
          if (chainAt[beyond] < 0) {
            chainAt[beyond] = chains.length;
            open.push(beyond);
          }
        } else {
          chain.loop = false;
          chain.line = line;
        }
      }
    }
    // Opened in the middle, a chain of two must be taken whole: its boxes cannot be left to regain control.
    if (chain.loop || chain.length === 2) chain.line = inside;
    chains.push(chain);
  }
  for (let box = 0; box < sides.length; box += 1) {
    if (sides[box] > 1) continue;
    let longest = null;
    for (const line of around[box]) {
      if (drawn[line]) continue;
      const beyond = boxes[line][0] === box ? boxes[line][1] : boxes[line][0];
      const chain = beyond < 0 ? null : chains[chainAt[beyond]];
      if (chain && (longest === null || chain.length > longest.length)) longest = chain;
    }
    if (longest) longest.length += 1;
  }
  return chains.sort((one, two) => one.length - two.length);
}

/** Net boxes for the side that must open the first of these chains. */
function valueOfChains(chains) {
  const lengths = [chains.filter(({ loop }) => !loop), chains.filter(({ loop }) => loop)].map((kind) =>
    kind.map(({ length }) => length),
  );
  return valueFrom(lengths[0], lengths[1], 0, 0, new Map());
}

/** The same after the first chains and loops were opened. Of each kind, the shortest is opened first. */
function valueFrom(chains, loops, chainsOpened, loopsOpened, memo) {
  if (chainsOpened === chains.length && loopsOpened === loops.length) return 0;
  const key = chainsOpened * 64 + loopsOpened;
  const cached = memo.get(key);
  if (cached !== undefined) return cached;
  let best = -Infinity;
  if (chainsOpened < chains.length) {
    const length = chains[chainsOpened];
    const rest = valueFrom(chains, loops, chainsOpened + 1, loopsOpened, memo);
    best = afterOpening(length, length < 3 ? 0 : 2, rest);
  }
  if (loopsOpened < loops.length) {
    const rest = valueFrom(chains, loops, chainsOpened, loopsOpened + 1, memo);
    best = Math.max(best, afterOpening(loops[loopsOpened], 4, rest));
  }
  memo.set(key, best);
  return best;
}

/**
 * Value for the side that opens a chain or loop. The other side either takes all of it and must open the next, or leaves the last `back`
 * boxes so that this side must (the double-cross). `rest`: the value of the remaining chains for the side that opens next.
 */
function afterOpening(length, back, rest) {
  const all = -length - rest;
  return back === 0 ? all : Math.min(all, 2 * back - length + rest);
}

function opening(board, { chains: counts }) {
  const chains = chainsOf(board);
  if (!counts) return chains[0].line;
  let best = null;
  for (const loop of [false, true]) {
    const chain = chains.find((each) => each.loop === loop);
    if (!chain) continue;
    const rest = valueOfChains(chains.filter((each) => each !== chain));
    const value = afterOpening(chain.length, loop ? 4 : chain.length < 3 ? 0 : 2, rest);
    if (best === null || value > best.value) best = { value, line: chain.line };
  }
  return best.line;
}

// Safe lines

function safeLine(board, safe, manner) {
  const values = safe.length <= manner.safe ? afterEachSafe(board, safe) : playoutMeans(board, safe, manner);
  const top = Math.max(...values);
  const gift = safe.length <= manner.safe ? bestGift(board, manner) : null;
  if (gift && gift.value > top) return { line: gift.line, reason: 'gives boxes to change the turn' };
  const line = randomOf(safe.filter((_, at) => values[at] > top - 1e-9));
  return { line, reason: top > 0 ? 'leaves the long chains to the other side' : 'gives nothing away' };
}

function afterEachSafe(board, safe) {
  const search = safeSearch(board, safe);
  return safe.map((line, at) => {
    draw(board, line);
    const value = -search(1 << at);
    erase(board, line);
    return value;
  });
}

/**
 * Searches every order of the safe lines, memoized by the set that is drawn (bit n stands for `safe[n]`). The returned function takes
 * such a set, which must be drawn on the board, and returns the value for the side to move.
 */
function safeSearch(board, safe) {
  const memo = new Map();
  const search = (drawnBits) => {
    const cached = memo.get(drawnBits);
    if (cached !== undefined) return cached;
    let best = -Infinity;
    for (let at = 0; at < safe.length; at += 1) {
      if (board.drawn[safe[at]] || !isSafe(board, safe[at])) continue;
      draw(board, safe[at]);
      best = Math.max(best, -search(drawnBits | (1 << at)));
      erase(board, safe[at]);
    }
    if (best === -Infinity) best = valueOfChains(chainsOf(board));
    memo.set(drawnBits, best);
    return best;
  };
  return search;
}

/** The best chain of one or two boxes to sacrifice, so that the other side must move after taking it: `{value, line}` or null. */
function bestGift(board, manner) {
  let best = null;
  for (const chain of chainsOf(board)) {
    if (chain.length > 2 || chain.loop) continue;
    draw(board, chain.line);
    const taken = closeAll(board);
    const value = -taken.length - valueToMove(board, manner);
    eraseAll(board, taken);
    erase(board, chain.line);
    if (best === null || value > best.value) best = { value, line: chain.line };
  }
  return best;
}

/** The mean result of random playouts after each safe line, allocated by upper confidence bounds (UCB1). */
function playoutMeans(board, safe, { work }) {
  const sums = safe.map(() => 0);
  const counts = safe.map(() => 0);
  const trials = Math.max(safe.length, Math.floor(work / board.free.length));
  for (let trial = 0; trial < trials; trial += 1) {
    let pick = trial;
    if (trial >= safe.length) {
      const reach = 40 * Math.log(trial);
      let top = -Infinity;
      for (let at = 0; at < safe.length; at += 1) {
        const bound = sums[at] / counts[at] + Math.sqrt(reach / counts[at]);
        if (bound > top) [top, pick] = [bound, at];
      }
    }
    draw(board, safe[pick]);
    sums[pick] -= playout(board, safe);
    counts[pick] += 1;
    erase(board, safe[pick]);
  }
  // The line with the most playouts is the best; the mean of few playouts is unreliable.
  const most = Math.max(...counts);
  return safe.map((_, at) => (counts[at] === most ? sums[at] / counts[at] : -Infinity));
}

/** Draws safe lines at random until there are none; returns the value for the side to move at the start. */
function playout(board, safe) {
  const order = [...safe];
  const made = [];
  for (let left = order.length; left > 0; left -= 1) {
    const at = Math.floor(board.random() * left);
    const line = order[at];
    order[at] = order[left - 1];
    if (board.drawn[line] || !isSafe(board, line)) continue;
    draw(board, line);
    made.push(line);
  }
  const value = valueOfChains(chainsOf(board));
  eraseAll(board, made);
  return made.length % 2 === 0 ? value : -value;
}

// Endgame

/**
 * Solves the rest of the game exactly, memoized by the set of free lines (bit n stands for `free[n]`). The returned function takes the
 * lines that are still free, which must not be drawn on the board, and one of them; it returns the net boxes of drawing it.
 */
function endgameSearch(board) {
  const { free } = board;
  const memo = new Int8Array(1 << free.length).fill(-128);
  const search = (left) => {
    if (left === 0) return 0;
    if (memo[left] !== -128) return memo[left];
    let best = -127;
    for (let at = 0; at < free.length; at += 1) if (left & (1 << at)) best = Math.max(best, after(left, at));
    memo[left] = best;
    return best;
  };
  const after = (left, at) => {
    const line = free[at];
    const closed = closes(board, line);
    draw(board, line);
    const rest = search(left & ~(1 << at));
    erase(board, line);
    return closed > 0 ? closed + rest : -rest;
  };
  return after;
}

function solveEndgame(board) {
  const { free } = board;
  const after = endgameSearch(board);
  const all = (1 << free.length) - 1;
  const values = free.map((_, at) => after(all, at));
  const top = Math.max(...values);
  const best = free.filter((_, at) => values[at] === top);
  const closing = best.filter((line) => closes(board, line) > 0);
  if (closing.length > 0) return { line: randomOf(closing), reason: 'closes a box' };
  const gives = free.some((line) => closes(board, line) > 0);
  return { line: randomOf(best), reason: gives ? 'gives boxes to keep control' : 'best to the end' };
}

// ---- the judge ---------------------------------------------------------------------------------------------------------

/** Limits of a judgement, as in `MANNERS`. `steps`: lines of a line of play. */
const JUDGE = { work: 60_000, exact: 14, safe: 7, steps: 8 };
/** The lead in boxes that stands halfway between an even game and the largest worth of one that is not decided. */
const HALF = 8;
const ESTIMATE_MOST = 0.9;

/** `lead`: boxes at the end. */
function worthOf(lead, isExact) {
  return isExact ? Math.sign(lead) : (ESTIMATE_MOST * lead) / (Math.abs(lead) + HALF);
}

/** Numbers from 0 to 1 that are the same in every judgement (mulberry32). */
function drawnAgain() {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `{value, steps}` of every free line, exact: the net boxes, and the lines from this one on with whether they are the mover's own. */
function judgeEndgame(board) {
  const { free } = board;
  const after = endgameSearch(board);
  const all = (1 << free.length) - 1;
  return free.map((_, at) => ({ value: after(all, at), steps: endgameSteps(board, after, at) }));
}

function endgameSteps(board, after, first) {
  const { free } = board;
  const steps = [];
  let left = (1 << free.length) - 1;
  let own = true;
  for (let at = first; at >= 0 && steps.length < JUDGE.steps; ) {
    const line = free[at];
    steps.push({ line, own });
    if (closes(board, line) === 0) own = !own;
    draw(board, line);
    left &= ~(1 << at);
    at = -1;
    for (let best = -Infinity, each = 0; each < free.length; each += 1) {
      const value = left & (1 << each) ? after(left, each) : -Infinity;
      if (value > best) [best, at] = [value, each];
    }
  }
  for (const { line } of steps.toReversed()) erase(board, line);
  return steps;
}

/** The same as an estimate, without further lines: by the count of chains, as in `decide`, once few safe lines are left. */
function judgeLines(board) {
  const { free } = board;
  const safe = free.filter((line) => isSafe(board, line));
  const open = safe.length > JUDGE.safe ? openValue(board) : null;
  return free.map((line) => {
    const closed = closes(board, line);
    draw(board, line);
    const rest = open === null ? valueOfTurn(board) : closeable(board) + (closed > 0 ? open : -open);
    erase(board, line);
    return { value: closed > 0 ? closed + rest : -rest, steps: [{ line, own: true }] };
  });
}

/** Before that, nobody knows which safe line is better: all are worth the mean of random playouts, and others cost what they give away. */
function openValue(board) {
  const taken = closeAll(board);
  const value = valueToMove(board, JUDGE);
  eraseAll(board, taken);
  return value;
}

/** The number of boxes that can be closed in a row. */
function closeable(board) {
  const taken = closeAll(board);
  const boxes = board.sides.filter((sides) => sides === 4).length;
  eraseAll(board, taken);
  return boxes - board.sides.filter((sides) => sides === 4).length;
}

/** Net boxes for the side to move, which closes what it can and may leave the last boxes of a chain to keep control. */
function valueOfTurn(board) {
  const rows = openedRows(board);
  const costs = rows.map(({ open }) => (open ? 2 : 4)).filter((cost, at) => rows[at].boxes >= cost);
  const taken = closeAll(board);
  const boxes = rows.reduce((sum, row) => sum + row.boxes, 0);
  const rest = valueToMove(board, JUDGE);
  eraseAll(board, taken);
  const keeping = costs.length > 0 ? boxes - 2 * Math.min(...costs) - rest : -Infinity;
  return Math.max(boxes + rest, keeping);
}
