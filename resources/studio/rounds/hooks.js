// @ts-check
/**
 * An example game: both seats lay down a penny at once, three rounds win. Parlor commits and reveals the pennies; these hooks judge.
 * Pure functions over JSON: state is passed in and returned, there is no disk, no network and no clock, and Math.random is
 * seeded.
 *
 * @import { Answer, End, Hooks, Message, Role, Step } from './hooks.d.ts'
 * @typedef {object} State
 * @property {Role} role
 * @property {number} toWin
 * @property {{host: Answer, guest: Answer}[]} rounds
 * @property {boolean} broken
 */
const SIDES = ['heads', 'tails'];

/** @type {Hooks<State>['metadata']} */
export function metadata() {
  return { message: 'Pennies, three rounds win', tags: ['quick'], type: 'supply', options: { rounds_to_win: 3 } };
}

/** @type {Hooks<State>['init']} */
export function init({ role, options }) {
  return { role, toWin: options.rounds_to_win ?? 3, rounds: [], broken: false };
}

/**
 * Guest: joins.
 * @type {Hooks<State>['join']}
 */
export function join(state) {
  return { state, send: { action: 'join' } };
}

/**
 * Host: the guest has joined.
 * @type {Hooks<State>['handle_join']}
 */
export function handle_join(state) {
  return { state, send: { action: 'ready', rounds_to_win: state.toWin } };
}

/**
 * Guest: the host may not change the terms of its invitation.
 * @type {Hooks<State>['handle_ready']}
 */
export function handle_ready(state, { rounds_to_win }) {
  return rounds_to_win === state.toWin ? { state } : leave(state);
}

/**
 * Both: every legal answer, so that a person, an agent and a board choose from the same list.
 * @type {Hooks<State>['round_value']}
 */
export function round_value(state, round) {
  const choices = SIDES.map((value) => ({ value, label: value }));
  return { state, ask: { key: `round:${round}`, prompt: `Lay down a penny, round ${round + 1}`, choices } };
}

/**
 * What the agent would answer.
 * @type {Hooks<State>['decide']}
 */
export function decide(_state, ask) {
  return ask.choices[Math.floor(Math.random() * ask.choices.length)].value;
}

/**
 * Host: both pennies are revealed. Where a value can be against the rules, return `leave(state)` for it.
 * @type {Hooks<State>['round_judge']}
 */
export function round_judge(state, round, host, guest) {
  const next = { ...state, rounds: [...state.rounds, { host, guest }] };
  const end = endOf(next);
  return { state: next, send: resultOf(next, round), ...(end ? { end } : {}) };
}

/** @type {(state: State, round: number) => Message} */
function resultOf(state, round) {
  const { host, guest } = state.rounds[round];
  const end = endOf(state);
  return {
    action: 'round_result',
    round,
    host_side: host,
    guest_side: guest,
    game_over: end !== null,
    game_winner: end?.winner ?? 'none',
  };
}

/**
 * Guest: judges the revealed pennies itself, and leaves a host that reports a different result.
 * @type {Hooks<State>['handle']}
 */
export function handle(state, message, opened) {
  if (message.action !== 'round_result' || !opened) return leave(state);
  const next = { ...state, rounds: [...state.rounds, { host: opened.host_value, guest: opened.guest_value }] };
  const own = resultOf(next, opened.round);
  if (Object.keys(own).some((key) => own[key] !== message[key])) return leave(state);
  const end = endOf(next);
  return { state: next, ...(end ? { end } : {}) };
}

/**
 * What a board may see.
 * @type {Hooks<State>['view']}
 */
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

/** @param {State['rounds']} rounds */
function scoresOf(rounds) {
  const alike = rounds.filter(({ host, guest }) => host === guest).length;
  return { host: alike, guest: rounds.length - alike };
}

/** @type {(state: State) => End | null} */
function endOf({ rounds, toWin }) {
  const { host, guest } = scoresOf(rounds);
  if (Math.max(host, guest) < toWin) return null;
  return { completed: true, winner: host > guest ? 'host' : 'guest', reason: `${host} to ${guest} rounds.` };
}

/** @type {(state: State) => Step<State>} */
function leave(state) {
  return { state: { ...state, broken: true }, end: { completed: false, reason: 'The other side broke the rules.' } };
}
