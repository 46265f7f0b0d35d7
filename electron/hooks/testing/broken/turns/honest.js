/** Claims: eight cells worth 1 to 8, claimed in turn; the first side with 9 points wins. */
export function init({ role }) {
  return { role, claims: [] };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready' } };
}

export function first_action(state) {
  return ask(state);
}

function ask(state) {
  const free = [0, 1, 2, 3, 4, 5, 6, 7].filter((cell) => !state.claims.includes(cell));
  const choices = free.map((value) => ({ value, label: `cell ${value + 1}` }));
  return { state, ask: { key: `turn:${state.claims.length + 1}`, prompt: 'Claim a cell', choices } };
}

export function decide(_state, { choices }) {
  return choices[Math.floor(Math.random() * choices.length)].value;
}

export function act(state, _key, cell) {
  const next = { ...state, claims: [...state.claims, cell] };
  if (state.role === 'host') return answer(next);
  const turn = next.claims.length;
  return { state: next, send: turn === 1 ? { action: 'begin', cell } : { action: 'claim', turn, cell } };
}

export function handle(state, message) {
  return state.role === 'host' ? handleClaim(state, message) : handleAnswer(state, message);
}

function handleClaim(state, { action, turn, cell }) {
  const first = state.claims.length === 0;
  if (action !== (first ? 'begin' : 'claim')) return refuse(state);
  if (!first && turn !== state.claims.length + 1) return refuse(state);
  if (state.claims.includes(cell)) return refuse(state);
  const next = { ...state, claims: [...state.claims, cell] };
  return endOf(next) ? answer(next) : ask(next);
}

/** A claim of the guest that ended the game is repeated. */
function handleAnswer(state, message) {
  const ended = endOf(state) !== null;
  if (!ended && state.claims.includes(message.cell)) return refuse(state);
  const next = ended ? state : { ...state, claims: [...state.claims, message.cell] };
  const { send, end } = answer(next);
  if (message.turn !== send.turn || message.cell !== send.cell) return refuse(state);
  if (message.host_total !== send.host_total || message.guest_total !== send.guest_total) return refuse(state);
  if (message.game_over !== send.game_over) return refuse(state);
  if (message.winner !== send.winner) return refuse(state);
  return end ? { state: next, end } : ask(next);
}

function answer(state) {
  const { host, guest } = totals(state);
  const winner = endOf(state);
  const send = {
    action: 'answer',
    turn: state.claims.length,
    cell: state.claims.at(-1),
    host_total: host,
    guest_total: guest,
    game_over: winner !== null,
    winner: winner ?? 'none',
  };
  return { state, send, ...(winner ? { end: { completed: true, winner } } : {}) };
}

function totals({ claims }) {
  const sum = (seat) => claims.reduce((all, cell, at) => (at % 2 === seat ? all + cell + 1 : all), 0);
  return { guest: sum(0), host: sum(1) };
}

function endOf(state) {
  const { host, guest } = totals(state);
  if (Math.max(host, guest) >= 9) return host > guest ? 'host' : 'guest';
  return null;
}

function refuse(state) {
  return {
    state,
    send: { action: 'error', reason: 'broken_rule' },
    end: { completed: false, reason: 'A rule was broken.' },
  };
}
