/**
 * A game to begin with: both lay down a penny at once, three rounds win. Parlor seals and opens the pennies; these hooks judge.
 * Pure functions over JSON: state comes in and goes back, there is no disk, no network and no clock, and Math.random is
 * seeded.
 */
const SIDES = ['heads', 'tails'];

export function metadata() {
  return { message: 'Pennies, three rounds win', tags: ['quick'], type: 'supply', options: { rounds_to_win: 3 } };
}

export function init({ role, options }) {
  return { role, toWin: options.rounds_to_win ?? 3, rounds: [], broken: false };
}

// Guest: sits down.
export function join(state) {
  return { state, send: { action: 'join' } };
}

// Host: the guest has joined.
export function handle_join(state) {
  return { state, send: { action: 'ready', rounds_to_win: state.toWin } };
}

// Guest: the terms of the host.
export function handle_ready(state, { rounds_to_win }) {
  return { state: { ...state, toWin: rounds_to_win } };
}

// Both: every legal answer, so that a person, an agent and a board choose from the same list.
export function round_value(state, round) {
  const choices = SIDES.map((value) => ({ value, label: value }));
  return { state, ask: { key: `round:${round}`, prompt: `Lay down a penny, round ${round + 1}`, choices } };
}

// What the agent would answer.
export function decide(_state, ask) {
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;
}

// Host: both pennies are open.
export function round_judge(state, round, host, guest) {
  const next = { ...state, rounds: [...state.rounds, { host, guest }] };
  const end = endOf(next);
  const send = {
    action: 'round_result',
    round,
    host_side: host,
    guest_side: guest,
    game_over: end !== null,
    game_winner: end?.winner ?? 'none',
  };
  return { state: next, send, ...(end ? { end } : {}) };
}

// Guest: judges the two opened pennies too, and leaves a host that says otherwise.
export function handle(state, message, opened) {
  if (message.action !== 'round_result' || !opened) return leave(state);
  const next = { ...state, rounds: [...state.rounds, { host: opened.host_value, guest: opened.guest_value }] };
  const end = endOf(next);
  if (message.game_over !== (end !== null) || message.game_winner !== (end?.winner ?? 'none')) return leave(state);
  return { state: next, ...(end ? { end } : {}) };
}

// What a board may see.
export function view(state) {
  const { role, rounds, toWin } = state;
  const end = endOf(state);
  return {
    seat: role,
    rounds_to_win: toWin,
    scores: scoresOf(rounds),
    moves: rounds.flatMap(({ host, guest }) => [
      { by: 'host', label: host },
      { by: 'guest', label: guest },
    ]),
    turn: null,
    winner: end?.winner ?? null,
    over: end !== null || state.broken,
    ...(end ? { reason: end.reason } : {}),
  };
}

function scoresOf(rounds) {
  const alike = rounds.filter(({ host, guest }) => host === guest).length;
  return { host: alike, guest: rounds.length - alike };
}

function endOf({ rounds, toWin }) {
  const { host, guest } = scoresOf(rounds);
  if (Math.max(host, guest) < toWin) return null;
  return { completed: true, winner: host > guest ? 'host' : 'guest', reason: `${host} to ${guest} rounds.` };
}

function leave(state) {
  return { state: { ...state, broken: true }, end: { completed: false, reason: 'The other side broke the rules.' } };
}
