/** Orders: the guest orders from a stock of 5, the host bills it. */
const PRICES = { tea: 3, cake: 4 };

export function init({ role }) {
  return { role, item: null, count: null };
}

export function join(state) {
  return { state, send: { action: 'join' } };
}

export function handle_join(state) {
  return { state, send: { action: 'ready' } };
}

export function first_action(state) {
  const choices = Object.keys(PRICES).map((value) => ({ value, label: value }));
  return { state, ask: { key: 'item', prompt: 'Order', choices } };
}

export function act(state, key, answer) {
  if (key === 'item') {
    const choices = [1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }));
    return { state: { ...state, item: answer }, ask: { key: 'count', prompt: 'How many', choices } };
  }
  return { state: { ...state, count: answer }, send: { action: 'order', item: state.item, count: answer } };
}

export function decide(_state, { choices }) {
  return choices[Math.floor(Math.random() * choices.length)].value;
}

export function handle(state, message) {
  return state.role === 'host' ? handleOrder(state, message) : handleBill(state, message);
}

function handleOrder(state, { item, count }) {
  if (count > 5) return refuse(state);
  const send = { action: 'bill', item, count, total: count * PRICES[item] };
  return { state, send, end: { completed: true } };
}

function handleBill(state, { item, count, total }) {
  if (item !== state.item) return leave(state);
  if (count !== state.count) return leave(state);
  if (total !== state.count * PRICES[state.item]) return leave(state);
  return { state, end: { completed: true } };
}

function refuse(state) {
  return { ...leave(state), send: { action: 'error', reason: 'broken_rule' } };
}

function leave(state) {
  return { state, end: { completed: false, reason: 'A rule was broken.' } };
}
