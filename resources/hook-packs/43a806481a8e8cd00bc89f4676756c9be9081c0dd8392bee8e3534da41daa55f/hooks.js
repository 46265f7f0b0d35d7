/**
 * Hooks for Rock-Paper-Scissors, a protocol of the wider network: best of N rounds; a draw scores for neither side.
 * The state holds the agreed terms and every revealed round; the scores are computed from the rounds.
 */

const HANDS = ['rock', 'paper', 'scissors'];
const BEATS = { rock: 'scissors', paper: 'rock', scissors: 'paper' };

export function metadata() {
  return { message: 'Rock-Paper-Scissors, best of three', tags: ['rps'], type: 'supply', options: { best_of: 3 } };
}

export function init({ role, options }) {
  return { role, options, terms: termsOf(options, options.best_of ?? 3), rounds: [] };
}

export function join(state) {
  return { state, send: { action: 'join', best_of: state.terms.best_of } };
}

/** In this protocol the guest chooses the number of rounds. */
export function handle_join(state, { best_of }) {
  const terms = termsOf(state.options, best_of);
  return { state: { ...state, terms }, send: { action: 'ready', ...terms } };
}

export function handle_ready(state, { action: _, ...terms }) {
  if (Object.keys(terms).some((key) => (state.options[key] ?? terms[key]) !== terms[key])) {
    return { state, end: { completed: false, reason: 'The host set other terms than those of its invitation.' } };
  }
  return { state: { ...state, terms } };
}

export function round_value(state, round) {
  const choices = HANDS.map((hand) => ({ value: hand, label: hand, hint: `beats ${BEATS[hand]}` }));
  return { state, ask: { key: `round:${round}`, prompt: `Choose your hand (round ${round + 1})`, choices } };
}

export function round_judge(state, _round, host, guest) {
  const next = { ...state, rounds: [...state.rounds, { host, guest }] };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

/** The guest judges the revealed hands itself, and leaves a host that reports a different result. */
export function handle(state, message, opened) {
  const next = { ...state, rounds: [...state.rounds, { host: opened.host_value, guest: opened.guest_value }] };
  const own = resultOf(next);
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return { state, end: { completed: false, reason: 'The host judged the two opened hands against the rules.' } };
  }
  return { state: next, ...endOf(next) };
}

/** Picks at random, so that no pattern can be exploited. */
export function decide(_state, ask) {
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;
}

export function view({ role, terms, rounds }) {
  return {
    seat: role,
    best_of: terms.best_of,
    rounds_to_win: terms.rounds_to_win,
    scores: scoresOf(rounds),
    rounds: rounds.map((hands) => ({ ...hands, winner: winnerOf(hands) })),
    winner: endOf({ terms, rounds }).end?.winner ?? null,
    over: Boolean(endOf({ terms, rounds }).end),
  };
}

function termsOf(options, best_of) {
  return {
    best_of,
    rounds_to_win: options.rounds_to_win ?? Math.floor(best_of / 2) + 1,
    termination: options.termination ?? 'first_to_win',
    round_delay_seconds: options.round_delay_seconds ?? 0,
  };
}

function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return BEATS[host] === guest ? 'host' : 'guest';
}

function scoresOf(rounds) {
  const won = (seat) => rounds.filter((hands) => winnerOf(hands) === seat).length;
  return { host: won('host'), guest: won('guest') };
}

function resultOf(state) {
  const last = state.rounds.at(-1);
  const scores = scoresOf(state.rounds);
  const { end } = endOf(state);
  return {
    action: 'round_result',
    round: state.rounds.length - 1,
    host_choice: last.host,
    guest_choice: last.guest,
    round_winner: winnerOf(last),
    host_wins: scores.host,
    guest_wins: scores.guest,
    game_over: Boolean(end),
    game_winner: end?.winner ?? 'none',
  };
}

/** `{end}` once the rounds decide the game, `{}` before. */
function endOf({ terms, rounds }) {
  const { host, guest } = scoresOf(rounds);
  const fixed = terms.termination === 'fixed_rounds';
  if (fixed ? rounds.length < terms.best_of : Math.max(host, guest) < terms.rounds_to_win) return {};
  const winner = host === guest ? 'draw' : host > guest ? 'host' : 'guest';
  return { end: { completed: true, winner, reason: `${host} to ${guest} in ${rounds.length} rounds, host first.` } };
}
