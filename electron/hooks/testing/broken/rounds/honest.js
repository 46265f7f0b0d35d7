/** Lots: three lots, six coins each; the higher bid wins the lot, and both pay their bids. */
export function init({ role }) {
  return { role, bids: [] };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready' } };
}

export function handle_ready(state) {
  return { state };
}

export function round_value(state, round) {
  const choices = Array.from({ length: coins(state, state.role) + 1 }, (_, value) => ({
    value,
    label: `bid ${value}`,
  }));
  return { state, ask: { key: `lot:${round}`, prompt: 'Bid', choices } };
}

export function decide(_state, { choices }) {
  return choices[Math.floor(Math.random() * choices.length)].value;
}

export function round_judge(state, _round, host, guest) {
  if (guest > coins(state, 'guest')) return { ...leave(state), send: { action: 'error', reason: 'broken_rule' } };
  return judge(state, host, guest);
}

export function handle(state, message, { host_value: host, guest_value: guest }) {
  if (host > coins(state, 'host')) return leave(state);
  const { state: next, send, end } = judge(state, host, guest);
  if (message.lot !== send.lot) return leave(state);
  if (message.host_bid !== host || message.guest_bid !== guest) return leave(state);
  if (message.host_lots !== send.host_lots || message.guest_lots !== send.guest_lots) return leave(state);
  if (message.game_over !== send.game_over || message.game_winner !== send.game_winner) return leave(state);
  return { state: next, ...(end ? { end } : {}) };
}

function judge(state, host, guest) {
  const next = { ...state, bids: [...state.bids, { host, guest }] };
  const lots = (seat, other) => next.bids.filter((bid) => bid[seat] > bid[other]).length;
  const [host_lots, guest_lots] = [lots('host', 'guest'), lots('guest', 'host')];
  const over = next.bids.length === 3;
  const winner = host_lots === guest_lots ? 'draw' : host_lots > guest_lots ? 'host' : 'guest';
  const send = {
    action: 'round_result',
    lot: next.bids.length,
    host_bid: host,
    guest_bid: guest,
    host_lots,
    guest_lots,
    game_over: over,
    game_winner: over ? winner : 'none',
  };
  return { state: next, send, ...(over ? { end: { completed: true, winner } } : {}) };
}

function coins({ bids }, seat) {
  return bids.reduce((left, bid) => left - bid[seat], 6);
}

function leave(state) {
  return { state, end: { completed: false, reason: 'A rule was broken.' } };
}
