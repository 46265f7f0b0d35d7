/**
 * Hooks for Liar's Dice: the rules, validation of everything the other seat sends, and a computer player. Pure functions over JSON.
 *
 * In each round, a seat commits to a secret number for each of its dice, and the other seat names a number for it; the die shows
 * (secret + number) mod 6 + 1. Secrets, nonces and numbers are derived by hashing a secret that is drawn once and never sent. Plain
 * Math.random is not enough: its later outputs can be predicted from earlier ones, and a revealed nonce must not help to guess another.
 */

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return { message: '', tags: ['liars-dice', 'dice'], type: 'supply', options: { dice: 5, ones_wild: true } };
}

export function init({ role, options, manner, sent = [] }) {
  const dice = options.dice ?? 5;
  return {
    role,
    manner: manner ?? 'steady',
    terms: { dice, ones_wild: options.ones_wild ?? true },
    secret: randomHex(),
    recorded: sent.length > 0 ? recordedRounds(sent) : null,
    round: 1,
    counts: { host: dice, guest: dice },
    /** The seat that rolls first in this round, and the seat that begins the bidding. */
    roller: 'guest',
    starter: 'guest',
    /** The other seat's commitments of this round, and the numbers it named for this seat's dice; null until received. */
    hashes: null,
    numbers: null,
    bids: [],
    /** Who called, and the secrets opened so far, by seat. */
    caller: null,
    secrets: {},
    /** Finished rounds: the dice of both seats, the bid that was called, and who lost a die. */
    rounds: [],
    lie: null,
    end: null,
  };
}

export function join(state) {
  return { state, send: { action: 'join', ...state.terms } };
}

export function handle_join(state, message) {
  if (differs(state, message)) return refuse(state, 'wrong_options', 'The guest wanted other options.');
  return { state, send: { action: 'ready', ...state.terms } };
}

export function handle_ready(state, message) {
  if (differs(state, message)) return refuse(state, 'wrong_options', 'The host set other options than its invitation.');
  return { state };
}

export function first_action(state) {
  return roll(state);
}

const HANDLERS = {
  roll: receiveRoll,
  numbers: receiveNumbers,
  bid: receiveBid,
  call: receiveCall,
  reveal: receiveReveal,
  result: receiveResult,
};

export function handle(before, message) {
  const { action, round, reason } = message;
  const peer = otherOf(before.role);
  if (action === 'error') return leave(before, `The ${peer} stopped the game: ${reason.replaceAll('_', ' ')}.`);
  // Any message other than an accusation means that the other seat accepts the revealed dice, so the round is settled.
  const state = reason === 'commitment_broken' ? before : settled(before);
  if (round !== state.round) return refuse(state, 'wrong_round', `The ${peer} sent a message of round ${round}.`);
  return HANDLERS[action](state, message);
}

export function act(state, key, answer) {
  if (key !== keyOf(state)) throw new Error(`nothing is asked at ${key}`);
  const { role, round } = state;
  if (answer === 'call' && state.bids.length > 0) {
    return { state: { ...state, caller: role }, send: { action: 'call', round } };
  }
  const [quantity, face] = String(answer).split('x').map(Number);
  if (!canBid(state, quantity, face)) throw new Error(`no bid of ${answer}`);
  // The seat that rolled first names its numbers in its first message after the rolls.
  const first = state.bids.length === 0 && state.roller === role ? { numbers: numbersFor(state) } : {};
  return { state: withBid(state, role, quantity, face), send: { action: 'bid', round, quantity, face, ...first } };
}

export function decide(state, ask, context) {
  const choose = PLAYERS[context?.manner ?? state.manner] ?? PLAYERS.steady;
  const { answer, reason } = choose(state);
  return ask.choices.some(({ value }) => value === answer) ? { answer, reason } : ask.choices[0].value;
}

/** `dice` is known to this seat alone; the record has dice only once they were revealed. */
export function view(current) {
  const state = settled(current);
  const { role, terms, round, counts, bids, rounds, end } = state;
  const over = outcomeOf(state);
  const last = bids.at(-1);
  return {
    seat: role,
    ones_wild: terms.ones_wild,
    round,
    dice: state.numbers === null || isUnknown(state) ? [] : ownDice(state),
    dice_left: counts,
    bid: last ? { by: last.by, quantity: last.quantity, face: last.face } : null,
    rounds: rounds.map(({ bid, count, loser }, at) => ({
      round: at + 1,
      bid_by: bid.by,
      quantity: bid.quantity,
      face: bid.face,
      counted: count,
      lost_by: loser,
    })),
    moves: bids.map(({ by, quantity, face }) => ({ by, label: bidLabel(quantity, face) })),
    turn: end || over || state.numbers === null || state.caller ? null : turnOf(state),
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

// ---- a roll -------------------------------------------------------------------------------------------------------------

/** 128 bits. */
function randomHex() {
  const part = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return part() + part() + part() + part();
}

/** What this seat sent in each round, if a record is played again. */
function recordedRounds(sent) {
  const rounds = {};
  for (const { round, hashes, numbers, secrets, nonces } of sent) {
    const known = Object.entries({ hashes, numbers, secrets, nonces }).filter(([, value]) => value !== undefined);
    if (round !== undefined) rounds[round] = { ...rounds[round], ...Object.fromEntries(known) };
  }
  return rounds;
}

/** The dice of a recorded round that ended before this seat revealed them. */
function isUnknown({ recorded, round }) {
  return recorded !== null && !recorded[round]?.secrets;
}

/** What this seat contributes to a die: a number from 0 to 5 and a nonce. `use`: `own` for its own dice, `other` for the other seat's. */
function partOf({ secret, round, recorded }, use, die) {
  const { secrets, nonces, numbers } = recorded?.[round] ?? {};
  if (use === 'own' && secrets) return { number: secrets[die], nonce: nonces[die] };
  if (use === 'other' && numbers) return { number: numbers[die], nonce: null };
  const digest = sha256(`${secret}:${round}:${use}:${die}`);
  return { number: Number.parseInt(digest.slice(32, 40), 16) % 6, nonce: digest.slice(0, 32) };
}

function partsOf(state, use) {
  const count = state.counts[use === 'own' ? state.role : otherOf(state.role)];
  return Array.from({ length: count }, (_, die) => partOf(state, use, die));
}

function commitmentsOf(state) {
  const { hashes } = state.recorded?.[state.round] ?? {};
  return hashes ?? partsOf(state, 'own').map(({ number, nonce }) => sha256(`${number}:${nonce}`));
}

function numbersFor(state) {
  return partsOf(state, 'other').map(({ number }) => number);
}

function diceOf(secrets, numbers) {
  return secrets.map((secret, die) => ((secret + numbers[die]) % 6) + 1);
}

function ownDice(state) {
  return diceOf(
    partsOf(state, 'own').map(({ number }) => number),
    state.numbers,
  );
}

/** The first message of a round. */
function roll(state) {
  return { state, send: { action: 'roll', round: state.round, hashes: commitmentsOf(state) } };
}

/** The first roll of a round, or the second, which also names the numbers for this seat's dice. */
function receiveRoll(state, { hashes, numbers }) {
  const { role, roller, starter, round, counts } = state;
  const peer = otherOf(role);
  const answers = roller === role;
  if (
    state.hashes !== null ||
    hashes.length !== counts[peer] ||
    (numbers?.length ?? 0) !== (answers ? counts[role] : 0)
  ) {
    return refuse(state, 'wrong_roll', `The ${peer} rolled against the rules.`);
  }
  const own = commitmentsOf(state);
  if (hashes.some((hash) => own.includes(hash))) {
    return refuse(state, 'commitment_copied', `The ${peer} sent a commitment of the ${role} as its own.`);
  }
  const next = { ...state, hashes, numbers: numbers ?? null };
  if (!answers) return { state: next, send: { action: 'roll', round, hashes: own, numbers: numbersFor(next) } };
  if (starter === role) return askBid(next);
  return { state: next, send: { action: 'numbers', round, numbers: numbersFor(next) } };
}

/** The numbers for this seat's dice, if it rolled second and begins the bidding. */
function receiveNumbers(state, { numbers }) {
  const { role, roller, starter, counts } = state;
  const due = state.hashes !== null && state.numbers === null && roller !== role && starter === role;
  if (!due || numbers.length !== counts[role]) {
    return refuse(state, 'wrong_roll', `The ${otherOf(role)} rolled against the rules.`);
  }
  return askBid({ ...state, numbers });
}

// ---- bids ---------------------------------------------------------------------------------------------------------------

function askBid(state) {
  const choices = [];
  if (state.bids.length > 0) choices.push({ value: 'call', label: 'call' });
  for (const { quantity, face } of higherBids(state)) {
    choices.push({ value: `${quantity}x${face}`, label: bidLabel(quantity, face) });
  }
  return {
    state,
    ask: { key: keyOf(state), prompt: state.bids.length > 0 ? 'Raise the bid or call' : 'Make a bid', choices },
  };
}

function higherBids(state) {
  const bids = [];
  for (let quantity = 1; quantity <= allDice(state); quantity += 1) {
    for (let face = 1; face <= 6; face += 1) if (canBid(state, quantity, face)) bids.push({ quantity, face });
  }
  return bids;
}

function canBid(state, quantity, face) {
  const last = state.bids.at(-1);
  if (!Number.isInteger(quantity) || !Number.isInteger(face)) return false;
  if (quantity < 1 || quantity > allDice(state) || face < 1 || face > 6) return false;
  return !last || quantity > last.quantity || (quantity === last.quantity && face > last.face);
}

function withBid(state, by, quantity, face) {
  return { ...state, bids: [...state.bids, { by, quantity, face }] };
}

/** A bid. The first bid of the seat that rolled first also names the numbers for this seat's dice. */
function receiveBid(state, { quantity, face, numbers }) {
  const { role, roller, counts } = state;
  const peer = otherOf(role);
  const named = state.numbers === null;
  const due = state.hashes !== null && state.caller === null && turnOf(state) === peer && (!named || roller === peer);
  if (!due || (numbers?.length ?? 0) !== (named ? counts[role] : 0)) {
    return refuse(state, 'wrong_bid', `The ${peer} bid out of turn.`);
  }
  if (!canBid(state, quantity, face)) {
    return refuse(state, 'wrong_bid', `The ${peer} bid ${quantity} × ${face}, which is not higher.`);
  }
  return askBid(withBid({ ...state, numbers: numbers ?? state.numbers }, peer, quantity, face));
}

function receiveCall(state) {
  const peer = otherOf(state.role);
  if (state.bids.at(-1)?.by !== state.role || state.caller !== null) {
    return refuse(state, 'unexpected_message', `The ${peer} called although there is no bid to call.`);
  }
  return revealDice({ ...state, caller: peer });
}

// ---- the end of a round -------------------------------------------------------------------------------------------------

function revealDice(state) {
  const parts = partsOf(state, 'own');
  const secrets = parts.map(({ number }) => number);
  const next = { ...state, secrets: { ...state.secrets, [state.role]: secrets } };
  return {
    state: next,
    send: { action: 'reveal', round: state.round, secrets, nonces: parts.map(({ nonce }) => nonce) },
  };
}

/** The other seat's dice. The seat whose bid was called reveals first. */
function receiveReveal(state, { secrets, nonces }) {
  const { role, caller, counts, hashes } = state;
  const peer = otherOf(role);
  const due = caller !== null && !state.secrets[peer] && (caller === role || state.secrets[role]);
  if (!due || secrets.length !== counts[peer] || nonces.length !== counts[peer]) {
    return refuse(state, 'wrong_reveal', `The ${peer} opened its dice against the rules.`);
  }
  const broken = hashes.findIndex((hash, die) => sha256(`${secrets[die]}:${nonces[die]}`) !== hash);
  if (broken >= 0) {
    const next = { ...state, lie: { by: peer, die: broken + 1 } };
    const send = { action: 'result', round: state.round, winner: role, reason: 'commitment_broken', die: broken + 1 };
    return { state: next, send, ...endOf(next) };
  }
  const received = { ...state, secrets: { ...state.secrets, [peer]: secrets } };
  if (caller === role) return revealDice(received);
  const next = settled(received);
  const over = outcomeOf(next);
  if (!over) return roll(next);
  const send = { action: 'result', round: next.round, winner: over.winner, reason: 'dice_lost' };
  return { state: next, send, ...endOf(next) };
}

/** Once both seats have revealed their dice, ends the round: its loser loses a die and begins the next round. */
function settled(state) {
  const { role, bids, caller, counts, terms, secrets } = state;
  if (!secrets.host || !secrets.guest) return state;
  const peer = otherOf(role);
  const dice = { [role]: ownDice(state), [peer]: diceOf(secrets[peer], numbersFor(state)) };
  const bid = bids.at(-1);
  const count = [...dice.host, ...dice.guest].filter((die) => countsFor(die, bid.face, terms)).length;
  const loser = count >= bid.quantity ? caller : bid.by;
  return {
    ...state,
    counts: { ...counts, [loser]: counts[loser] - 1 },
    rounds: [...state.rounds, { dice, bid, count, loser }],
    round: counts[loser] > 1 ? state.round + 1 : state.round,
    roller: bid.by,
    starter: loser,
    ...{ hashes: null, numbers: null, bids: [], caller: null, secrets: {} },
  };
}

function countsFor(die, face, { ones_wild }) {
  return die === face || (ones_wild && die === 1);
}

/** The outcome as the other seat states it: the last die is lost, or this seat broke a commitment. */
function receiveResult(state, { winner, reason, die }) {
  const peer = otherOf(state.role);
  const over = outcomeOf(state);
  if (over && reason === 'dice_lost' && winner === over.winner && die === undefined) return { state, ...endOf(state) };
  const next = { ...state, lie: { by: state.role, die } };
  if (winner === peer && reason === 'commitment_broken' && hasLied(state, die)) return { state: next, ...endOf(next) };
  return refuse(state, 'wrong_result', `The ${peer} states a result that the rules do not give.`);
}

/** Unmodified hooks never lie. Modified ones must still come to the same outcome as the other seat. */
function hasLied(state, die) {
  if (state.numbers === null) return false;
  const { send } = revealDice(state);
  const at = die - 1;
  return (
    at >= 0 && at < send.secrets.length && sha256(`${send.secrets[at]}:${send.nonces[at]}`) !== commitmentsOf(state)[at]
  );
}

function endOf(state) {
  const over = outcomeOf(state);
  return over ? { end: { completed: true, ...over } } : {};
}

/** `{winner, reason}` once a lie is proven or a seat has no dice left, else null. */
function outcomeOf({ lie, rounds, counts }) {
  if (lie) {
    const reason = `The ${lie.by} opened die ${lie.die} with another number than it had committed to.`;
    return { winner: otherOf(lie.by), reason };
  }
  const loser = ['host', 'guest'].find((seat) => counts[seat] === 0);
  if (!loser) return null;
  return { winner: otherOf(loser), reason: `The ${loser} lost the last die in round ${rounds.length}.` };
}

function refuse(state, reason, text) {
  return { ...leave(state, text), send: { action: 'error', reason } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

function differs({ terms }, message) {
  return Object.keys(terms).some((key) => message[key] !== terms[key]);
}

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

/** The seat to bid or call, once both have rolled. */
function turnOf({ bids, starter }) {
  return bids.length === 0 ? starter : otherOf(bids.at(-1).by);
}

function keyOf({ round, bids }) {
  return `bid:${round}:${bids.length + 1}`;
}

function allDice({ counts }) {
  return counts.host + counts.guest;
}

function bidLabel(quantity, face) {
  return `${quantity} × ${face}`;
}

// ---- the player ---------------------------------------------------------------------------------------------------------

/** Players by manner; each returns `{answer, reason}`. */
const PLAYERS = {
  /** Calls unlikely bids now and then, and otherwise raises by little. */
  easy(state) {
    const last = state.bids.at(-1);
    if (last && Math.random() > 2.2 * chanceOf(state, last)) return { answer: 'call', reason: 'does not believe it' };
    const bids = higherBids(state).slice(0, 6);
    if (bids.length === 0) return { answer: 'call', reason: 'no bid is left' };
    return { answer: answerOf(pick(bids)), reason: 'raises a little' };
  },
  /** Plays by the probability of each bid alone. */
  steady(state) {
    const bids = rated(state, (bid) => chanceOf(state, bid));
    const last = state.bids.at(-1);
    if (last && (bids.length === 0 || 1 - chanceOf(state, last) >= bids[0].worth)) {
      return { answer: 'call', reason: 'the bid is unlikely' };
    }
    return {
      answer: answerOf(pick(bids.filter(({ worth }) => worth > bids[0].worth - 0.02))),
      reason: 'the bid is likely',
    };
  },
  /** Infers the other dice from the other seat's bids, and bids what that seat is least likely to call correctly. */
  sharp(state) {
    const hands = likelyHands(state);
    const bids = rated(state, (bid) => bidValue(state, hands, bid));
    const last = state.bids.at(-1);
    const called = last ? 1 - shareThatHolds(state, hands, last) : 0;
    if (last && (bids.length === 0 || called >= bids[0].worth))
      return { answer: 'call', reason: 'the bid is unlikely' };
    const close = bids.filter(({ worth }) => worth > bids[0].worth - 0.03);
    const bid = pick(close);
    return { answer: answerOf(bid), reason: chanceOf(state, bid) < 0.35 ? 'a bluff' : 'the bid is likely' };
  },
};

/** Hands sampled for the other seat in each decision. */
const HANDS = 160;
/** A seat that plays by probability calls bids that are less likely than this. */
const DOUBT = 0.42;

function answerOf({ quantity, face }) {
  return `${quantity}x${face}`;
}

function rated(state, rate) {
  return higherBids(state)
    .filter((bid) => bid.quantity <= ownCount(state, bid.face) + state.counts[otherOf(state.role)])
    .map((bid) => ({ ...bid, worth: rate(bid) }))
    .sort((a, b) => b.worth - a.worth);
}

function ownCount(state, face) {
  return ownDice(state).filter((die) => countsFor(die, face, state.terms)).length;
}

/** The probability that a bid holds, with the other dice unknown. */
function chanceOf(state, { quantity, face }) {
  return chanceOfAtLeast(state.terms, face, quantity - ownCount(state, face), state.counts[otherOf(state.role)]);
}

/** The probability that at least `needed` of `dice` unknown dice count as `face`. */
function chanceOfAtLeast({ ones_wild }, face, needed, dice) {
  const each = ones_wild && face !== 1 ? 1 / 3 : 1 / 6;
  let sum = 0;
  let ways = 1;
  for (let hits = 0; hits <= dice; hits += 1) {
    if (hits >= needed) sum += ways * each ** hits * (1 - each) ** (dice - hits);
    ways = (ways * (dice - hits)) / (hits + 1);
  }
  return sum;
}

/**
 * Random hands of the other seat. `held[face]`: the dice that count for a face. `weight`: how well the hand explains the bids that the
 * seat has made; all weights add up to 1.
 */
function likelyHands(state) {
  const count = state.counts[otherOf(state.role)];
  const made = state.bids
    .filter(({ by }) => by !== state.role)
    .map((bid) => ({ face: bid.face, chances: chancesOf(state, bid) }));
  const hands = Array.from({ length: HANDS }, () => {
    const dice = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 6));
    const held = [0, 1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => countsFor(die, face, state.terms)).length);
    // 0.15: some bids are bluffs, so no hand is ruled out.
    const weight = made.reduce((product, { face, chances }) => product * (0.15 + chances[held[face]]), 1);
    return { held, weight };
  });
  const all = hands.reduce((sum, { weight }) => sum + weight, 0);
  return hands.map(({ held, weight }) => ({ held, weight: weight / all }));
}

/** How likely a bid looks to the other seat, by the number of its own dice that count for it. */
function chancesOf(state, { quantity, face }) {
  const own = state.counts[state.role];
  return Array.from({ length: state.counts[otherOf(state.role)] + 1 }, (_, held) =>
    chanceOfAtLeast(state.terms, face, quantity - held, own),
  );
}

/** The weighted share of hands with which a bid holds. */
function shareThatHolds(state, hands, { quantity, face }) {
  const needed = quantity - ownCount(state, face);
  return hands.reduce((sum, { held, weight }) => (held[face] >= needed ? sum + weight : sum), 0);
}

/** The estimated value of a bid: the mean of its chance to hold and the chance that the other seat calls wrongly or raises too far. */
function bidValue(state, hands, bid) {
  const needed = bid.quantity - ownCount(state, bid.face);
  const wins = chancesOf(state, bid).map((chance, held) => (chance >= DOUBT ? 0.55 : held >= needed ? 1 : 0));
  const won = hands.reduce((sum, { held, weight }) => sum + weight * wins[held[bid.face]], 0);
  return (shareThatHolds(state, hands, bid) + won) / 2;
}

function pick(values) {
  return values[Math.floor(Math.random() * values.length)];
}
