/** Fox: the host seals one of sixteen cells as an answer; the guest has three tries, and hears after each how far away it was. */
const cells = Array.from({ length: 16 }, (_, cell) => cell);
const choices = cells.map((value) => ({ value, label: `cell ${value + 1}` }));
const tries = 3;
const stepsBetween = (a, b) => Math.abs((a % 4) - (b % 4)) + Math.abs(Math.floor(a / 4) - Math.floor(b / 4));

export function init({ role }) {
  let secret = '';
  for (let part = 0; part < 4; part += 1) secret += Math.floor(Math.random() * 2 ** 32).toString(16);
  return { role, secret, den: null, salt: null, seal: null, turn: 1, last: null, tracks: [] };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready' } };
}

export function first_action(state) {
  return { state, send: { action: 'knock' } };
}

export function decide(_state, { choices: offered }) {
  return offered[Math.floor(Math.random() * offered.length)].value;
}

export function act(state, key, cell) {
  if (key !== 'hide')
    return { state: { ...state, last: cell }, send: { action: 'dig', turn: state.turn, burrow: cell } };
  const salt = sha256(state.secret);
  const seal = sha256(`${cell}:${salt}`);
  return { state: { ...state, den: cell, salt, seal }, send: { action: 'hide', seal } };
}

export function handle(state, message) {
  return state.role === 'host' ? hearGuest(state, message) : hearHost(state, message);
}

function hearGuest(state, { action, turn, burrow }) {
  if (action === 'knock' && state.den === null) return { state, ask: { key: 'hide', prompt: 'Hide the fox', choices } };
  if (action !== 'dig' || state.den === null || turn !== state.turn) return refuse(state);
  const winner = burrow === state.den ? 'guest' : 'host';
  if (winner === 'host' && turn < tries) {
    const steps = stepsBetween(burrow, state.den);
    return { state: { ...state, turn: turn + 1 }, send: { action: 'track', turn, steps } };
  }
  const { den, salt } = state;
  return { state, send: { action: 'game_over', turn, winner, den, salt }, end: { completed: true, winner } };
}

function hearHost(state, message) {
  const { turn, last, tracks } = state;
  if (message.action === 'hide') return state.seal === null ? ask({ ...state, seal: message.seal }) : refuse(state);
  if (state.seal === null || message.turn !== turn) return refuse(state);
  if (message.action === 'track') {
    const next = { ...state, turn: turn + 1, tracks: [...tracks, { cell: last, steps: message.steps }] };
    if (turn === tries) return refuse(state);
    if (!cells.some((cell) => fits(next.tracks, cell))) return refuse(state);
    return ask(next);
  }
  if (message.action !== 'game_over') return refuse(state);
  const { den, salt, winner } = message;
  if (sha256(`${den}:${salt}`) !== state.seal) return refuse(state);
  if (!fits(tracks, den)) return refuse(state);
  if (winner !== (den === last ? 'guest' : 'host')) return refuse(state);
  if (winner === 'host' && turn < tries) return refuse(state);
  return { state, end: { completed: true, winner } };
}

const fits = (tracks, den) => tracks.every(({ cell, steps }) => stepsBetween(cell, den) === steps);

function ask(state) {
  return { state, ask: { key: `turn:${state.turn}`, prompt: 'Dig', choices } };
}

function refuse(state) {
  return {
    state,
    send: { action: 'error', reason: 'unexpected_message' },
    end: { completed: false, reason: 'unexpected_message' },
  };
}
