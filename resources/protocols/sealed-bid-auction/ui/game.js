/** Computes the lots and rounds from the record; a round counts once both bids are revealed. */

export function gameOf({ options, messages, end }) {
  const fieldsOf = (name) => messages.filter(({ action }) => action === name).map(({ fields }) => fields);
  const { lots = 7, budget = 100, pricing = 'first_price', values = [] } = { ...options, ...fieldsOf('ready').at(-1) };
  const opened = [];
  let committed = { host: false, guest: false };
  for (const { action, direction, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'commit') committed[by] = true;
    if (action !== 'reveal') continue;
    opened[fields.round] = { ...opened[fields.round], [by]: fields.bid };
    if (isComplete(opened[fields.round])) committed = { host: false, guest: false };
  }
  const rounds = opened.filter(isComplete).map((bids, at) => {
    const winner = winnerOf(bids);
    return { ...bids, winner, price: priceOf(pricing, bids, winner), value: values[at] ?? 0 };
  });
  const purse = (by) => ({
    value: rounds.reduce((sum, { winner, value }) => sum + (winner === by ? value : 0), 0),
    budget: rounds.reduce((left, { winner, price }) => left - (winner === by ? price : 0), budget),
  });
  const [host, guest] = [purse('host'), purse('guest')];
  const leader = leaderOf(host.value - guest.value || host.budget - guest.budget);
  return {
    lots,
    budget,
    pricing,
    values,
    round: rounds.length,
    rounds,
    host,
    guest,
    /** Which seats have sealed their bid for the current lot. */
    committed,
    /** How it ended; null during play. The record has the last result a moment before it has `end`. */
    end: end ?? (rounds.length >= lots ? { completed: true, winner: leader } : null),
  };
}

const leaderOf = (lead) => (lead === 0 ? 'draw' : lead > 0 ? 'host' : 'guest');

const isComplete = ({ host, guest }) => host !== undefined && guest !== undefined;

/** The higher bid wins. */
function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return host > guest ? 'host' : 'guest';
}

function priceOf(pricing, { host, guest }, winner) {
  if (winner === 'draw') return 0;
  return pricing === 'first_price' ? Math.max(host, guest) : Math.min(host, guest);
}
