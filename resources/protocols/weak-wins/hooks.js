/**
 * Hooks for Weak Wins: the rules, the judge and a computer player with three strengths.
 * Pure functions over JSON. The state holds the agreed terms and the bids of every revealed round; everything else is computed from them.
 */

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return {
    message: '',
    tags: ['weak-wins', 'bidding', 'quick'],
    type: 'supply',
    options: { total_points: 100, total_rounds: 5 },
  };
}

export function init({ role, options, manner }) {
  return { role, manner: manner ?? 'steady', terms: termsOf(options), rounds: [], end: null };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready', ...state.terms } };
}

export function handle_ready(state, ready) {
  const changed = Object.keys(state.terms).find((key) => ready[key] !== state.terms[key]);
  if (!changed) return { state };
  const option = changed.replaceAll('_', ' ');
  return leave(
    state,
    `The host set ${option} to ${ready[changed]}; its invitation stands for ${state.terms[changed]}.`,
  );
}

export function first_action(state) {
  return { state };
}

export function round_value(state, round) {
  const left = purseOf(state.terms, state.rounds, state.role).left;
  const key = `round:${round}`;
  if (round === state.terms.total_rounds - 1) {
    const choices = [{ value: left, label: String(left), hint: 'everything that is left' }];
    const entry = { type: 'integer', min: left, max: left };
    return { state, ask: { key, prompt: `Last round: bid your last ${left}`, choices, entry } };
  }
  const entry = { type: 'integer', min: 0, max: left };
  return { state, ask: { key, prompt: `Bid 0 to ${left} (round ${round + 1})`, choices: [], entry } };
}

export function round_judge(state, round, host_value, guest_value) {
  const bids = { host: host_value, guest: guest_value };
  if (!isAllowed(state, 'guest', guest_value)) {
    const reason = `The guest may not bid ${guest_value} in round ${round + 1}.`;
    return { ...leave(state, reason), send: { action: 'error', round, reason: 'invalid_bid' } };
  }
  const next = { ...state, rounds: [...state.rounds, bids] };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

/** Guest: judges the revealed bids itself, and leaves a host that reports a different result. */
export function handle(state, message, { host_value, guest_value }) {
  if (message.action === 'error') {
    return leave(state, `The host stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action !== 'round_result') return leave(state, `Unexpected ${message.action} from the other side.`);
  const number = state.rounds.length + 1;
  if (!isAllowed(state, 'host', host_value)) {
    return leave(state, `The host may not bid ${host_value} in round ${number}.`);
  }
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
  const own = resultOf(next);
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return leave(state, `The host's result of round ${number} does not fit the two opened bids.`);
  }
  return { state: next, ...endOf(next) };
}

export function decide(state, ask, context) {
  if (ask.choices.length > 0) return { answer: ask.choices[0].value, reason: 'everything that is left' };
  return (PLAYERS[context?.manner ?? state.manner] ?? PLAYERS.steady)(positionOf(state));
}

export function view(state) {
  const { role, terms, rounds, end } = state;
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(terms, rounds, seat));
  const over = endOf(state).end;
  return {
    seat: role,
    ...terms,
    round: rounds.length,
    scores: { host: host.score, guest: guest.score },
    left: { host: host.left, guest: guest.left },
    rounds: rounds.map((bids) => ({ ...bids, winner: winnerOf(bids) })),
    moves: rounds.flatMap((bids, index) =>
      ['host', 'guest'].map((by) => ({ by, label: `bid ${bids[by]}`, hint: `round ${index + 1}` })),
    ),
    turn: null,
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

function termsOf({ total_points = 100, total_rounds = 5 }) {
  return { total_points, total_rounds };
}

const otherOf = (role) => (role === 'host' ? 'guest' : 'host');

/** The lower bid wins. */
function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return host < guest ? 'host' : 'guest';
}

/** What a seat scores in a round. */
function gainOf(bids, seat) {
  const winner = winnerOf(bids);
  if (winner === 'draw') return bids[seat];
  return winner === seat ? bids.host + bids.guest : 0;
}

/** A seat's score and the points that it has left to bid. */
function purseOf({ total_points }, rounds, seat) {
  return {
    score: rounds.reduce((sum, bids) => sum + gainOf(bids, seat), 0),
    left: rounds.reduce((left, bids) => left - bids[seat], total_points),
  };
}

function isAllowed({ terms, rounds }, seat, bid) {
  const { left } = purseOf(terms, rounds, seat);
  const least = rounds.length === terms.total_rounds - 1 ? left : 0;
  return Number.isInteger(bid) && bid >= least && bid <= left;
}

/** The round_result of the last round in the state. */
function resultOf(state) {
  const { terms, rounds } = state;
  const bids = rounds.at(-1);
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(terms, rounds, seat));
  const { end } = endOf(state);
  return {
    action: 'round_result',
    round: rounds.length - 1,
    host_bid: bids.host,
    guest_bid: bids.guest,
    round_winner: winnerOf(bids),
    host_score: host.score,
    guest_score: guest.score,
    host_left: host.left,
    guest_left: guest.left,
    game_over: Boolean(end),
    game_winner: end ? end.winner : 'none',
  };
}

/** `{end}` after the last round, `{}` before. */
function endOf({ terms, rounds }) {
  if (rounds.length < terms.total_rounds) return {};
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(terms, rounds, seat).score);
  const winner = host === guest ? 'draw' : host > guest ? 'host' : 'guest';
  const score = `${Math.max(host, guest)} to ${Math.min(host, guest)}`;
  return { end: { completed: true, winner, reason: winner === 'draw' ? `Level, ${score}.` : `Won ${score}.` } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

// ---- players ----------------------------------------------------------------------------------------------------------

/**
 * `own`, `other`: points left. `lead`: own score minus the other side's. `rounds`: rounds to come, including this one. `habits`: each bid
 * of the other side so far, relative to an even share of what it had left.
 */
function positionOf({ role, terms, rounds }) {
  const peer = otherOf(role);
  const [mine, theirs] = [purseOf(terms, rounds, role), purseOf(terms, rounds, peer)];
  let left = terms.total_points;
  const habits = rounds.map((bids, index) => {
    const share = left / (terms.total_rounds - index);
    left -= bids[peer];
    return share === 0 ? 1 : bids[peer] / share;
  });
  return {
    own: mine.left,
    other: theirs.left,
    lead: mine.score - theirs.score,
    rounds: terms.total_rounds - rounds.length,
    habits,
  };
}

const PLAYERS = {
  /** Random, around an even share. */
  easy({ own, rounds }) {
    return { answer: clampBid((own / rounds) * (0.5 + Math.random()), own), reason: 'about an even share' };
  },
  /** Best response to bids around an even share. */
  steady(position) {
    const theirs = bidsAround(1, position);
    const bids = candidateBids(position.own);
    return {
      answer: bids[indexOfMax(bids.map((bid) => meanOf(chancesOf(position, bid, theirs))))],
      reason: 'answers an even share',
    };
  },
  /** Best response to a mix of what the other side usually bids and its hardest strategy. */
  sharp(position) {
    const { own, other, rounds, habits } = position;
    const seen = habits.slice(-3).map((habit) => clampBid((habit * other) / rounds, other));
    // One unusual bid does not rule out an even share.
    const usual = (2 + sumOf(habits.map((habit) => Math.min(2, habit)))) / (2 + habits.length);
    const likely = [...seen, ...bidsAround(1, position), ...bidsAround(usual, position)];
    const theirs = distinct([...candidateBids(other), ...likely]);
    const bids = distinct([...candidateBids(own), ...seen.flatMap((bid) => [bid - 1, bid + 1])]).filter(
      (bid) => bid >= 0 && bid <= own,
    );
    const chances = bids.map((bid) => chancesOf(position, bid, theirs));
    // Each round seen adds trust in the habit.
    const trust = Math.min(0.8, 0.4 + 0.2 * habits.length);
    const expected = hardestStrategy(chances).map((part) => part * (1 - trust));
    for (const bid of likely) expected[theirs.indexOf(bid)] += trust / likely.length;
    const worth = chances.map((row) => sumOf(row.map((chance, at) => chance * expected[at])));
    return { answer: bids[indexOfMax(worth)], reason: 'fits the bids so far' };
  },
};

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values) => sumOf(values) / values.length;
const indexOfMax = (values) => values.indexOf(Math.max(...values));

/** Likely bids of the other side: around `habit` times an even share. */
const bidsAround = (habit, { other, rounds }) =>
  [0.5, 0.75, 1, 1.25, 1.5].map((part) => clampBid((part * habit * other) / rounds, other));

/** The chance to win with a bid, for each bid of the other side. */
const chancesOf = (position, bid, theirs) => theirs.map((answer) => chanceAfter(position, bid, answer));

const clampBid = (bid, most) => Math.max(0, Math.min(most, Math.round(bid)));
const distinct = (values) => [...new Set(values)];

/** Candidate bids from nothing to everything, denser at the low end. */
function candidateBids(left) {
  return distinct(Array.from({ length: 18 }, (_, at) => Math.round(left * (at / 17) ** 1.5)));
}

/** Rounds of random play for each pair of bids. */
const PLAYOUT_ROUNDS = 72;

/** The chance to win after a pair of bids, from 0 to 1, if both sides then bid random shares. */
function chanceAfter({ own, other, lead, rounds }, bid, answer) {
  const after = {
    own: own - bid,
    other: other - answer,
    lead: lead + gainOf({ host: bid, guest: answer }, 'host') - gainOf({ host: bid, guest: answer }, 'guest'),
  };
  if (rounds === 2) return playout(after, 1);
  const games = Math.ceil(PLAYOUT_ROUNDS / rounds);
  let sum = 0;
  for (let game = 0; game < games; game += 1) sum += playout(after, rounds - 1);
  return sum / games;
}

/** The result of one random game: 1 for a win, 0.5 for a draw, 0 for a loss. */
function playout({ own, other, lead }, rounds) {
  for (let left = rounds; left > 0; left -= 1) {
    const bid = left === 1 ? own : Math.min(own, Math.round(((2 * own) / left) * Math.random()));
    const answer = left === 1 ? other : Math.min(other, Math.round(((2 * other) / left) * Math.random()));
    if (bid < answer) lead += bid + answer;
    else if (bid > answer) lead -= bid + answer;
    own -= bid;
    other -= answer;
  }
  return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

/** Iterations of regret matching. */
const ITERATIONS = 150;

/**
 * The other side's mixed strategy that is hardest to beat, found by regret matching (Hart and Mas-Colell, 2000): a probability for each
 * of its bids. `chances[own][other]`: the chance that this side wins.
 */
function hardestStrategy(chances) {
  const regrets = [Array(chances.length).fill(0), Array(chances[0].length).fill(0)];
  const sums = Array(chances[0].length).fill(0);
  for (let at = 0; at < ITERATIONS; at += 1) {
    const [own, other] = regrets.map(normalized);
    const gains = chances.map((row) => sumOf(row.map((chance, index) => chance * other[index])));
    const losses = other.map((_, index) => sumOf(chances.map((row, bid) => row[index] * own[bid])));
    const value = sumOf(gains.map((gain, index) => gain * own[index]));
    gains.forEach((gain, index) => {
      regrets[0][index] += gain - value;
    });
    losses.forEach((loss, index) => {
      regrets[1][index] += value - loss;
      sums[index] += other[index];
    });
  }
  return normalized(sums);
}

/** Scales the positive weights to add up to 1; uniform if there are none. */
function normalized(weights) {
  const total = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0);
  return weights.map((weight) => (total > 0 ? Math.max(0, weight) / total : 1 / weights.length));
}
