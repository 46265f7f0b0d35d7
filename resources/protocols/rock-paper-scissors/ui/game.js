/** Computes the rounds from the record; a round counts once both hands are revealed. */

export const BEATS = { rock: 'scissors', paper: 'rock', scissors: 'paper' };

export function gameOf({ options, messages, end }) {
  const fieldsOf = (name) => messages.filter(({ action }) => action === name).map(({ fields }) => fields);
  const hands = [];
  let committed = { host: false, guest: false };
  for (const { action, direction, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'commit') committed[by] = true;
    if (action !== 'reveal') continue;
    hands[fields.round] = { ...hands[fields.round], [by]: fields.choice };
    if (hands[fields.round].host && hands[fields.round].guest) committed = { host: false, guest: false };
  }
  const rounds = hands.filter(({ host, guest }) => host && guest).map((pair) => ({ ...pair, winner: winnerOf(pair) }));
  const winsOf = (by) => rounds.filter(({ winner }) => winner === by).length;
  const result = fieldsOf('round_result').at(-1);
  return {
    ...termsOf({ ...options, ...fieldsOf('ready').at(-1) }),
    round: rounds.length,
    rounds,
    scores: { host: winsOf('host'), guest: winsOf('guest') },
    /** Which seats have sealed their hand for the current round. */
    committed,
    /** How it ended; null during play. The record has the last result a moment before it has `end`. */
    end: end ?? (result?.game_over ? { completed: true, winner: result.game_winner } : null),
  };
}

function termsOf({ best_of = 3, rounds_to_win = Math.floor(best_of / 2) + 1, termination = 'first_to_win' }) {
  return { best_of, rounds_to_win, termination };
}

function winnerOf({ host, guest }) {
  if (host === guest) return 'draw';
  return BEATS[host] === guest ? 'host' : 'guest';
}
