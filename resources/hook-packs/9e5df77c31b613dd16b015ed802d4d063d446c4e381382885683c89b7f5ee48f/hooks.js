/**
 * Hooks for Coin Flip, a protocol of the wider network: both seats show a side of a coin. The guest wins a round if the sides match,
 * the host if they differ. The state holds the agreed terms and every revealed round; the scores are computed from the rounds.
 */

const SIDES = ['heads', 'tails'];

export function metadata() {
  return { message: 'Coin Flip, best of three', tags: ['coin-flip'], type: 'supply', options: { best_of: 3 } };
}

export function init({ role, options }) {
  return { role, options, terms: termsOf(options.best_of ?? 3), rounds: [] };
}

export function join(state) {
  return { state, send: { action: 'join', best_of: state.terms.best_of } };
}

export function handle_join(state, { best_of }) {
  const terms = termsOf(best_of ?? state.terms.best_of);
  return { state: { ...state, terms }, send: { action: 'ready', ...terms } };
}

export function handle_ready(state, { best_of, rounds_to_win }) {
  if ((state.options.best_of ?? best_of) !== best_of || rounds_to_win !== termsOf(best_of).rounds_to_win) {
    return { state, end: { completed: false, reason: 'The host set other terms than those of its invitation.' } };
  }
  return { state: { ...state, terms: { best_of, rounds_to_win } } };
}

export function round_value(state, round) {
  const aim = state.role === 'guest' ? 'wins if the other side shows the same' : 'wins if the other side shows another';
  const choices = SIDES.map((side) => ({ value: side, label: side, hint: aim }));
  return { state, ask: { key: `round:${round}`, prompt: `Choose a side (round ${round + 1})`, choices } };
}

export function round_judge(state, _round, host, guest) {
  const next = { ...state, rounds: [...state.rounds, { host, guest }] };
  return { state: next, send: resultOf(next), ...endOf(next) };
}

/** The guest judges the revealed sides itself, and leaves a host that reports a different result. */
export function handle(state, message, opened) {
  const next = { ...state, rounds: [...state.rounds, { host: opened.host_value, guest: opened.guest_value }] };
  const own = resultOf(next);
  if (Object.keys(own).some((key) => own[key] !== message[key])) {
    return { state, end: { completed: false, reason: 'The host judged the two opened sides against the rules.' } };
  }
  return { state: next, ...endOf(next) };
}

export function decide(_state, ask) {
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;
}

export function view({ role, terms, rounds }) {
  const { end } = endOf({ terms, rounds });
  return {
    seat: role,
    ...terms,
    scores: scoresOf(rounds),
    rounds: rounds.map((sides) => ({ ...sides, winner: winnerOf(sides) })),
    winner: end?.winner ?? null,
    over: Boolean(end),
  };
}

function termsOf(best_of) {
  return { best_of, rounds_to_win: Math.floor(best_of / 2) + 1 };
}

const winnerOf = ({ host, guest }) => (host === guest ? 'guest' : 'host');

function scoresOf(rounds) {
  const won = (seat) => rounds.filter((sides) => winnerOf(sides) === seat).length;
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

function endOf({ terms, rounds }) {
  const { host, guest } = scoresOf(rounds);
  if (Math.max(host, guest) < terms.rounds_to_win) return {};
  const reason = `${host} to ${guest} in ${rounds.length} rounds, host first.`;
  return { end: { completed: true, winner: host > guest ? 'host' : 'guest', reason } };
}
