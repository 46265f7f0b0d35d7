/** Computes the rounds from the record; a round counts once both moves are revealed. */

export function gameOf({ options, messages, end }) {
  const fieldsOf = (name) => messages.filter(({ action }) => action === name).map(({ fields }) => fields);
  const terms = termsOf({ ...options, ...fieldsOf('ready').at(-1) });
  const opened = [];
  let committed = { host: false, guest: false };
  for (const { action, direction, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'commit') committed[by] = true;
    if (action !== 'reveal') continue;
    opened[fields.round] = { ...opened[fields.round], [by]: fields.move };
    if (isComplete(opened[fields.round])) committed = { host: false, guest: false };
  }
  const rounds = opened.filter(isComplete).map(({ host, guest }) => ({
    host,
    guest,
    points: { host: payoffOf(terms, host, guest), guest: payoffOf(terms, guest, host) },
  }));
  const totalOf = (by) => rounds.reduce((sum, { points }) => sum + points[by], 0);
  const totals = { host: totalOf('host'), guest: totalOf('guest') };
  const leader = leaderOf(totals.host - totals.guest);
  return {
    ...terms,
    round: rounds.length,
    played: rounds,
    totals,
    /** Which seats have sealed their move for the current round. */
    committed,
    /** How it ended; null during play. The record has the last result a moment before it has `end`. */
    end: end ?? (rounds.length >= terms.rounds ? { completed: true, winner: leader } : null),
  };
}

function termsOf({ rounds = 20, temptation = 5, reward = 3, punishment = 1, sucker = 0 }) {
  return { rounds, temptation, reward, punishment, sucker };
}

const leaderOf = (lead) => (lead === 0 ? 'draw' : lead > 0 ? 'host' : 'guest');

const isComplete = ({ host, guest }) => host !== undefined && guest !== undefined;

function payoffOf({ temptation, reward, punishment, sucker }, own, other) {
  if (own === 'cooperate') return other === 'cooperate' ? reward : sucker;
  return other === 'cooperate' ? temptation : punishment;
}
