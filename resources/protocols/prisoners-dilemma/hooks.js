/**
 * Hooks for the Iterated Prisoner's Dilemma: the rules, the judge and well-known strategies.
 * Pure functions over JSON. The state holds the agreed terms and the moves of every revealed round; the totals are computed from them.
 */

const MOVES = ['cooperate', 'defect'];

export const manners = ['steady', 'easy', 'sharp', 'generous', 'tit-for-two-tats', 'grim', 'pavlov', 'always-defect'];

export function metadata() {
  return { message: '', tags: ['prisoners-dilemma', 'quick'], type: 'supply', options: { rounds: 20 } };
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
  return leave(
    state,
    `The host set ${changed} to ${ready[changed]}; its invitation stands for ${state.terms[changed]}.`,
  );
}

export function first_action(state) {
  return { state };
}

export function round_value(state, round) {
  const { reward, sucker, temptation, punishment } = state.terms;
  const choices = [
    { value: 'cooperate', label: 'cooperate', hint: `${reward} points if both do, ${sucker} if you alone do` },
    { value: 'defect', label: 'defect', hint: `${temptation} points if you alone do, ${punishment} if both do` },
  ];
  const prompt = `Cooperate or defect? (round ${round + 1} of ${state.terms.rounds})`;
  return { state, ask: { key: `round:${round}`, prompt, choices } };
}

export function round_judge(state, _round, host_value, guest_value) {
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

/** Guest: judges the revealed moves itself, and leaves a host that reports a different result. */
export function handle(state, message, { host_value, guest_value }) {
  if (message.action === 'error') {
    return leave(state, `The host stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action !== 'round_result') return leave(state, `Unexpected ${message.action} from the other side.`);
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
  const own = resultOf(next);
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return leave(state, `The host's result of round ${next.rounds.length} does not fit the two opened moves.`);
  }
  return { state: next, ...endOf(next) };
}

export function decide(state, _ask, context) {
  const { role, terms, rounds } = state;
  const own = rounds.map((moves) => moves[role]);
  const their = rounds.map((moves) => moves[otherOf(role)]);
  const [cooperates, reason] = (STRATEGIES[context?.manner ?? state.manner] ?? STRATEGIES.steady)(own, their, terms);
  return { answer: cooperates ? 'cooperate' : 'defect', reason };
}

export function view(state) {
  const { role, terms, rounds, end } = state;
  const over = endOf(state).end;
  return {
    seat: role,
    ...terms,
    round: rounds.length,
    scores: totalsOf(state),
    moves: rounds.flatMap((moves, index) =>
      ['host', 'guest'].map((by) => ({ by, label: moves[by], hint: `round ${index + 1}` })),
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

function termsOf({ rounds = 20, temptation = 5, reward = 3, punishment = 1, sucker = 0 }) {
  return { rounds, temptation, reward, punishment, sucker };
}

const otherOf = (role) => (role === 'host' ? 'guest' : 'host');

/** The points of a side that plays `own` against `other`. */
function payoffOf({ temptation, reward, punishment, sucker }, own, other) {
  if (own === 'cooperate') return other === 'cooperate' ? reward : sucker;
  return other === 'cooperate' ? temptation : punishment;
}

function totalsOf({ terms, rounds }) {
  return {
    host: rounds.reduce((sum, { host, guest }) => sum + payoffOf(terms, host, guest), 0),
    guest: rounds.reduce((sum, { host, guest }) => sum + payoffOf(terms, guest, host), 0),
  };
}

/** The round_result of the last round in the state. */
function resultOf(state) {
  const { terms, rounds } = state;
  const { host, guest } = rounds.at(-1);
  const totals = totalsOf(state);
  const { end } = endOf(state);
  return {
    action: 'round_result',
    round: rounds.length - 1,
    host_move: host,
    guest_move: guest,
    host_points: payoffOf(terms, host, guest),
    guest_points: payoffOf(terms, guest, host),
    host_total: totals.host,
    guest_total: totals.guest,
    game_over: Boolean(end),
    game_winner: end ? end.winner : 'none',
  };
}

/** `{end}` after the last round, `{}` before. */
function endOf(state) {
  if (state.rounds.length < state.terms.rounds) return {};
  const { host, guest } = totalsOf(state);
  const winner = host === guest ? 'draw' : host > guest ? 'host' : 'guest';
  const score = `${Math.max(host, guest)} to ${Math.min(host, guest)}`;
  return { end: { completed: true, winner, reason: winner === 'draw' ? `Level, ${score}.` : `Won ${score}.` } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

// ---- strategies -------------------------------------------------------------------------------------------------------

/** Strategies by manner: from both sides' moves so far to `[cooperates, reason]`. */
const STRATEGIES = {
  /** Cooperates four times in five, whatever happened. */
  easy() {
    return Math.random() < 0.8 ? [true, 'usually cooperates'] : [false, 'a random defection'];
  },
  /** Tit for tat (Anatol Rapoport, in Axelrod's tournament of 1980). */
  steady(_own, their) {
    return their.at(-1) === 'defect' ? [false, 'answers a defection'] : [true, 'answers cooperation'];
  },
  /** Generous tit for tat: forgives as often as it can without inviting exploitation (Nowak and Sigmund, 1992). */
  generous(_own, their, { temptation, reward, punishment, sucker }) {
    if (their.at(-1) !== 'defect') return [true, 'answers cooperation'];
    const forgiveness = Math.min(
      1 - (temptation - reward) / (reward - sucker),
      (reward - punishment) / (temptation - punishment),
    );
    return Math.random() < forgiveness ? [true, 'forgives a defection'] : [false, 'answers a defection'];
  },
  'tit-for-two-tats'(_own, their) {
    const twice = their.length > 1 && their.slice(-2).every((move) => move === 'defect');
    return twice ? [false, 'answers two defections'] : [true, 'was not defected twice'];
  },
  grim(_own, their) {
    return their.includes('defect') ? [false, 'never forgives a defection'] : [true, 'answers cooperation'];
  },
  /** Win-stay, lose-shift (Nowak and Sigmund, 1993). */
  pavlov(own, their) {
    const same = own.at(-1) === their.at(-1);
    return same ? [true, 'both did the same'] : [false, 'the moves differed'];
  },
  'always-defect'() {
    return [false, 'always defects'];
  },
  /** Learns how the other side responds to each pair of moves and plans the remaining rounds accordingly. */
  sharp(own, their, terms) {
    const answers = answersOf(own, their);
    const worth = plan(answers, terms, terms.rounds - own.length, own.length === 0 ? null : stateOf(own, their));
    return worth.cooperate >= worth.defect ? [true, 'pays in the long run'] : [false, 'pays more'];
  },
};

/** Index of a pair of moves: 2 for an own defection, plus 1 for the other side's. */
const pairOf = (own, their) => 2 * MOVES.indexOf(own) + MOVES.indexOf(their);
const stateOf = (own, their) => pairOf(own.at(-1), their.at(-1));

/** Weight, in rounds, of the initial assumption that the other side plays tit for tat. */
const PRIOR_ROUNDS = 1.5;

/** The other side's probability of cooperating after each pair of moves: tit for tat, updated by the rounds so far. */
function answersOf(own, their) {
  const cooperated = [0.95, 0.95, 0.1, 0.1].map((chance) => chance * PRIOR_ROUNDS);
  const seen = [PRIOR_ROUNDS, PRIOR_ROUNDS, PRIOR_ROUNDS, PRIOR_ROUNDS];
  for (let round = 1; round < their.length; round += 1) {
    const pair = pairOf(own[round - 1], their[round - 1]);
    seen[pair] += 1;
    if (their[round] === 'cooperate') cooperated[pair] += 1;
  }
  return cooperated.map((count, pair) => count / seen[pair]);
}

/** Weight of the other side's points relative to the own ones, as the higher total wins. */
const RIVALRY = 0.4;

/**
 * The expected value of each move in this round, with optimal play in the `rounds - 1` that follow (backward induction). `pair`: index
 * of the previous round's moves, null in the first round.
 */
function plan(answers, terms, rounds, pair) {
  let later = [0, 0, 0, 0];
  const gainOf = (own, other) => payoffOf(terms, own, other) - RIVALRY * payoffOf(terms, other, own);
  const worthOf = (own, chance) =>
    chance * (gainOf(own, 'cooperate') + later[pairOf(own, 'cooperate')]) +
    (1 - chance) * (gainOf(own, 'defect') + later[pairOf(own, 'defect')]);
  for (let left = rounds - 1; left > 0; left -= 1) {
    later = answers.map((chance) => Math.max(...MOVES.map((own) => worthOf(own, chance))));
  }
  const chance = pair === null ? 0.95 : answers[pair];
  return { cooperate: worthOf('cooperate', chance), defect: worthOf('defect', chance) };
}
