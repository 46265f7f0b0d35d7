/** Computes the position from the record. Points have the names of the messages; columns count from the left, rows from the bottom. */

export const SIZE = 15;
const ROW = 5;
const LETTERS = 'abcdefghijklmno';
const STEPS = [
  { right: 1, up: 0 },
  { right: 0, up: 1 },
  { right: 1, up: 1 },
  { right: 1, up: -1 },
];

export const pointName = (col, row) => `${LETTERS[col]}${row + 1}`;

const placeOf = (name) => ({ col: LETTERS.indexOf(name[0]), row: Number(name.slice(1)) - 1 });

const otherOf = (seat) => (seat === 'host' ? 'guest' : 'host');

/** `due`: what the seat `turn` must play, `stone` or `colour`. `owners`: the seats of black and white, null until chosen. */
export function gameOf({ messages, end }) {
  const stones = new Map();
  let owners = null;
  let twoMore = false;
  let last = null;
  for (const { direction, fields } of messages) {
    const by = direction === 'guest_to_host' ? 'guest' : 'host';
    const { play } = fields;
    if (play === 'two_more') twoMore = true;
    else if (play === 'black') owners = [by, otherOf(by)];
    else if (play === 'white') owners = [otherOf(by), by];
    // At a seat without hooks nothing checks the host, which may name a taken point, or write anything after a name.
    else if (/^[a-o](?:[1-9]|1[0-5])$/.test(play ?? '') && !stones.has(play)) {
      last = { name: play, ...placeOf(play), by, number: stones.size + 1, colour: stones.size % 2 };
      stones.set(play, last);
    }
  }
  const line = last && owners ? lineOf(stones, last) : null;
  const full = stones.size === SIZE * SIZE;
  const over = end !== null || line !== null || full;
  return {
    /** By name: `{name, col, row, by, number, colour}`; colour 0 is black. */
    stones,
    owners,
    last,
    line,
    full,
    over,
    ...(over ? { turn: null, due: null } : turnOf(stones.size, owners, twoMore)),
    /** How it ended; null during play. */
    end: end ?? (over ? { completed: true, winner: line ? owners[last.colour] : 'draw' } : null),
  };
}

function turnOf(count, owners, twoMore) {
  if (owners) return { turn: owners[count % 2], due: 'stone' };
  if (count < 3) return { turn: 'guest', due: 'stone' };
  if (twoMore) return count < 5 ? { turn: 'host', due: 'stone' } : { turn: 'guest', due: 'colour' };
  return { turn: 'host', due: 'colour' };
}

function lineOf(stones, { col, row, colour }) {
  const owns = (c, r) => stones.get(pointName(c, r))?.colour === colour;
  for (const { right, up } of STEPS) {
    let [c, r] = [col, row];
    while (owns(c - right, r - up)) [c, r] = [c - right, r - up];
    const cells = [];
    for (; owns(c, r); [c, r] = [c + right, r + up]) cells.push({ col: c, row: r });
    if (cells.length >= ROW) return cells;
  }
  return null;
}
