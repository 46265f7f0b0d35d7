/**
 * A game to begin with: the host keeps a number, the guest has three guesses. Pure functions over JSON: state comes in and
 * goes back, there is no disk, no network and no clock, and Math.random is seeded.
 */
const TURNS = 3;

export function metadata() {
  return { message: 'I have a number. You have three guesses.', tags: ['quick'], type: 'supply', options: { max: 10 } };
}

export function init({ role, options }) {
  const max = options.max ?? 10;
  const secret = role === 'host' ? 1 + Math.floor(Math.random() * max) : null;
  return { role, max, secret, low: 1, high: max, turn: 1, guess: null, moves: [], winner: null };
}

// Host: the guest has joined.
export function handle_join(state) {
  return { state, send: { action: 'ready', max: state.max } };
}

// Guest: the terms of the host.
export function handle_ready(state, { max }) {
  return { state: { ...state, max, high: max } };
}

export function first_action(state) {
  return askGuess(state);
}

// Every legal answer, so that a person, an agent and a board choose from the same list.
function askGuess(state) {
  const numbers = Array.from({ length: state.high - state.low + 1 }, (_, i) => state.low + i);
  const choices = numbers.map((value) => ({ value, label: String(value) }));
  return { state, ask: { key: `turn:${state.turn}`, prompt: 'Guess the number', choices } };
}

// The answer, whoever gave it, becomes a message.
export function act(state, _key, number) {
  const moves = [...state.moves, { by: 'guest', label: String(number) }];
  return { state: { ...state, guess: number, moves }, send: { action: 'guess', turn: state.turn, number } };
}

// What the agent would answer.
export function decide(_state, ask) {
  return ask.choices[Math.floor(ask.choices.length / 2)].value;
}

export function handle(state, message) {
  return state.role === 'host' ? hearGuess(state, message) : hearAnswer(state, message);
}

function hearGuess(state, { action, turn, number }) {
  if (action !== 'guess' || turn !== state.turn || number > state.max) return refuse(state);
  const moves = [...state.moves, { by: 'guest', label: String(number) }];
  const next = { ...state, turn: turn + 1, moves };
  if (number !== state.secret && turn < TURNS) {
    return { state: next, send: { action: 'hint', turn, result: number < state.secret ? 'higher' : 'lower' } };
  }
  const winner = number === state.secret ? 'guest' : 'host';
  const send = { action: 'game_over', turn, winner, secret: state.secret };
  return { state: { ...next, winner }, send, end: endOf(winner, state.secret) };
}

// A guest believes no hint that contradicts the ones before, and no end that does.
function hearAnswer(state, { action, turn, result, winner, secret }) {
  const { guess } = state;
  if (turn !== state.turn) return refuse(state);
  if (action === 'hint') {
    const low = result === 'higher' ? guess + 1 : state.low;
    const high = result === 'lower' ? guess - 1 : state.high;
    return low > high || turn === TURNS ? refuse(state) : askGuess({ ...state, low, high, turn: turn + 1 });
  }
  const fits = secret >= state.low && secret <= state.high && (secret === guess) === (winner === 'guest');
  if (action !== 'game_over' || !fits || (winner === 'host' && turn < TURNS)) return refuse(state);
  return { state: { ...state, secret, winner }, end: endOf(winner, secret) };
}

function endOf(winner, secret) {
  return { completed: true, winner, reason: `The number was ${secret}.` };
}

// Without a winner: a table that ends like this is failed, and nothing is reported.
function refuse(state) {
  const send = { action: 'error', reason: 'unexpected_message' };
  return { state, send, end: { completed: false, reason: 'The other side broke the rules.' } };
}

// What a board may see. Never the secret before the end.
export function view({ role, moves, winner, secret }) {
  const over = winner !== null;
  return {
    seat: role,
    turn: over ? null : 'guest',
    moves,
    winner,
    over,
    ...(over ? { reason: `It was ${secret}.` } : {}),
  };
}
