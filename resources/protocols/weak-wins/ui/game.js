/** Computes the rounds from the record; a round counts once both bids are revealed. */

export function gameOf({ options, messages, end }) {
  const fieldsOf = (name) => messages.filter(({ action }) => action === name).map(({ fields }) => fields);
  const { total_points = 100, total_rounds = 5 } = { ...options, ...fieldsOf('ready').at(-1) };
  const opened = [];
  let committed = { host: false, guest: false };
  for (const { action, direction, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'commit') committed[by] = true;
    if (action !== 'reveal') continue;
    opened[fields.round] = { ...opened[fields.round], [by]: fields.bid };
    if (isComplete(opened[fields.round])) committed = { host: false, guest: false };
  }
  const rounds = opened.filter(isComplete).map((bids) => ({ ...bids, winner: winnerOf(bids) }));
  const purse = (by) => ({
    score: rounds.reduce((sum, bids) => sum + gainOf(bids, by), 0),
    left: rounds.reduce((left, bids) => left - bids[by], total_points),
  });
  const [host, guest] = [purse('host'), purse('guest')];
  const leader = leaderOf(host.score - guest.score);
  return {
    total_points,
    total_rounds,
    round: rounds.length,
    rounds,
    host,
    guest,
    /** Which seats have sealed their bid for the current round. */
    committed,
    /** How it ended; null during play. The record has the last result a moment before it has `end`. */
    end: end ?? (rounds.length >= total_rounds ? { completed: true, winner: leader } : null),
  };
}

/** What a seat scores in a round. */
export function gainOf({ host, guest, winner }, by) {
  if (winner === 'draw') return host;
  return winner === by ? host + guest : 0;
}

const leaderOf = (lead) => (lead === 0 ? 'draw' : lead > 0 ? 'host' : 'guest');

const isComplete = ({ host, guest }) => host !== undefined && guest !== undefined;

/** The lower bid wins. */
function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return host < guest ? 'host' : 'guest';
}
