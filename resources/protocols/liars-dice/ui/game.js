/** Computes the rounds from the record. A die shows (its owner's secret + the other seat's number) mod 6 + 1. */

export const SEATS = ['guest', 'host'];
export const otherOf = (seat) => (seat === 'host' ? 'guest' : 'host');

/** The last of the `rounds` is the current one. `counts`: the dice that each seat has left. */
export function gameOf({ options, messages, end }) {
  const ready = messages.find(({ action }) => action === 'ready');
  const { dice = 5, ones_wild: onesWild = true } = { ...options, ...ready?.fields };
  const counts = { host: dice, guest: dice };
  const rounds = [roundOf(counts, 'guest', 'guest')];
  let lie = null;
  for (const { direction, action, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    let round = rounds.at(-1);
    if (round.loser && action === 'roll') {
      rounds.push(roundOf(counts, round.bids.at(-1).by, round.loser));
      round = rounds.at(-1);
    }
    if (action === 'roll') round.rolled[by] = true;
    if (fields.numbers && ['roll', 'numbers', 'bid'].includes(action)) round.numbers[otherOf(by)] = fields.numbers;
    if (action === 'bid') round.bids.push({ by, quantity: fields.quantity, face: fields.face });
    if (action === 'call') round.caller = by;
    if (action === 'reveal') {
      round.dice[by] = fields.secrets.map((secret, die) => ((secret + (round.numbers[by]?.[die] ?? 0)) % 6) + 1);
      if (round.dice.host && round.dice.guest) settle(round, counts, onesWild);
    }
    if (action === 'result' && fields.die !== undefined) lie = { by: otherOf(fields.winner), die: fields.die };
  }
  const round = rounds.at(-1);
  const bidding = round.rolled.host && round.rolled.guest && !round.caller && end === null;
  const last = round.bids.at(-1);
  return {
    onesWild,
    rounds,
    counts,
    turn: bidding ? (last ? otherOf(last.by) : round.starter) : null,
    /** A die whose revealed number does not match its commitment, as the other seat states it: `{by, die}` or null. */
    lie,
    /** How it ended; null during play. */
    end,
    over: end !== null,
  };
}

function roundOf(counts, roller, starter) {
  return {
    counts: { ...counts },
    roller,
    starter,
    rolled: { host: false, guest: false },
    numbers: {},
    bids: [],
    caller: null,
    dice: {},
    counted: null,
    loser: null,
  };
}

function settle(round, counts, onesWild) {
  const bid = round.bids.at(-1);
  if (!bid || !round.caller) return;
  round.counted = [...round.dice.host, ...round.dice.guest].filter((die) => matches(die, bid.face, onesWild)).length;
  round.loser = round.counted >= bid.quantity ? round.caller : bid.by;
  counts[round.loser] -= 1;
}

/** Whether a die counts for a face. */
export const matches = (die, face, onesWild) => die === face || (onesWild && die === 1);
