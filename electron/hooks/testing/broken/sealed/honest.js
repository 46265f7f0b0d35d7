/** Ferry: on each of two trips the guest seals sacks, the host loads its own, and the guest opens its seal and shows its pole. Most wins. */
const HOLD = 6;
const TRIPS = 2;
const upTo = (max) => Array.from({ length: max }, (_, at) => ({ value: at + 1, label: String(at + 1) }));

export function init({ role }) {
  let secret = '';
  for (let part = 0; part < 4; part += 1) secret += Math.floor(Math.random() * 2 ** 32).toString(16);
  return { role, secret, own: 0, pole: 0, hash: null, load: null, trips: [] };
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
  return { state, ask: { key: `sacks:${state.trips.length}`, prompt: 'Load sacks', choices: upTo(HOLD) } };
}

export function decide(_state, { choices }) {
  return choices[Math.floor(Math.random() * choices.length)].value;
}

const nonceOf = ({ secret, trips }) => sha256(`${secret}:${trips.length}`);

export function act(state, key, answer) {
  const trip = state.trips.length;
  if (state.role === 'host') {
    return { state: { ...state, load: answer }, send: { action: 'load', trip, sacks: answer } };
  }
  if (key.startsWith('sacks')) {
    const next = { ...state, own: answer };
    return { state: next, ask: { key: `pole:${trip}`, prompt: 'Choose a pole', choices: upTo(3) } };
  }
  const hash = sha256(`${state.own}:${nonceOf(state)}`);
  return { state: { ...state, pole: answer }, send: { action: 'seal', trip, hash } };
}

export function handle(state, message) {
  if (message.trip !== state.trips.length) return refuse(state);
  return state.role === 'host' ? hearGuest(state, message) : hearHost(state, message);
}

function hearGuest(state, { action, hash, sacks, pole, nonce }) {
  if (action === 'seal') return state.hash === null ? ask({ ...state, hash }) : refuse(state);
  if (action !== 'open' || state.load === null) return refuse(state);
  const opened = sha256(`${sacks}:${nonce}`);
  if (opened !== state.hash) return refuse(state);
  if (sacks > HOLD) return refuse(state);
  if (pole > 3) return refuse(state);
  const next = landed(state, { guest: sacks + pole, host: state.load });
  return { state: next, send: resultOf(next), ...endOf(next) };
}

function hearHost(state, message) {
  const { trip } = message;
  if (message.action === 'load') {
    if (state.load !== null || message.sacks > HOLD) return refuse(state);
    const { own: sacks, pole } = state;
    return {
      state: { ...state, load: message.sacks },
      send: { action: 'open', trip, sacks, pole, nonce: nonceOf(state) },
    };
  }
  if (message.action !== 'landed' || state.load === null) return refuse(state);
  const next = landed(state, { guest: state.own + state.pole, host: state.load });
  const result = resultOf(next);
  if (message.host_total !== result.host_total || message.guest_total !== result.guest_total) return refuse(state);
  if (message.winner !== result.winner) return refuse(state);
  return endOf(next) ? { state: next, ...endOf(next) } : ask(next);
}

const landed = (state, trip) => ({ ...state, hash: null, load: null, trips: [...state.trips, trip] });

function totalOf({ trips }, seat) {
  return trips.reduce((total, trip) => total + trip[seat], 0);
}

function endOf(state) {
  const [host, guest] = [totalOf(state, 'host'), totalOf(state, 'guest')];
  const winner = host > guest ? 'host' : guest > host ? 'guest' : 'draw';
  return state.trips.length === TRIPS ? { end: { completed: true, winner } } : null;
}

function resultOf(state) {
  const totals = { host_total: totalOf(state, 'host'), guest_total: totalOf(state, 'guest') };
  const winner = endOf(state)?.end.winner;
  return { action: 'landed', trip: state.trips.length - 1, ...totals, ...(winner && { winner }) };
}

function refuse(state) {
  return {
    state,
    send: { action: 'error', reason: 'unexpected_message' },
    end: { completed: false, reason: 'unexpected_message' },
  };
}
