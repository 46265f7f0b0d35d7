/**
 * Hooks for Battleship: the rules, validation of everything the other seat sends, and a computer player. Pure functions over JSON.
 *
 * The seats shoot alternately, the guest first, so shot n belongs to the guest when n is even. `opened[n]` is what shot n hit, as far
 * as this seat knows: after its own shot, `opened` is one shorter than `shots` until the other seat answers.
 *
 * Nonces are hashes of a secret that is drawn once and never sent. Plain Math.random is not enough: its later outputs can be predicted
 * from earlier ones, and a revealed nonce must not help to guess the nonces of cells that are still hidden.
 */

const SHIPS = { carrier: 5, battleship: 4, cruiser: 3, submarine: 3, destroyer: 2 };
const NAMES = Object.keys(SHIPS);
const FLEET_CELLS = NAMES.reduce((sum, name) => sum + SHIPS[name], 0);
const SEATS = ['guest', 'host'];

export const manners = ['steady', 'easy', 'sharp'];

export function metadata() {
  return { message: '', tags: ['battleship', 'board'], type: 'supply', options: { size: 10 } };
}

export function init({ role, options, manner, sent = [] }) {
  return {
    role,
    manner: manner ?? 'steady',
    size: options.size ?? 10,
    secret: randomHex(),
    recorded: recordedSea(sent),
    /** Own ships by name: the top or left cell, and whether the ship lies across. Null until first placed. */
    fleet: null,
    /** Placement questions asked so far; null once the fleet is committed. */
    placed: 0,
    /** The other seat's commitments, concatenated because one string is cheaper to pass around than a list; null until received. */
    hashes: null,
    shots: [],
    opened: [],
    /** The seats that have revealed their whole sea, in order. */
    bared: [],
    lie: null,
    end: null,
  };
}

export function join(state) {
  return { state, send: { action: 'join', size: state.size } };
}

export function handle_join(state, { size }) {
  if (size !== state.size) return refuse(state, 'wrong_options', `The guest wanted a sea of ${size} by ${size}.`);
  return { state, send: { action: 'ready', size } };
}

export function handle_ready(state, { size }) {
  if (size !== state.size) return refuse(state, 'wrong_options', `The host set a sea of ${size} by ${size}.`);
  return { state };
}

export function first_action(state) {
  return askFleet({ ...state, fleet: randomFleet(state.size) });
}

export function handle(state, message) {
  if (message.action === 'error') {
    return leave(state, `The ${otherOf(state.role)} stopped the game: ${message.reason.replaceAll('_', ' ')}.`);
  }
  if (message.action === 'fleet' && state.hashes === null) return receiveCommitments(state, message);
  if (message.action === 'result' && state.fleet !== null) return receiveResult(state, message);
  if (state.hashes !== null && state.bared.length === 0) {
    if (message.action === 'shot') return receiveShot(state, message);
    if (message.action === 'open_fleet' && seatOf(state.shots.length - 1) === state.role)
      return receiveSea(state, message);
  }
  if (message.action === 'open_fleet' && state.bared.length === 1 && state.bared[0] === state.role) {
    return receiveSea(state, message);
  }
  return refuse(state, 'unexpected_message', `Unexpected ${message.action} from the other side.`);
}

export function act(state, key, answer) {
  if (key !== keyOf(state)) throw new Error(`no question is open at ${key}`);
  if (key.startsWith('shot:')) return shoot(state, answer);
  if (answer === 'shuffle') return askFleet({ ...state, fleet: randomFleet(state.size) });
  if (answer !== 'ready') return askFleet({ ...state, fleet: moved(state, answer) });
  const next = { ...state, placed: null };
  return { state: next, send: { action: 'fleet', cells: commitmentsOf(next) } };
}

export function decide(state, ask, context) {
  if (ask.key.startsWith('fleet:')) return { answer: 'ready', reason: 'the fleet is hidden' };
  const choose = AIMS[context?.manner ?? state.manner] ?? AIMS.steady;
  const { cells, reason } = choose(knownSea(state));
  const answer = pick(cells);
  return ask.choices.some(({ value }) => value === answer) ? { answer, reason } : ask.choices[0].value;
}

/** `own_sea` is known to this seat alone; the record has only the cells that were revealed. */
export function view(state) {
  const { role, size, fleet, shots, opened, end } = state;
  const over = outcomeOf(state);
  const grid = (cells) => Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
  const shipsOf = (values) => values.map((value) => (value === 'water' ? null : value));
  return {
    seat: role,
    size,
    phase: state.hashes === null || state.placed !== null ? 'placing' : 'shooting',
    their_sea: grid(withShots(state, role, Array(size ** 2).fill(null))),
    own_sea: fleet && grid(withShots(state, otherOf(role), shipsOf(cellsOf(state)))),
    row_names: Array.from({ length: size }, (_, row) => String(row + 1)),
    column_names: Array.from({ length: size }, (_, col) => labelOf(col, size)[0]),
    hits: { own: hitsOf(state, role), their: hitsOf(state, otherOf(role)) },
    sunk: NAMES.filter(
      (name) => opened.filter((value, n) => value === name && seatOf(n) === role).length === SHIPS[name],
    ),
    moves: shots.map((cell, n) => ({ by: seatOf(n), label: labelOf(cell, size), hint: opened[n] ?? '' })),
    turn: end || over || state.hashes === null ? null : seatOf(shots.length),
    winner: over?.winner ?? null,
    reason: end?.reason ?? over?.reason ?? null,
    over: Boolean(end ?? over),
  };
}

export function session_end(state, end) {
  return { ...state, end };
}

// ---- the fleet ----------------------------------------------------------------------------------------------------------

/** Asks to place the fleet. Each answer moves one ship, draws another random fleet, or accepts the current one. */
function askFleet(state) {
  const next = { ...state, placed: state.placed + 1 };
  const choices = [
    { value: 'ready', label: 'this fleet' },
    { value: 'shuffle', label: 'another random fleet' },
  ];
  for (const name of NAMES) {
    for (const place of freePlaces(next, name)) {
      const across = place.across ? 'across' : 'down';
      const label = `${name} ${labelOf(place.cell, state.size)} ${across}`;
      choices.push({ value: `${name}:${place.cell}:${across}`, label });
    }
  }
  return { state: next, ask: { key: keyOf(next), prompt: 'Place your fleet', choices } };
}

/** The places to which a ship can be moved while the others stay; every one if a record is played again, which lacks the first fleet. */
function freePlaces({ fleet, size, recorded }, name) {
  if (recorded) return placesOf(name, size);
  const others = new Set(NAMES.filter((each) => each !== name).flatMap((each) => shipCells(each, fleet[each], size)));
  const { cell, across } = fleet[name];
  return placesOf(name, size).filter(
    (place) => (place.cell !== cell || place.across !== across) && place.cells.every((each) => !others.has(each)),
  );
}

function moved(state, answer) {
  if (state.recorded) return state.fleet;
  const [name, cell, direction] = String(answer).split(':');
  const across = direction === 'across';
  if (!freePlaces(state, name).some((place) => place.cell === Number(cell) && place.across === across)) {
    throw new Error(`no ship can be moved to ${answer}`);
  }
  return { ...state.fleet, [name]: { cell: Number(cell), across } };
}

function randomFleet(size) {
  const taken = new Set();
  const fleet = {};
  for (const name of NAMES) {
    const { cell, across, cells } = pick(
      placesOf(name, size).filter((place) => !place.cells.some((at) => taken.has(at))),
    );
    for (const at of cells) taken.add(at);
    fleet[name] = { cell, across };
  }
  return fleet;
}

/** Every place of a ship in an empty sea. */
function placesOf(name, size) {
  const places = [];
  for (const across of [true, false]) {
    for (let cell = 0; cell < size * size; cell += 1) {
      const along = across ? cell % size : Math.floor(cell / size);
      if (along + SHIPS[name] <= size) places.push({ cell, across, cells: shipCells(name, { cell, across }, size) });
    }
  }
  return places;
}

function shipCells(name, { cell, across }, size) {
  return Array.from({ length: SHIPS[name] }, (_, step) => cell + step * (across ? 1 : size));
}

/** The own sea, cell by cell. */
function cellsOf({ fleet, size, recorded }) {
  if (recorded) return recorded.cells;
  const cells = Array(size * size).fill('water');
  for (const name of NAMES) for (const cell of shipCells(name, fleet[name], size)) cells[cell] = name;
  return cells;
}

function isLegal(cells, size) {
  return NAMES.every((name) => {
    const at = cells.flatMap((value, cell) => (value === name ? [cell] : []));
    return placesOf(name, size).some((place) => String(place.cells) === String(at));
  });
}

// ---- commitments --------------------------------------------------------------------------------------------------------

/** 128 bits. */
function randomHex() {
  const part = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return part() + part() + part() + part();
}

/**
 * What this seat committed to, and the cells that it has opened, if a record is played again: others are shown as water. Null in a game,
 * and if the record ends before.
 */
function recordedSea(sent) {
  const hashes = sent.find(({ action }) => action === 'fleet')?.cells;
  if (!hashes) return null;
  const sea = { hashes, cells: hashes.map(() => 'water'), nonces: hashes.map(() => null) };
  for (const { opened_cell, opened, nonce } of sent) {
    if (opened_cell !== undefined) [sea.cells[opened_cell], sea.nonces[opened_cell]] = [opened, nonce];
  }
  const { cells, nonces } = sent.find(({ action }) => action === 'open_fleet') ?? sea;
  return { hashes, cells, nonces };
}

function nonceOf({ secret, recorded }, cell) {
  return recorded?.nonces[cell] ?? sha256(`${secret}:${cell}`).slice(0, 32);
}

function commitmentsOf(state) {
  return state.recorded?.hashes ?? cellsOf(state).map((value, cell) => sha256(`${value}:${nonceOf(state, cell)}`));
}

function openingOf(state, cell) {
  return { opened_cell: cell, opened: cellsOf(state)[cell], nonce: nonceOf(state, cell) };
}

function openSea(state) {
  const cells = cellsOf(state);
  const nonces = cells.map((_, cell) => nonceOf(state, cell));
  return { action: 'open_fleet', turn: state.shots.length, cells, nonces };
}

function isCommitted({ hashes }, cell, value, nonce) {
  return sha256(`${value}:${nonce}`) === hashes.slice(64 * cell, 64 * (cell + 1));
}

function receiveCommitments(state, { cells }) {
  if (cells.length !== state.size ** 2) {
    return refuse(state, 'wrong_fleet', `The ${otherOf(state.role)} committed ${cells.length} cells.`);
  }
  const next = { ...state, hashes: cells.join('') };
  if (state.role === 'host') return askFleet({ ...next, fleet: randomFleet(state.size) });
  const own = new Set(commitmentsOf(state));
  if (cells.some((hash) => own.has(hash))) {
    return refuse(state, 'commitment_copied', 'The host sent a commitment of the guest as its own.');
  }
  return askShot(next);
}

// ---- shots --------------------------------------------------------------------------------------------------------------

function askShot(state) {
  const { size, role } = state;
  const tried = new Set(shotsOf(state, role));
  const choices = Array.from({ length: size * size }, (_, cell) => ({
    value: cell,
    label: labelOf(cell, size),
  })).filter(({ value }) => !tried.has(value));
  return { state, ask: { key: keyOf(state), prompt: 'Choose a cell to shoot at', choices } };
}

function shoot(state, cell) {
  if (!isTarget(state, state.role, cell)) throw new Error(`no shot at ${cell}`);
  const turn = state.shots.length + 1;
  const answer = turn > 1 ? openingOf(state, state.shots.at(-1)) : {};
  return { state: { ...state, shots: [...state.shots, cell] }, send: { action: 'shot', turn, cell, ...answer } };
}

/** A shot at this seat's sea. It also reveals the cell that this seat shot at before. */
function receiveShot(state, { turn, cell, opened_cell, opened, nonce }) {
  const { role, shots } = state;
  const peer = otherOf(role);
  if (state.placed !== null || turn !== shots.length + 1 || seatOf(shots.length) !== peer) {
    return refuse(state, 'wrong_turn', `The ${peer} shot out of turn.`);
  }
  if (!isTarget(state, peer, cell)) return refuse(state, 'wrong_cell', `The ${peer} shot at a cell it may not choose.`);
  const due = shots.at(-1);
  const isComplete =
    due === undefined ? [opened_cell, opened, nonce].every((part) => part === undefined) : opened && nonce;
  if (!isComplete || opened_cell !== due) {
    return refuse(state, 'wrong_opening', `The ${peer} did not open the cell that was shot at.`);
  }
  const received = { ...state, shots: [...shots, cell], opened: due === undefined ? [] : [...state.opened, opened] };
  if (due !== undefined && !isCommitted(state, due, opened, nonce)) {
    return accuse(received, { reason: 'commitment_broken', cell: due, opened });
  }
  if (hitsOf(received, role) >= FLEET_CELLS) return accuse(received, { reason: 'fleet_illegal' });
  const next = { ...received, opened: [...received.opened, cellsOf(state)[cell]] };
  if (hitsOf(next, peer) === FLEET_CELLS) return { state: { ...next, bared: [role] }, send: openSea(next) };
  return askShot(next);
}

/** The other seat's whole sea, revealed at the end. The seat whose fleet was sunk reveals first. */
function receiveSea(state, { turn, cells, nonces }) {
  const { role, size, shots, bared } = state;
  const peer = otherOf(role);
  if (turn !== shots.length || cells.length !== size ** 2 || nonces.length !== size ** 2) {
    return refuse(state, 'wrong_opening', `The ${peer} did not open its whole sea.`);
  }
  const next = { ...state, bared: [...bared, peer] };
  const broken = cells.findIndex((value, cell) => !isCommitted(state, cell, value, nonces[cell]));
  if (broken >= 0) return accuse(next, { reason: 'commitment_broken', cell: broken, opened: cells[broken] });
  if (!isLegal(cells, size)) return accuse(next, { reason: 'fleet_illegal' });
  if (bared.length === 1) {
    return { state: next, send: { action: 'result', winner: peer, reason: 'fleet_sunk' }, ...endOf(next) };
  }
  const sunk = { ...next, opened: [...state.opened, cells[shots.at(-1)]] };
  if (hitsOf(sunk, role) < FLEET_CELLS) {
    return refuse(state, 'wrong_result', `The ${peer} opened its sea although it was not sunk.`);
  }
  return { state: { ...sunk, bared: [peer, role] }, send: openSea(sunk) };
}

/** The outcome as the other seat states it: a fleet is sunk, or this seat broke a commitment or placed an illegal fleet. */
function receiveResult(state, { winner, reason, cell }) {
  const peer = otherOf(state.role);
  const lie = {
    by: state.role,
    reason,
    ...(cell === undefined ? {} : { cell, opened: openingOf(state, cell).opened }),
  };
  const due = state.bared.length === 2 && state.bared[0] === peer;
  if (due && winner === state.role && reason === 'fleet_sunk' && cell === undefined) return { state, ...endOf(state) };
  if (winner === peer && hasLied(state, lie)) return { state: { ...state, lie }, ...endOf({ ...state, lie }) };
  return refuse(state, 'wrong_result', `The ${peer} states a result that the rules do not give.`);
}

/** Unmodified hooks never lie. Modified ones must still come to the same outcome as the other seat. */
function hasLied(state, { reason, cell }) {
  if (state.hashes === null) return false;
  if (reason === 'fleet_illegal') return cell === undefined && !isLegal(cellsOf(state), state.size);
  if (reason !== 'commitment_broken' || !(cell < state.size ** 2)) return false;
  const { cells, nonces } = openSea(state);
  const openings = [openingOf(state, cell), { opened: cells[cell], nonce: nonces[cell] }];
  return openings.some(({ opened, nonce }) => sha256(`${opened}:${nonce}`) !== commitmentsOf(state)[cell]);
}

function accuse(state, lie) {
  const next = { ...state, lie: { by: otherOf(state.role), ...lie } };
  const { reason, cell } = lie;
  const send = { action: 'result', winner: state.role, reason, ...(cell === undefined ? {} : { cell }) };
  return { state: next, send, ...endOf(next) };
}

function refuse(state, reason, text) {
  return { ...leave(state, text), send: { action: 'error', reason } };
}

function leave(state, reason) {
  return { state, end: { completed: false, reason } };
}

function endOf(state) {
  const over = outcomeOf(state);
  return over ? { end: { completed: true, ...over } } : {};
}

/** `{winner, reason}` once a lie is proven or both seas are revealed, else null. */
function outcomeOf({ lie, bared, shots, size }) {
  if (lie) {
    const winner = otherOf(lie.by);
    if (lie.reason === 'fleet_illegal') return { winner, reason: `The ${lie.by}'s fleet is not a legal one.` };
    const cell = labelOf(lie.cell, size);
    return { winner, reason: `The ${lie.by} opened ${cell} as ${lie.opened}, which is not what it had committed to.` };
  }
  if (bared.length < 2) return null;
  const count = Math.ceil(shots.length / 2);
  return { winner: otherOf(bared[0]), reason: `The ${bared[0]}'s fleet is sunk after ${count} shots.` };
}

function keyOf({ placed, shots }) {
  return placed === null ? `shot:${shots.length + 1}` : `fleet:${placed}`;
}

function otherOf(role) {
  return role === 'host' ? 'guest' : 'host';
}

function seatOf(n) {
  return SEATS[n % 2];
}

function shotsOf({ shots }, seat) {
  return shots.filter((_, n) => seatOf(n) === seat);
}

/** The cells with what the shots of a seat did: `water`, a ship's name and `_hit`, or `unanswered`. */
function withShots({ shots, opened }, seat, cells) {
  const shown = [...cells];
  shots.forEach((cell, n) => {
    if (seatOf(n) !== seat) return;
    const hit = opened[n];
    shown[cell] = hit === undefined ? 'unanswered' : hit === 'water' ? hit : `${hit}_hit`;
  });
  return shown;
}

/** How many shots of a seat have hit. */
function hitsOf({ opened }, seat) {
  return opened.filter((value, n) => value !== 'water' && seatOf(n) === seat).length;
}

function isTarget(state, seat, cell) {
  return Number.isInteger(cell) && cell >= 0 && cell < state.size ** 2 && !shotsOf(state, seat).includes(cell);
}

/** `B7`: columns are letters, rows are numbers. */
function labelOf(cell, size) {
  return `${String.fromCharCode(65 + (cell % size))}${Math.floor(cell / size) + 1}`;
}

function pick(values) {
  return values[Math.floor(Math.random() * values.length)];
}

// ---- the player ---------------------------------------------------------------------------------------------------------

/**
 * What this seat knows of the other sea. `cells`: a ship's name, `water` or undefined. `hits`: cells by ship. `afloat`: ships not sunk.
 * `open`: cells not shot at yet.
 */
function knownSea(state) {
  const cells = Array(state.size ** 2).fill(undefined);
  state.opened.forEach((value, n) => {
    if (seatOf(n) === state.role) cells[state.shots[n]] = value;
  });
  const tried = new Set(shotsOf(state, state.role));
  const hits = Object.fromEntries(
    NAMES.map((name) => [name, cells.flatMap((value, at) => (value === name ? [at] : []))]),
  );
  const afloat = NAMES.filter((name) => hits[name].length < SHIPS[name]);
  const open = cells.flatMap((_, cell) => (tried.has(cell) ? [] : [cell]));
  return { size: state.size, cells, hits, afloat, open };
}

/** Targeting by manner: the cells to pick from at random, and the reason. */
const AIMS = {
  /** Shoots beside hits, and anywhere else. */
  easy(sea) {
    const wounded = sea.afloat.flatMap((name) => sea.hits[name]);
    const beside = sea.open.filter((cell) => wounded.some((hit) => neighbours(hit, sea.size).includes(cell)));
    if (beside.length > 0) return { cells: beside, reason: 'beside a hit' };
    return { cells: sea.open, reason: 'picked at random' };
  },
  /** Finishes a hit ship along its line; otherwise searches every second cell, as no ship is shorter than two. */
  steady(sea) {
    const wounded = sea.afloat.filter((name) => sea.hits[name].length > 0);
    if (wounded.length > 0) return { cells: likeliest(sea, wounded.slice(0, 1)), reason: 'follows a hit' };
    const pattern = sea.open.filter((cell) => ((cell % sea.size) + Math.floor(cell / sea.size)) % 2 === 0);
    return { cells: pattern.length > 0 ? pattern : sea.open, reason: 'searches every second cell' };
  },
  /** Shoots at the cell that the most possible placements of the remaining ships cover. */
  sharp(sea) {
    const wounded = sea.afloat.filter((name) => sea.hits[name].length > 0);
    if (wounded.length > 0) return { cells: likeliest(sea, wounded), reason: 'follows a hit' };
    return { cells: likeliest(sea, sea.afloat), reason: 'most ships fit here' };
  },
};

/** The cells that the most possible placements of these ships cover, given everything known; each ship has the same weight. */
function likeliest({ size, cells, hits, open }, names) {
  const counts = Array(size * size).fill(0);
  for (const name of names) {
    const places = placesOf(name, size).filter(
      (place) =>
        hits[name].every((hit) => place.cells.includes(hit)) &&
        place.cells.every((cell) => cells[cell] === undefined || cells[cell] === name),
    );
    for (const place of places) for (const cell of place.cells) counts[cell] += 1 / places.length;
  }
  const most = Math.max(...open.map((cell) => counts[cell]));
  return open.filter((cell) => counts[cell] > most - 1e-9);
}

function neighbours(cell, size) {
  const col = cell % size;
  return [cell - size, cell + size, ...(col > 0 ? [cell - 1] : []), ...(col < size - 1 ? [cell + 1] : [])];
}
