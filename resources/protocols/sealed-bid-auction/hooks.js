/**
 * Hooks for Sealed-bid Auction: the rules, the auctioneer and a computer player with three strengths.
 * Pure functions over JSON. The state holds the agreed terms, the values of the lots and the bids of every revealed round.
 */

/** Number of catalogues; each stands for one sequence of lot values. */
const CATALOGUES = 24;

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return {
    message: '',
    tags: ['sealed-bid-auction', 'bidding'],
    type: 'supply',
    options: { lots: 7, budget: 100, pricing: 'first_price' },
  };
}

export function init({ role, options, manner, sent = [] }) {
  const drawn = sent.find(({ action }) => action === 'join')?.catalogue ?? null;
  return { role, manner: manner ?? 'steady', terms: termsOf(options), drawn, values: [], rounds: [], end: null };
}

/** The guest draws the catalogue, so the host cannot choose the lots; the guest gains nothing by choosing, as both bid for the same. */
export function join(state) {
  const catalogue = state.drawn ?? 1 + Math.floor(Math.random() * CATALOGUES);
  return { state: { ...state, values: valuesOf(catalogue, state.terms.lots) }, send: { action: 'join', catalogue } };
}

export function handle_join(state, { catalogue }) {
  const values = valuesOf(catalogue, state.terms.lots);
  return { state: { ...state, values }, send: { action: 'ready', ...state.terms, values } };
}

export function handle_ready(state, ready) {
  const changed = Object.keys(state.terms).find((key) => ready[key] !== state.terms[key]);
  if (changed) {
    return leave(
      state,
      `The host set ${changed} to ${ready[changed]}; its invitation stands for ${state.terms[changed]}.`,
    );
  }
  const fits =
    ready.values.length === state.values.length && ready.values.every((value, at) => value === state.values[at]);
  return fits ? { state } : leave(state, 'The host offers other lots than those of the catalogue.');
}

export function first_action(state) {
  return { state };
}

export function round_value(state, round) {
  const { budget } = purseOf(state, state.role);
  const prompt = `Bid 0 to ${budget} for lot ${round + 1}, worth ${state.values[round]}`;
  return {
    state,
    ask: { key: `round:${round}`, prompt, choices: [], entry: { type: 'integer', min: 0, max: budget } },
  };
}

export function round_judge(state, round, host_value, guest_value) {
  if (!isAllowed(state, 'guest', guest_value)) {
    const reason = `The guest may not bid ${guest_value} for lot ${round + 1}.`;
    return { ...leave(state, reason), send: { action: 'error', round, reason: 'invalid_bid' } };
  }
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
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
    return leave(state, `The host may not bid ${host_value} for lot ${number}.`);
  }
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
  const own = resultOf(next);
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return leave(state, `The host's result for lot ${number} does not fit the two opened bids.`);
  }
  return { state: next, ...endOf(next) };
}

export function decide(state, _ask, context) {
  return (PLAYERS[context?.manner ?? state.manner] ?? PLAYERS.steady)(positionOf(state));
}

export function view(state) {
  const { role, terms, values, rounds, end } = state;
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(state, seat));
  const over = endOf(state).end;
  return {
    seat: role,
    ...terms,
    values,
    round: rounds.length,
    scores: { host: host.value, guest: guest.value },
    budgets: { host: host.budget, guest: guest.budget },
    rounds: rounds.map((bids) => ({ ...bids, winner: winnerOf(bids) })),
    moves: rounds.flatMap((bids, index) =>
      ['host', 'guest'].map((by) => ({
        by,
        label: `bid ${bids[by]}`,
        hint: `lot ${index + 1}, worth ${values[index]}`,
      })),
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

function termsOf({ lots = 7, budget = 100, pricing = 'first_price' }) {
  return { lots, budget, pricing };
}

/** The values of the lots: 10 to 50, from the minimal standard generator of Park and Miller (1988). */
function valuesOf(catalogue, lots) {
  let x = catalogue;
  return Array.from({ length: lots }, () => {
    x = (x * 16807) % 2147483647;
    return 10 + (x % 41);
  });
}

const otherOf = (role) => (role === 'host' ? 'guest' : 'host');

/** The higher bid wins. */
function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return host > guest ? 'host' : 'guest';
}

/** What the winner of a lot pays; 0 if the lot is withdrawn. */
function priceOf({ pricing }, bids) {
  const winner = winnerOf(bids);
  if (winner === 'draw') return 0;
  return pricing === 'first_price' ? bids[winner] : bids[otherOf(winner)];
}

/** The value of a seat's lots and the money that it has left. */
function purseOf({ terms, values, rounds }, seat) {
  const won = rounds.map((bids) => winnerOf(bids) === seat);
  return {
    value: rounds.reduce((sum, _, at) => sum + (won[at] ? values[at] : 0), 0),
    budget: rounds.reduce((left, bids, at) => left - (won[at] ? priceOf(terms, bids) : 0), terms.budget),
  };
}

function isAllowed(state, seat, bid) {
  return Number.isInteger(bid) && bid >= 0 && bid <= purseOf(state, seat).budget;
}

/** The round_result of the last round in the state. */
function resultOf(state) {
  const bids = state.rounds.at(-1);
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(state, seat));
  const { end } = endOf(state);
  return {
    action: 'round_result',
    round: state.rounds.length - 1,
    host_bid: bids.host,
    guest_bid: bids.guest,
    round_winner: winnerOf(bids),
    price: priceOf(state.terms, bids),
    host_value: host.value,
    guest_value: guest.value,
    host_budget: host.budget,
    guest_budget: guest.budget,
    game_over: Boolean(end),
    game_winner: end ? end.winner : 'none',
  };
}

/** `{end}` after the last lot, `{}` before. */
function endOf(state) {
  if (state.rounds.length < state.terms.lots) return {};
  const [host, guest] = ['host', 'guest'].map((seat) => purseOf(state, seat));
  const lead = host.value - guest.value || host.budget - guest.budget;
  const winner = lead === 0 ? 'draw' : lead > 0 ? 'host' : 'guest';
  const values = `${Math.max(host.value, guest.value)} to ${Math.min(host.value, guest.value)}`;
  const money = `${Math.max(host.budget, guest.budget)} to ${Math.min(host.budget, guest.budget)}`;
  const reason =
    host.value !== guest.value
      ? `Lots worth ${values}.`
      : winner === 'draw'
        ? `Level in lots and money, ${values}.`
        : `Level in lots, ${values}; more money left, ${money}.`;
  return { end: { completed: true, winner, reason } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

// ---- players ----------------------------------------------------------------------------------------------------------

/**
 * `own`, `other`: money left. `lead`: value of the own lots minus that of the other side's. `values`: of the remaining lots, this one
 * first. `habits`: each bid of the other side so far, relative to the share of its money that `shareOf` gives.
 */
function positionOf({ role, terms, values, rounds }) {
  const peer = otherOf(role);
  const [mine, theirs] = [role, peer].map((seat) => purseOf({ terms, values, rounds }, seat));
  const habits = rounds.map((bids, at) => {
    const { budget } = purseOf({ terms, values, rounds: rounds.slice(0, at) }, peer);
    const share = budget * shareOf(values.slice(at));
    return share === 0 ? 1 : bids[peer] / share;
  });
  return {
    own: mine.budget,
    other: theirs.budget,
    lead: mine.value - theirs.value,
    values: values.slice(rounds.length),
    pricing: terms.pricing,
    habits,
  };
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const indexOfMax = (values) => values.indexOf(Math.max(...values));
const clampBid = (bid, most) => Math.max(0, Math.min(most, Math.round(bid)));
const distinct = (values) => [...new Set(values)];

/** More than half of the value wins, so a lot may cost more than its share of the total value. */
const OVERPAY = 1.6;
/** The fraction of its money that a side may spend on the first of these lots. */
const shareOf = (values) => (values.length === 1 ? 1 : Math.min(1, (OVERPAY * values[0]) / sumOf(values)));

const PLAYERS = {
  /** Random, around the lot's share of the money. */
  easy({ own, values }) {
    return {
      answer: clampBid(own * shareOf(values) * (0.4 + 0.9 * Math.random()), own),
      reason: 'a guess by its value',
    };
  },
  /** The lot's share of the remaining value, applied to the money left. */
  steady({ own, values }) {
    const share = (values[0] / sumOf(values)) * (0.95 + 0.2 * Math.random());
    return { answer: clampBid(own * share, own), reason: 'its share of my money' };
  },
  /** Best response to a mix of what the other side usually bids and its hardest strategy. */
  sharp(position) {
    const { own, other, values, habits } = position;
    const share = other * shareOf(values);
    const seen = habits.slice(-3).map((habit) => clampBid(habit * share, other));
    // One unusual bid does not rule out the usual share.
    const usual = (2 + sumOf(habits.map((habit) => Math.min(2, habit)))) / (2 + habits.length);
    const likely = [...seen, ...bidsAround(1, position), ...bidsAround(usual, position)];
    const theirs = distinct([...candidateBids(other), ...likely]);
    const bids = distinct([...candidateBids(own), ...bidsAbove([...seen, other], own)]);
    const futures = futuresOf(values.slice(1), usual);
    const chances = bids.map((bid) => theirs.map((answer) => chanceAfter(position, bid, answer, futures)));
    // Each lot seen adds trust in the habit.
    const trust = Math.min(0.8, 0.4 + 0.1 * habits.length);
    const expected = hardestStrategy(chances).map((part) => part * (1 - trust));
    for (const bid of likely) expected[theirs.indexOf(bid)] += trust / likely.length;
    const worth = chances.map((row) => sumOf(row.map((chance, at) => chance * expected[at])));
    return { answer: bids[indexOfMax(worth)], reason: 'fits the bids so far' };
  },
};

/** Candidate bids from nothing to everything, denser at the low end. */
const candidateBids = (most) => distinct(Array.from({ length: 16 }, (_, at) => Math.round(most * (at / 15) ** 1.5)));

/** Just enough to beat each of these bids. */
const bidsAbove = (bids, most) => bids.map((bid) => bid + 1).filter((bid) => bid <= most);

/** Likely bids of the other side: around `habit` times the lot's share of its money. */
const bidsAround = (habit, { other, values }) =>
  [0.5, 0.75, 1, 1.25, 1.5].map((part) => clampBid(part * habit * other * shareOf(values), other));

/** Rounds of random play for each pair of bids. */
const PLAYOUT_ROUNDS = 60;
/** Random continuations that are shared by all pairs of bids. */
const FUTURES = 500;

/**
 * Random continuations of the auction. `all`: for each remaining lot, the fractions of their money that this side and the other bid.
 * `games`: how many continuations to play for each pair of bids.
 */
function futuresOf(rest, usual) {
  if (rest.length === 0) return { games: 1, all: [[]] };
  const shares = rest.map((_, at) => shareOf(rest.slice(at)));
  const all = Array.from({ length: FUTURES }, () =>
    shares.flatMap((share) => [share * (0.4 + 1.2 * Math.random()), share * usual * (0.4 + 1.2 * Math.random())]),
  );
  return { games: Math.ceil(PLAYOUT_ROUNDS / rest.length), all };
}

/** The chance to win after a pair of bids, from 0 to 1, averaged over `games` of these continuations. */
function chanceAfter({ own, other, lead, values, pricing }, bid, answer, { games, all }) {
  const highest = pricing === 'first_price';
  const from = Math.floor(Math.random() * all.length);
  let sum = 0;
  for (let game = 0; game < games; game += 1) {
    const parts = all[(from + game) % all.length];
    let mine = own;
    let theirs = other;
    let ahead = lead;
    let ownBid = bid;
    let otherBid = answer;
    for (let at = 0; ; at += 1) {
      if (ownBid > otherBid) {
        mine -= highest ? ownBid : otherBid;
        ahead += values[at];
      } else if (otherBid > ownBid) {
        theirs -= highest ? otherBid : ownBid;
        ahead -= values[at];
      }
      if (2 * at === parts.length) break;
      ownBid = Math.min(mine, Math.round(mine * parts[2 * at]));
      otherBid = Math.min(theirs, Math.round(theirs * parts[2 * at + 1]));
    }
    ahead = ahead || mine - theirs;
    sum += ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
  }
  return sum / games;
}

/** Iterations of regret matching. */
const ITERATIONS = 150;

/**
 * The other side's mixed strategy that is hardest to beat, found by regret matching (Hart and Mas-Colell, 2000): a probability for each
 * of its bids. `chances[own][other]`: the chance that this side wins.
 */
function hardestStrategy(chances) {
  const [bids, answers] = [chances.length, chances[0].length];
  const regrets = [Array(bids).fill(0), Array(answers).fill(0)];
  const sums = Array(answers).fill(0);
  for (let at = 0; at < ITERATIONS; at += 1) {
    const [own, other] = regrets.map(normalized);
    const losses = Array(answers).fill(0);
    let value = 0;
    for (let bid = 0; bid < bids; bid += 1) {
      const row = chances[bid];
      const part = own[bid];
      let gain = 0;
      for (let answer = 0; answer < answers; answer += 1) {
        gain += row[answer] * other[answer];
        losses[answer] += row[answer] * part;
      }
      regrets[0][bid] += gain;
      value += gain * part;
    }
    for (let bid = 0; bid < bids; bid += 1) regrets[0][bid] -= value;
    for (let answer = 0; answer < answers; answer += 1) {
      regrets[1][answer] += value - losses[answer];
      sums[answer] += other[answer];
    }
  }
  return normalized(sums);
}

/** Scales the positive weights to add up to 1; uniform if there are none. */
function normalized(weights) {
  const total = weights.reduce((sum, weight) => sum + Math.max(0, weight), 0);
  return weights.map((weight) => (total > 0 ? Math.max(0, weight) / total : 1 / weights.length));
}
