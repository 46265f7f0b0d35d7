// @ts-check
/**
 * An example game: the host thinks of a number, the guest has three guesses. Pure functions over JSON: state is passed in and
 * returned, there is no disk, no network and no clock, and Math.random is seeded.
 *
 * @import { End, Hooks, Message, Role, Step, Winner } from './hooks.d.ts'
 * @typedef {object} State
 * @property {Role} role
 * @property {number} max
 * @property {number} secret 0 until this seat knows it.
 * @property {number} low The smallest number that fits the hints so far.
 * @property {number} high The largest.
 * @property {number} turn
 * @property {number} guess The guest's newest, 0 before.
 * @property {{by: Role, label: string}[]} moves
 * @property {Winner | null} winner
 */
const TURNS = 3;

/** @type {Hooks<State>['metadata']} */
export function metadata() {
  return { message: 'I have a number. You have three guesses.', tags: ['quick'], type: 'supply', options: { max: 10 } };
}

/** @type {Hooks<State>['init']} */
export function init({ role, options }) {
  const max = options.max ?? 10;
  const secret = role === 'host' ? 1 + Math.floor(Math.random() * max) : 0;
  return { role, max, secret, low: 1, high: max, turn: 1, guess: 0, moves: [], winner: null };
}

/**
 * Host: the guest has joined.
 * @type {Hooks<State>['handle_join']}
 */
export function handle_join(state) {
  return { state, send: { action: 'ready', max: state.max } };
}

/**
 * Guest: the host may not set other terms than its invitation did.
 * @type {Hooks<State>['handle_ready']}
 */
export function handle_ready(state, { max }) {
  return max === state.max ? { state } : refuse(state);
}

/** @type {Hooks<State>['first_action']} */
export function first_action(state) {
  return askGuess(state);
}

/**
 * Every legal answer, so that a person, an agent and a board choose from the same list.
 * @type {(state: State) => Step<State>}
 */
function askGuess(state) {
  const numbers = Array.from({ length: state.high - state.low + 1 }, (_, i) => state.low + i);
  const choices = numbers.map((value) => ({ value, label: String(value) }));
  return { state, ask: { key: `turn:${state.turn}`, prompt: 'Guess the number', choices } };
}

/**
 * Turns an answer, whoever gave it, into a message.
 * @type {Hooks<State>['act']}
 */
export function act(state, _key, answer) {
  const number = Number(answer);
  return {
    state: { ...state, guess: number, moves: movesWith(state, number) },
    send: { action: 'guess', turn: state.turn, number },
  };
}

/** @type {(state: State, number: number) => State['moves']} */
function movesWith({ moves }, number) {
  return [...moves, { by: 'guest', label: String(number) }];
}

/**
 * What the agent would answer.
 * @type {Hooks<State>['decide']}
 */
export function decide(_state, ask) {
  return ask.choices[Math.floor(ask.choices.length / 2)].value;
}

/** @type {Hooks<State>['handle']} */
export function handle(state, message) {
  return state.role === 'host' ? hearGuess(state, message) : hearAnswer(state, message);
}

/** @type {(state: State, message: Message) => Step<State>} */
function hearGuess(state, { action, turn, number }) {
  if (action !== 'guess' || turn !== state.turn || number < state.low || number > state.high) return refuse(state);
  const next = { ...state, turn: turn + 1, moves: movesWith(state, number) };
  if (number !== state.secret && turn < TURNS) {
    const result = number < state.secret ? 'higher' : 'lower';
    return { state: { ...next, ...narrowed(state, number, result) }, send: { action: 'hint', turn, result } };
  }
  const winner = number === state.secret ? 'guest' : 'host';
  const send = { action: 'game_over', turn, winner, secret: state.secret };
  return { state: { ...next, winner }, send, end: endOf(winner, state.secret) };
}

/**
 * A guest rejects hints and ends that contradict earlier hints.
 * @type {(state: State, message: Message) => Step<State>}
 */
function hearAnswer(state, { action, turn, result, winner, secret }) {
  const { guess } = state;
  if (turn !== state.turn) return refuse(state);
  if (action === 'hint') {
    const { low, high } = narrowed(state, guess, result);
    return low > high || turn === TURNS ? refuse(state) : askGuess({ ...state, low, high, turn: turn + 1 });
  }
  const fits = secret >= state.low && secret <= state.high && (secret === guess) === (winner === 'guest');
  if (action !== 'game_over' || !fits || (winner === 'host' && turn < TURNS)) return refuse(state);
  return { state: { ...state, secret, winner }, end: endOf(winner, secret) };
}

/**
 * The range that remains after a hint.
 * @type {(state: State, guess: number, result: 'higher' | 'lower') => {low: number, high: number}}
 */
function narrowed({ low, high }, guess, result) {
  return result === 'higher' ? { low: guess + 1, high } : { low, high: guess - 1 };
}

/** @type {(winner: Winner, secret: number) => End} */
function endOf(winner, secret) {
  return { completed: true, winner, reason: `The number was ${secret}.` };
}

/**
 * Ends without a winner: such a table fails, and nothing is reported.
 * @type {(state: State) => Step<State>}
 */
function refuse(state) {
  const send = { action: 'error', reason: 'unexpected_message' };
  return { state, send, end: { completed: false, reason: 'The other side broke the rules.' } };
}

/**
 * What a board may see. Leaves out the secret before the end.
 * @type {Hooks<State>['view']}
 */
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
