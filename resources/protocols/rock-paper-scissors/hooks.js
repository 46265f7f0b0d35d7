/**
 * Hooks for Rock Paper Scissors: the rules, the judge and a computer player.
 * Pure functions over JSON. The state holds the agreed terms and every revealed round; the scores are computed from the rounds.
 */

const HANDS = ['rock', 'paper', 'scissors'];
const BEATS = { rock: 'scissors', paper: 'rock', scissors: 'paper' };
const BEATEN_BY = { scissors: 'rock', rock: 'paper', paper: 'scissors' };
const VERBS = { rock: 'blunts', paper: 'wraps', scissors: 'cut' };

export const manners = ['steady', 'easy', 'sharp'];

/** Ends a first_to_win game in which the rounds keep ending in draws. */
const MAX_ROUNDS = 200;

export function metadata() {
  return {
    message: '',
    tags: ['rps', 'quick'],
    type: 'supply',
    options: { best_of: 3 },
  };
}

export function init({ role, options, manner }) {
  return { role, manner: manner ?? 'steady', options, terms: termsOf(options), rounds: [], end: null };
}

export function join(state) {
  return { state, send: { action: 'join', best_of: state.terms.best_of } };
}

/** The host keeps the options of its invitation, whatever the guest asks for. */
export function handle_join(state) {
  return {
    state,
    send: { action: 'ready', ...state.terms, round_delay_seconds: state.options.round_delay_seconds ?? 0 },
  };
}

export function handle_ready(state, ready) {
  const terms = termsOf({ best_of: ready.best_of, ...state.options });
  const changed = Object.keys(terms).find((key) => ready[key] !== terms[key]);
  if (changed) {
    const option = changed.replaceAll('_', ' ');
    return leave(state, `The host set ${option} to ${ready[changed]}; its invitation stands for ${terms[changed]}.`);
  }
  return { state: { ...state, terms } };
}

export function first_action(state) {
  return { state };
}

export function round_value(state, round) {
  const choices = HANDS.map((hand) => ({ value: hand, label: hand, hint: `beats ${BEATS[hand]}` }));
  return { state, ask: { key: `round:${round}`, prompt: `Choose your hand (round ${round + 1})`, choices } };
}

export function round_judge(state, round, host_value, guest_value) {
  const next = { ...state, rounds: [...state.rounds, { host: host_value, guest: guest_value }] };
  return { state: next, send: resultOf(next, round), ...endOf(next) };
}

/** Guest: judges the revealed hands itself, and leaves a host that reports a different result. */
export function handle(state, message, opened) {
  if (message.action === 'error') {
    return leave(state, `The host stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action !== 'round_result') return leave(state, `Unexpected ${message.action} from the other side.`);
  const round = state.rounds.length;
  const own = resultOf(
    { ...state, rounds: [...state.rounds, { host: message.host_choice, guest: message.guest_choice }] },
    round,
  );
  if (opened) {
    own.host_choice = opened.host_value;
    own.guest_choice = opened.guest_value;
  }
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return leave(state, `The host's result of round ${round + 1} does not fit the two opened hands.`);
  }
  const next = { ...state, rounds: [...state.rounds, { host: own.host_choice, guest: own.guest_choice }] };
  return { state: next, ...endOf(next) };
}

/** Draws a hand at random, with weights by manner. */
export function decide(state, ask, context) {
  const weights = (WEIGHTS[context?.manner ?? state.manner] ?? WEIGHTS.steady)(state.role, state.rounds);
  const drawn = draw(weights);
  const [least, most] = [Math.min(...weights), Math.max(...weights)];
  const reason = least < most && weights[drawn] === most ? 'fits the rounds so far' : 'drawn at random';
  const answer = HANDS[drawn];
  return ask.choices.some(({ value }) => value === answer) ? { answer, reason } : ask.choices[0].value;
}

export function view(state) {
  const { role, terms, rounds, end } = state;
  const over = endOf(state).end;
  return {
    seat: role,
    ...terms,
    round: rounds.length,
    scores: scoresOf(rounds),
    rounds: rounds.map((hands) => ({ ...hands, winner: winnerOf(hands) })),
    moves: rounds.flatMap(({ host, guest }, index) => [
      { by: 'host', label: host, hint: `round ${index + 1}` },
      { by: 'guest', label: guest, hint: `round ${index + 1}` },
    ]),
    turn: null,
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

function termsOf(options) {
  const best_of = options.best_of ?? 3;
  return {
    best_of,
    rounds_to_win: options.rounds_to_win ?? Math.floor(best_of / 2) + 1,
    termination: options.termination ?? 'first_to_win',
  };
}

function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return BEATS[host] === guest ? 'host' : 'guest';
}

function scoresOf(rounds) {
  const winners = rounds.map(winnerOf);
  return {
    host: winners.filter((winner) => winner === 'host').length,
    guest: winners.filter((winner) => winner === 'guest').length,
  };
}

/** The round_result of the last round in the state. */
function resultOf(state, round) {
  const { host, guest } = state.rounds.at(-1);
  const scores = scoresOf(state.rounds);
  const { end } = endOf(state);
  return {
    action: 'round_result',
    round,
    host_choice: host,
    guest_choice: guest,
    round_winner: winnerOf({ host, guest }),
    host_wins: scores.host,
    guest_wins: scores.guest,
    game_over: Boolean(end),
    game_winner: end ? end.winner : 'none',
  };
}

/** `{end}` once the rounds decide the game, `{}` before. */
function endOf({ terms, rounds }) {
  const { host, guest } = scoresOf(rounds);
  const decided =
    terms.termination === 'fixed_rounds'
      ? rounds.length >= terms.best_of
      : Math.max(host, guest) >= terms.rounds_to_win || rounds.length >= MAX_ROUNDS;
  if (!decided) return {};
  const winner = host === guest ? 'draw' : host > guest ? 'host' : 'guest';
  const score = `${Math.max(host, guest)} to ${Math.min(host, guest)} after ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}`;
  const reason = winner === 'draw' ? `Level, ${score}.` : `${lastWinText(rounds, winner)}: ${score}.`;
  return { end: { completed: true, winner, reason } };
}

/** How the winner won its last round, e.g. `Paper wraps rock`. */
function lastWinText(rounds, winner) {
  const { [winner]: hand } = rounds.findLast((hands) => winnerOf(hands) === winner);
  return `${hand[0].toUpperCase()}${hand.slice(1)} ${VERBS[hand]} ${BEATS[hand]}`;
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

/** Weights of rock, paper and scissors by manner, from the rounds so far. None is ever 0, so that no hand can be ruled out. */
const WEIGHTS = {
  /** Predictable: repeats a hand that won, else moves on to the next one. */
  easy(role, rounds) {
    const last = rounds.at(-1);
    if (!last) return [1, 1, 1];
    const own = last[role];
    const habit = winnerOf(last) === role ? own : HANDS[(HANDS.indexOf(own) + 1) % 3];
    return HANDS.map((hand) => (hand === habit ? 4 : 1));
  },
  /** Counters the opponent's most frequent hands. */
  steady(role, rounds) {
    return against(countsOf(rounds.map((hands) => hands[otherOf(role)])), 1);
  },
  /** Predicts from what the opponent did after the same last 0 to 3 rounds; longer matches weigh more. */
  sharp(role, rounds) {
    const expected = [0, 0, 0];
    for (let memory = 0; memory <= 3 && memory < rounds.length; memory += 1) {
      const recent = rounds.slice(rounds.length - memory);
      for (let start = 0; start + memory < rounds.length; start += 1) {
        const same = recent.every(
          (hands, step) => hands.host === rounds[start + step].host && hands.guest === rounds[start + step].guest,
        );
        if (same) expected[HANDS.indexOf(rounds[start + memory][otherOf(role)])] += 3 ** memory;
      }
    }
    return against(expected, 1.5);
  },
};

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

function countsOf(hands) {
  return HANDS.map((hand) => hands.filter((shown) => shown === hand).length);
}

/** Weights against the opponent's expected hands. `edge`: how strongly to follow the expectation. */
function against(expected, edge) {
  const total = expected[0] + expected[1] + expected[2];
  return HANDS.map((hand) => {
    const wins = (expected[HANDS.indexOf(BEATS[hand])] + 1) / (total + 3);
    const loses = (expected[HANDS.indexOf(BEATEN_BY[hand])] + 1) / (total + 3);
    return Math.max(0.1, 1 / 3 + edge * (wins - loses));
  });
}

function draw(weights) {
  let point = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    weights.findIndex((weight) => {
      point -= weight;
      return point < 0;
    }),
  );
}
