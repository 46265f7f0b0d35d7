/**
 * Hooks for Gomoku with the opening rule swap2: the rules, the referee and a computer player that searches for threats, in one file
 * because hooks cannot import. Pure functions over JSON. The state holds the plays of both seats in order, the guest's first; everything
 * else is computed from them. Points count from 0 at the lower left, row by row; stone n is black when n is even.
 */

const SIZE = 15;
const POINTS = SIZE * SIZE;
const ROW = 5;
const LETTERS = 'abcdefghijklmno';
/** Steps of a line: across, upright and the two diagonals. */
const STEPS = [
  { right: 1, up: 0 },
  { right: 0, up: 1 },
  { right: 1, up: 1 },
  { right: 1, up: -1 },
];
const COLOURS = ['black', 'white'];

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return { message: '', tags: ['gomoku', 'board'], type: 'supply', options: {} };
}

export function init({ role, manner }) {
  return { role, manner: manner ?? 'steady', plays: [], end: null };
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
  return nextStep(state);
}

/** A play of the other seat. The host referees the guest's; the guest checks every field of the host's reply. */
export function handle(state, message) {
  if (message.action === 'error')
    return leave(state, `The ${otherOf(state.role)} stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  const due = state.role === 'host' ? 'move' : 'reply';
  if (message.action !== due) return leave(state, `Unexpected ${message.action} from the other side.`);
  const turn = state.plays.length + 1;
  const by = otherOf(state.role);
  if (message.turn !== turn)
    return refuse(state, 'wrong_turn', `The ${by} played turn ${message.turn} instead of ${turn}.`);
  const game = gameOf(state.plays);
  if (!allows(game, by, message.play)) {
    const taken = isStone(message.play) && game.mover === by && game.due === 'stone';
    if (taken) return refuse(state, 'not_free', `The ${by} placed a stone on ${message.play}, which is not free.`);
    return refuse(state, 'not_due', `The ${by} played ${playText(message.play)}, which was not due.`);
  }
  const played = { ...state, plays: [...state.plays, message.play] };
  if (state.role === 'guest') {
    const expected = replyOf(played);
    const wrong = Object.keys(expected).find((key) => expected[key] !== message[key]);
    if (wrong)
      return refuse(
        state,
        'wrong_result',
        `The host said ${wrong} ${message[wrong]}; by the rules it is ${expected[wrong]}.`,
      );
  }
  return nextStep(played);
}

export function act(state, key, answer) {
  if (key !== keyOf(state) || !allows(gameOf(state.plays), state.role, answer)) {
    throw new Error(`${answer} cannot be played at ${key}`);
  }
  return sendPlay(state, answer);
}

export function decide(state, ask, context) {
  const { play, reason } = think(gameOf(state.plays), MANNERS[context?.manner ?? state.manner] ?? MANNERS.steady);
  return ask.choices.some(({ value }) => value === play) ? { answer: play, reason } : ask.choices[0].value;
}

/** Every point's worth for the seat to move, and how play would go on; the same for the same stones. */
export function evaluate({ plays, end }) {
  const game = gameOf(plays);
  // In the opening the stones belong to nobody, and on a pass nobody decides.
  if (end || game.over || !game.owners || game.mover !== senderOf(plays.length)) return null;
  const step = (point, index) => {
    const name = nameOf(point);
    return { by: index % 2 === 0 ? game.mover : otherOf(game.mover), value: name, label: name };
  };
  const judged = judge(boardOf(game.stones)).sort((one, two) => two.score - one.score);
  return {
    seat: game.mover,
    moves: judged.map(({ score, line }) => ({ worth: worthOf(score), line: line.map(step) })),
  };
}

/**
 * What a person may choose while the other seat decides, or passes between two stones of the same opening: otherwise nothing during the
 * opening. A move that isn't possible when the turn comes is dropped.
 */
export function ahead(state) {
  const game = gameOf(state.plays);
  const isOwn = game.mover === state.role;
  if (state.end || game.over || senderOf(state.plays.length) === state.role) return null;
  if (isOwn ? game.due !== 'stone' : !game.owners) return null;
  const choices = answersTo(game).map((value) => ({ value, label: value }));
  return { prompt: stonePrompt(game.stones.length + (isOwn ? 0 : 1)), choices };
}

export function view(state) {
  const { role, plays, end } = state;
  const game = gameOf(plays);
  const over = end !== null || game.over !== null;
  const owner = (index) => game.owners?.[index % 2] ?? (index % 2 === 0 ? '●' : '○');
  const cells = Array(POINTS).fill(null);
  game.stones.forEach((point, index) => {
    cells[point] = owner(index);
  });
  const place = (point) => ({ row: SIZE - 1 - Math.floor(point / SIZE), col: point % SIZE });
  const last = game.stones.at(-1);
  return {
    seat: role,
    /** Row 15 first; each point is null or the seat of its stone. Until the colours are chosen: a black or a white circle. */
    board: Array.from({ length: SIZE }, (_, row) => cells.slice((SIZE - 1 - row) * SIZE, (SIZE - row) * SIZE)),
    row_names: Array.from({ length: SIZE }, (_, row) => String(SIZE - row)),
    column_names: [...LETTERS],
    black: game.owners?.[0] ?? null,
    white: game.owners?.[1] ?? null,
    stones: game.stones.length,
    turn: over ? null : game.mover,
    last: last === undefined ? null : { by: game.placed.at(-1), ...place(last) },
    line: game.over?.line?.map(place) ?? null,
    moves: plays.map((play, index) => ({ by: senderOf(index), label: playText(play) })),
    winner: game.over?.winner ?? null,
    reason: end?.reason ?? game.over?.reason ?? null,
    over,
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

// ---- messages ----------------------------------------------------------------------------------------------------------

/** The next step of this seat: ends the game, passes, or asks for a play. */
function nextStep(state) {
  const game = gameOf(state.plays);
  // The host's reply to the last stone of the guest names the winner.
  if (game.over) return state.role === 'host' ? sendPlay(state, 'pass') : { state, ...endOf(game) };
  return game.mover === state.role ? { state, ask: askOf(state, game) } : sendPlay(state, 'pass');
}

function sendPlay(state, play) {
  const played = { ...state, plays: [...state.plays, play] };
  const turn = played.plays.length;
  const send = state.role === 'guest' ? { action: 'move', turn, play } : replyOf(played);
  const over = state.role === 'host' ? endOf(gameOf(played.plays)) : {};
  return { state: played, send, ...over };
}

/** The host's reply with its own play, the last one. */
function replyOf({ plays }) {
  const game = gameOf(plays);
  return {
    action: 'reply',
    turn: plays.length,
    play: plays.at(-1),
    due: game.over ? 'none' : game.mover === 'guest' ? game.due : 'pass',
    winner: game.over?.winner ?? 'none',
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

function askOf(state, game) {
  const prompt = game.due === 'stone' ? stonePrompt(game.stones.length) : 'Choose your colour';
  const choices = answersTo(game).map((value) => ({ value, label: labels[value] ?? value }));
  return { key: keyOf(state), prompt, choices };
}

/** For the stone after `count` others. */
const stonePrompt = (count) => `Place a ${COLOURS[count % 2]} stone`;

const labels = { black: 'take black', white: 'take white', two_more: 'place two more' };

function playText(play) {
  return play.replaceAll('_', ' ');
}

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

/** Who sends play number `index`, from 0. */
function senderOf(index) {
  return index % 2 === 0 ? 'guest' : 'host';
}

// ---- rules -------------------------------------------------------------------------------------------------------------

function nameOf(point) {
  return LETTERS[point % SIZE] + (Math.floor(point / SIZE) + 1);
}

function isStone(play) {
  return /^[a-o]\d{1,2}$/.test(play);
}

function pointOf(play) {
  return (Number(play.slice(1)) - 1) * SIZE + LETTERS.indexOf(play[0]);
}

/**
 * The game after these plays. `stones`: points in order. `placed`: the seat that placed each. `owners`: the seats of black and white,
 * null in the opening. `mover` has to play what is `due`: `stone` or `colour`. `over`: `{winner, reason, line}` or null.
 */
function gameOf(plays) {
  const game = { stones: [], placed: [], owners: null, twoMore: false, mover: 'guest', due: 'stone', over: null };
  plays.forEach((play, index) => {
    const by = senderOf(index);
    if (play === 'pass') return;
    if (play === 'two_more') game.twoMore = true;
    else if (play === 'black') game.owners = [by, otherOf(by)];
    else if (play === 'white') game.owners = [otherOf(by), by];
    else {
      game.stones.push(pointOf(play));
      game.placed.push(by);
    }
    Object.assign(game, turnOf(game));
    if (game.stones.length >= ROW && isStone(play)) game.over = outcomeOf(game);
  });
  return game;
}

function turnOf({ stones, owners, twoMore }) {
  const count = stones.length;
  if (owners) return { mover: owners[count % 2], due: 'stone' };
  if (count < 3) return { mover: 'guest', due: 'stone' };
  if (twoMore) return count < 5 ? { mover: 'host', due: 'stone' } : { mover: 'guest', due: 'colour' };
  return { mover: 'host', due: 'colour' };
}

function allows(game, by, play) {
  if (game.over || game.mover !== by) return play === 'pass';
  return answersTo(game).includes(play);
}

/** Every legal play of the seat to move. */
function answersTo({ stones, due }) {
  if (due === 'colour') return stones.length === 3 ? ['black', 'white', 'two_more'] : ['black', 'white'];
  const taken = new Set(stones);
  const free = [];
  for (let point = 0; point < POINTS; point += 1) if (!taken.has(point)) free.push(nameOf(point));
  return free;
}

/** The outcome of the last stone, or null while the game goes on. The colours are chosen before a row of five is possible. */
function outcomeOf({ stones, owners }) {
  const index = stones.length - 1;
  const own = new Set(stones.filter((_, at) => at % 2 === index % 2));
  for (const { right, up } of STEPS) {
    const owns = (col, row) => col >= 0 && col < SIZE && row >= 0 && row < SIZE && own.has(row * SIZE + col);
    let [col, row] = [stones[index] % SIZE, Math.floor(stones[index] / SIZE)];
    while (owns(col - right, row - up)) [col, row] = [col - right, row - up];
    const line = [];
    for (; owns(col, row); [col, row] = [col + right, row + up]) line.push(row * SIZE + col);
    if (line.length < ROW) continue;
    const count = { 5: 'Five', 6: 'Six', 7: 'Seven' }[line.length] ?? 'Many';
    const reason = `${count} in a row, ${nameOf(line[0])} to ${nameOf(line.at(-1))}.`;
    return { winner: owners[index % 2], reason, line };
  }
  return stones.length === POINTS ? { winner: 'draw', reason: 'The board is full: a draw.', line: null } : null;
}

// ---- the player --------------------------------------------------------------------------------------------------------

/**
 * Search limits by manner. `depth`: stones. `work`: stones tried in the search, `threats`: stones tried in the search for fours alone;
 * hooks have no clock to bound the time. `width`: points tried at each step. `slip`: the chance of a random stone.
 */
const MANNERS = {
  easy: { depth: 1, work: 60, threats: 0, width: 6, slip: 0.25 },
  steady: { depth: 3, work: 250, threats: 100, width: 8, slip: 0 },
  sharp: { depth: 12, work: 6_000, threats: 1_500, width: 12, slip: 0 },
};

/**
 * Shapes that a stone on an empty point can make of one line through it (0: none): a single stone with room for five, a pair with one or
 * both ends open, a three that can become a four, one that can become an open four, a four, an open four (unstoppable), and five.
 */
const [ONE, PAIR, OPEN_PAIR, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE] = [1, 2, 3, 4, 5, 6, 7, 8];
const WORTH = [0, 1, 3, 9, 11, 34, 38, 110, 160];
const WIN = 100_000;

function think(game, manner) {
  if (game.stones.length < 3) return { play: nameOf(openingPoint(game)), reason: 'an even opening' };
  const board = boardOf(game.stones);
  if (game.due === 'colour') return colourFor(board, game, manner);
  if (!game.owners) return evenStone(board, manner);
  const { point, reason } = bestStone(board, manner);
  return { play: nameOf(point), reason };
}

// Opening

/** Balanced openings: a black, a white and a black stone as `[col, row]`, rotated and mirrored at random. */
const OPENINGS = [
  [
    [2, 2],
    [3, 11],
    [11, 3],
  ],
];

function openingPoint({ stones }) {
  const middle = (SIZE - 1) / 2;
  const fits = OPENINGS.flatMap((opening) =>
    SYMMETRIES.map((turned) =>
      opening.map(([col, row]) => {
        const [right, up] = turned(col - middle, row - middle);
        return (up + middle) * SIZE + right + middle;
      }),
    ),
  ).filter((points) => stones.every((point, at) => points[at] === point));
  if (fits.length > 0) return fits[Math.floor(Math.random() * fits.length)][stones.length];
  const free = Array.from({ length: POINTS }, (_, point) => point).filter((point) => !stones.includes(point));
  return free[Math.floor(Math.random() * free.length)];
}

const SYMMETRIES = [
  (x, y) => [x, y],
  (x, y) => [-x, y],
  (x, y) => [x, -y],
  (x, y) => [-x, -y],
  (x, y) => [y, x],
  (x, y) => [-y, x],
  (x, y) => [y, -x],
  (x, y) => [-y, -x],
];

/** Largest score of either side in a position that counts as even. */
const EVEN = 12;

function colourFor(board, { stones }, manner) {
  const { score } = search(board, manner);
  const mover = COLOURS[board.mover];
  if (stones.length === 3 && manner.threats > 0 && Math.abs(score) <= EVEN)
    return { play: 'two_more', reason: 'keeps both colours even' };
  const play = score > 0 ? mover : COLOURS[1 - board.mover];
  return { play, reason: `${play} looks better` };
}

/** A stone after which the position is as even as possible. */
function evenStone(board, manner) {
  const quick = { ...manner, depth: 2, work: manner.work / 8, threats: 0 };
  let best = null;
  for (const point of candidates(board, manner.width)) {
    place(board, point);
    const gap = Math.abs(search(board, quick).score);
    remove(board, point);
    if (best === null || gap < best.gap) best = { point, gap };
  }
  return { play: nameOf(best.point), reason: 'keeps both colours even' };
}

// Search

function bestStone(board, manner) {
  const { mover, counts } = board;
  const other = 1 - mover;
  const all = candidates(board, manner.width);
  if (Math.random() < manner.slip)
    return { point: all[Math.floor(Math.random() * all.length)], reason: 'picked at random' };
  if (counts[mover][FIVE] > 0) return { point: pointsOf(board, mover, FIVE)[0], reason: 'makes five in a row' };
  if (counts[other][FIVE] > 0) return { point: pointsOf(board, other, FIVE)[0], reason: 'stops five in a row' };
  if (manner.threats > 0) {
    const four =
      counts[mover][OPEN_FOUR] > 0 ? pointsOf(board, mover, OPEN_FOUR)[0] : winByFours(board, manner.threats);
    if (four !== null) return { point: four, reason: 'forces five in a row' };
  }
  const { point, score, ahead } = search(board, manner);
  if (score > WIN / 2) return { point, reason: 'leads to five in a row' };
  if (score < -WIN / 2) return { point, reason: 'holds out longest' };
  if (board.best[other][point] >= FOUR) return { point, reason: 'stops a threat' };
  return { point, reason: ahead > 1 ? `looks best ${ahead} stones ahead` : 'looks best for now' };
}

/**
 * Iterative deepening. A depth cut short by the work limit counts only if its best point still beats the previous result.
 * The score is for the side to move.
 */
function search(board, { depth, work, threats, width }) {
  board.known.clear();
  let points = rootPoints(board, width, threats);
  board.work = work;
  let found = { point: points[0], score: 0, ahead: 0 };
  for (let ahead = 1; ahead <= depth; ahead += 1) {
    let best = -Infinity;
    const scored = [];
    for (const point of points) {
      place(board, point);
      const score = -negamax(board, ahead - 1, width, -WIN, -Math.max(best, -WIN), 1);
      remove(board, point);
      if (board.work < 0) break;
      scored.push({ point, score });
      best = Math.max(best, score);
    }
    if (board.work < 0 && scored.length < 2) break;
    scored.sort((one, two) => two.score - one.score);
    if (board.work < 0 && scored[0].point !== found.point && ahead > 1 && scored[0].score < found.score) break;
    found = { point: scored[0].point, score: scored[0].score, ahead };
    if (board.work < 0 || points.length === 1 || Math.abs(best) > WIN / 2) break;
    const searched = scored.map(({ point }) => point);
    points = searched.concat(points.filter((point) => !searched.includes(point)));
  }
  return found;
}

/** The points to try at the root. Leaves out those that let the other side win by fours, unless none would remain. */
function rootPoints(board, width, threats) {
  const points = replies(board, width);
  const other = 1 - board.mover;
  if (threats === 0 || points.length < 2 || !threatens(board, other, threats)) return points;
  const share = Math.ceil(threats / points.length);
  const safe = points.filter((point) => {
    place(board, point);
    const lost = winByFours(board, share) !== null;
    remove(board, point);
    return !lost;
  });
  return safe.length > 0 ? safe : points;
}

/** Whether this side would win by fours if it were its turn. */
function threatens(board, side, threats) {
  const mover = board.mover;
  board.mover = side;
  const wins = board.counts[side][OPEN_FOUR] > 0 || winByFours(board, threats) !== null;
  board.mover = mover;
  return wins;
}

/** Negamax with alpha-beta for the side to move; later wins score less. Forced replies to a four cost no depth. */
function negamax(board, depth, width, alpha, beta, ply) {
  const { mover, counts, known } = board;
  const own = counts[mover];
  const theirs = counts[1 - mover];
  if (own[FIVE] > 0) return WIN - ply;
  if (theirs[FIVE] > 0) {
    const [point, second] = pointsOf(board, 1 - mover, FIVE);
    if (second !== undefined) return ply + 1 - WIN;
    if (board.work < 0) return 0;
    place(board, point);
    const score = -negamax(board, depth, width, -beta, -alpha, ply + 1);
    remove(board, point);
    return score;
  }
  if (own[OPEN_FOUR] > 0) return WIN - ply - 2;
  if (depth <= 0 || board.work < 0) return estimate(board);
  const { key } = board;
  const entry = known.get(key);
  if (entry && entry.depth >= depth) {
    if (entry.score >= beta ? entry.least : entry.score <= alpha ? entry.most : entry.least && entry.most)
      return entry.score;
  }
  const points = replies(board, width);
  if (points.length === 0) return 0;
  if (entry && points.includes(entry.point)) points.unshift(entry.point);
  let best = -Infinity;
  let bestPoint = -1;
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index];
    if (index > 0 && point === points[0]) continue;
    place(board, point);
    const score = -negamax(board, depth - 1, width, -beta, -Math.max(alpha, best), ply + 1);
    remove(board, point);
    if (score > best) {
      best = score;
      bestPoint = point;
    }
    if (best >= beta || board.work < 0) break;
  }
  if (board.work >= 0 && Math.abs(best) < WIN / 2) {
    known.set(key, { depth, score: best, point: bestPoint, least: best > alpha, most: best < beta });
  }
  return best;
}

/** The points to try. If the other side threatens an open four, only those that stop it or make a four. */
function replies(board, width) {
  const { mover, counts, best } = board;
  const other = 1 - mover;
  if (counts[other][FIVE] > 0) return pointsOf(board, other, FIVE).slice(0, 1);
  if (counts[other][OPEN_FOUR] === 0) return candidates(board, width);
  return candidates(board, 2 * width, (point) => best[other][point] >= FOUR || best[mover][point] >= FOUR);
}

/** The `width` best free points by their value to both sides, best first. */
function candidates(board, width, fits = () => true) {
  const { mover, taken, worth } = board;
  const own = worth[mover];
  const theirs = worth[1 - mover];
  const points = [];
  const values = [];
  for (let point = 0; point < POINTS; point += 1) {
    if (taken[point]) continue;
    const value = 2 * own[point] + theirs[point];
    if (points.length === width && value <= values[width - 1]) continue;
    if (!fits(point)) continue;
    let at = Math.min(points.length, width - 1);
    for (; at > 0 && values[at - 1] < value; at -= 1) {
      values[at] = values[at - 1];
      points[at] = points[at - 1];
    }
    values[at] = value;
    points[at] = point;
  }
  return points;
}

/** The free points at which a stone of this side makes at least the shape `least`. */
function pointsOf({ taken, best }, side, least) {
  const bests = best[side];
  const points = [];
  for (let point = 0; point < POINTS; point += 1) if (bests[point] >= least && !taken[point]) points.push(point);
  return points;
}

function estimate({ mover, totals, counts }) {
  const own = totals[mover] + 20 * counts[mover][FOUR];
  const theirs = totals[1 - mover] + (counts[1 - mover][OPEN_FOUR] > 0 ? 40 : 0);
  return own * 1.15 - theirs;
}

/** The first stone of a sequence of fours that forces five in a row, or null. `most` bounds the stones tried. */
function winByFours(board, most) {
  board.work = most;
  board.tried.clear();
  return fourFor(board);
}

function fourFor(board) {
  const { mover, counts, tried } = board;
  const other = 1 - mover;
  const forced = counts[other][FIVE] > 0 ? pointsOf(board, other, FIVE) : null;
  if (forced && forced.length > 1) return null;
  if (!forced && counts[mover][OPEN_FOUR] > 0) return pointsOf(board, mover, OPEN_FOUR)[0];
  if (counts[mover][FOUR] + counts[mover][OPEN_FOUR] === 0 || tried.has(board.key)) return null;
  tried.add(board.key);
  const fours = candidates(board, 12, (point) => board.best[mover][point] >= FOUR && (!forced || forced[0] === point));
  for (const four of fours) {
    if (board.work < 0) return null;
    place(board, four);
    const fives = pointsOf(board, mover, FIVE);
    let won = counts[other][FIVE] === 0 && fives.length > 1;
    if (!won && counts[other][FIVE] === 0 && fives.length === 1) {
      place(board, fives[0]);
      won = counts[mover][FIVE] > 0 || fourFor(board) !== null;
      remove(board, fives[0]);
    }
    remove(board, four);
    if (won) return four;
  }
  return null;
}

// The judge

/**
 * Limits of a judgement: the `width` best points are searched as deep as `work` allows, and for wins by fours; all others are only looked
 * at, and never count more than these. `steps`: stones of a line of play.
 */
const JUDGE = { depth: 12, width: 12, work: 4_000, threats: 1_200, steps: 9 };
/** The estimate that stands halfway between an even position and the largest worth of one that is not won. */
const HALF = 300;
const ESTIMATE_MOST = 0.9;

function worthOf(score) {
  if (Math.abs(score) > WIN / 2) return Math.sign(score);
  return (ESTIMATE_MOST * score) / (Math.abs(score) + HALF);
}

/** `{score, line}` of every free point. */
function judge(board) {
  const { mover, best } = board;
  const points = candidates(board, POINTS);
  const judged = points.map((point, index) => {
    const isFive = best[mover][point] === FIVE;
    return { point, score: isFive ? WIN : 0, isKnown: isFive, isSearched: index < JUDGE.width };
  });
  const searched = judged.filter(({ isSearched }) => isSearched);
  judgeFours(board, searched);
  board.known.clear();
  board.work = JUDGE.work;
  for (let ahead = 1; ahead <= JUDGE.depth; ahead += 1) {
    const open = searched.filter(({ isKnown }) => !isKnown);
    const scores = open.map(({ point }) => (board.work < 0 ? 0 : scoreAfter(board, point, ahead - 1)));
    if (open.length === 0 || board.work < 0) break;
    open.forEach((each, index) => {
      each.score = scores[index];
      each.isKnown = Math.abs(each.score) > WIN / 2;
    });
  }
  const least = Math.min(...searched.map(({ score }) => score).filter((score) => score > -WIN / 2));
  for (const each of judged) {
    if (each.isSearched) continue;
    board.work = 1;
    each.score = Math.min(scoreAfter(board, each.point, 0), least);
  }
  return judged.map(({ point, score, isSearched }) => ({
    score,
    line: isSearched ? lineFrom(board, point) : [point],
  }));
}

/** Marks the points that win by fours, and those that let the other side do so. */
function judgeFours(board, judged) {
  const four = winByFours(board, JUDGE.threats);
  for (const each of judged) {
    if (each.isKnown) continue;
    if (each.point === four) Object.assign(each, { score: WIN - 2 * JUDGE.steps, isKnown: true });
    place(board, each.point);
    const isLost = winByFours(board, Math.ceil(JUDGE.threats / judged.length)) !== null;
    remove(board, each.point);
    if (isLost) Object.assign(each, { score: 2 * JUDGE.steps - WIN, isKnown: true });
  }
}

function scoreAfter(board, point, depth) {
  place(board, point);
  const score = -negamax(board, depth, JUDGE.width, -WIN, WIN, 1);
  remove(board, point);
  return score;
}

/** The points from this one on: fives, fours that win, forced replies, and what the search has found; up to where it knows no more. */
function lineFrom(board, first) {
  const { taken, best } = board;
  const line = [];
  for (let point = first; point >= 0 && taken[point] === 0 && line.length < JUDGE.steps; point = replyIn(board)) {
    const isFive = best[board.mover][point] === FIVE;
    line.push(point);
    place(board, point);
    if (isFive) break;
  }
  for (const point of line.toReversed()) remove(board, point);
  return line;
}

function replyIn(board) {
  const { mover, counts, known, key } = board;
  for (const side of [mover, 1 - mover]) if (counts[side][FIVE] > 0) return pointsOf(board, side, FIVE)[0];
  return winByFours(board, JUDGE.threats / JUDGE.width) ?? known.get(key)?.point ?? -1;
}

// Board of the search

/**
 * A mutable board for the search. For each point and each line through it, `stones[side]` has a bit for each of the eight nearest points
 * of the line, four on each side: set if this side has a stone there, and for both sides if it lies off the board. The bits of both sides
 * determine the shape that a stone would make; `best` (the best shape) and `worth` (the sum of values) aggregate the shapes of a point.
 * All arrays share the buffer `bytes`, which is copied before each stone and restored when the stone is taken back.
 */
function boardOf(stones) {
  const lines = STEPS.length * POINTS;
  const buffer = new ArrayBuffer(8 * POINTS + 80 + 4 * lines + 3 * POINTS);
  let used = 0;
  const part = (Type, length) => {
    const start = used;
    used += length * Type.BYTES_PER_ELEMENT;
    return new Type(buffer, start, length);
  };
  const board = {
    mover: 0,
    worth: [part(Int32Array, POINTS), part(Int32Array, POINTS)],
    /** By shape: the number of lines through free points that a stone would turn into it. */
    counts: [part(Int32Array, 9), part(Int32Array, 9)],
    totals: part(Int32Array, 2),
    stones: [part(Uint8Array, lines), part(Uint8Array, lines)],
    shapes: [part(Uint8Array, lines), part(Uint8Array, lines)],
    best: [part(Uint8Array, POINTS), part(Uint8Array, POINTS)],
    taken: part(Uint8Array, POINTS),
    bytes: new Uint8Array(buffer),
    /** Copies of `bytes`, one for each stone placed. */
    past: [],
    placed: 0,
    near: nearPoints(),
    memo: new Uint8Array(65_536),
    /** Additive Zobrist hash: the sum of one random number per stone. Exact, as all sums stay below 2 ** 53. */
    key: 0,
    keys: Array.from({ length: 2 * POINTS }, () => Math.floor(Math.random() * 2 ** 44)),
    known: new Map(),
    tried: new Set(),
    work: 0,
  };
  for (let line = 0; line < lines; line += 1) {
    for (let at = 0; at < 8; at += 1) {
      if (board.near[line * 8 + at] < 0) {
        board.stones[0][line] |= 1 << at;
        board.stones[1][line] |= 1 << at;
      }
    }
  }
  for (let line = 0; line < lines; line += 1) reshape(board, line >> 2, line);
  for (const point of stones) place(board, point);
  return board;
}

/** For each point and line through it, the four points before it and the four after it; -1 off the board. */
function nearPoints() {
  const near = new Int16Array(POINTS * STEPS.length * 8).fill(-1);
  for (let point = 0; point < POINTS; point += 1) {
    const [col, row] = [point % SIZE, Math.floor(point / SIZE)];
    STEPS.forEach(({ right, up }, step) => {
      for (let at = 0; at < 8; at += 1) {
        const far = at < 4 ? at - 4 : at - 3;
        const [c, r] = [col + far * right, row + far * up];
        if (c >= 0 && c < SIZE && r >= 0 && r < SIZE) near[(point * STEPS.length + step) * 8 + at] = r * SIZE + c;
      }
    });
  }
  return near;
}

/** Places a stone of the side to move. */
function place(board, point) {
  const { mover, near, taken } = board;
  const stones = board.stones[mover];
  board.past[board.placed] ??= new Uint8Array(board.bytes.length);
  board.past[board.placed].set(board.bytes);
  board.placed += 1;
  exclude(board, point);
  taken[point] = 1;
  board.key += board.keys[2 * point + mover];
  board.work -= 1;
  for (let at = point * 32; at < point * 32 + 32; at += 1) {
    const other = near[at];
    if (other < 0) continue;
    const line = other * 4 + ((at >> 3) & 3);
    stones[line] |= 128 >> (at & 7);
    if (taken[other] === 0) reshape(board, other, line);
  }
  board.mover = 1 - mover;
}

/** Takes the last stone back. */
function remove(board, point) {
  board.placed -= 1;
  board.bytes.set(board.past[board.placed]);
  board.mover = 1 - board.mover;
  board.key -= board.keys[2 * point + board.mover];
}

/** Subtracts the lines through a point, which is no longer free, from the totals. */
function exclude(board, point) {
  for (let side = 0; side < 2; side += 1) {
    const counts = board.counts[side];
    const shapes = board.shapes[side];
    for (let line = point * 4; line < point * 4 + 4; line += 1) counts[shapes[line]] -= 1;
    board.totals[side] -= board.worth[side][point];
  }
}

/** Recomputes the shape that a stone on a free point would make of a line. */
function reshape(board, point, line) {
  const first = board.stones[0][line];
  const second = board.stones[1][line];
  for (let side = 0; side < 2; side += 1) {
    const index = side === 0 ? (first << 8) | second : (second << 8) | first;
    let shape = board.memo[index] - 1;
    if (shape < 0) {
      shape = shapeOf(index >> 8, index & 255);
      board.memo[index] = shape + 1;
    }
    const shapes = board.shapes[side];
    const before = shapes[line];
    if (shape === before) continue;
    shapes[line] = shape;
    const counts = board.counts[side];
    counts[before] -= 1;
    counts[shape] += 1;
    const gain = WORTH[shape] - WORTH[before];
    board.worth[side][point] += gain;
    board.totals[side] += gain;
    const best = board.best[side];
    if (shape > best[point]) best[point] = shape;
    else if (before === best[point]) {
      const at = point * 4;
      best[point] = Math.max(shapes[at], shapes[at + 1], shapes[at + 2], shapes[at + 3]);
    }
  }
}

/** The shape that a stone on the middle of nine points in a line makes. Bits off the board are set in both arguments. */
function shapeOf(stones, others) {
  const blocked = spread(others);
  const own = spread(stones & ~others) | 16;
  const made = fivesOf(own, blocked);
  if (made !== 0) return made;
  let best = 0;
  let [open, most] = [0, 0];
  for (let five = 31; five < 512; five <<= 1) {
    if (five & blocked) continue;
    open += 1;
    let held = 0;
    for (let bits = five & own; bits !== 0; bits &= bits - 1) held += 1;
    most = Math.max(most, held);
  }
  if (most >= 3) {
    best = THREE;
    for (let bit = 1; bit < 512 && best === THREE; bit <<= 1) {
      if (!(bit & (own | blocked)) && fivesOf(own | bit, blocked) === OPEN_FOUR) best = OPEN_THREE;
    }
  } else if (most === 2) best = open > 2 ? OPEN_PAIR : PAIR;
  else if (most === 1) best = ONE;
  return best;
}

/** FIVE, FOUR or OPEN_FOUR by the points that would complete a row of five through the middle, else 0. */
function fivesOf(own, blocked) {
  let completing = 0;
  for (let five = 31; five < 512; five <<= 1) {
    const missing = five & ~own;
    if (missing === 0) return FIVE;
    if ((missing & (missing - 1)) === 0 && !(missing & blocked)) completing |= missing;
  }
  return completing === 0 ? 0 : completing & (completing - 1) ? OPEN_FOUR : FOUR;
}

/** Makes room for the middle point: eight bits become nine. */
const spread = (bits) => (bits & 15) | ((bits & 240) << 1);
