/** Computes the grid from the record. Dots and boxes count from 0, columns from the left, rows from the bottom. */

const LETTERS = 'abcdefgh';

const dot = (col, row) => `${LETTERS[col]}${row + 1}`;
const otherOf = (seat) => (seat === 'host' ? 'guest' : 'host');

/** The names, as in messages, of the lines from a dot to the right and upwards. */
export const across = (col, row) => dot(col, row) + dot(col + 1, row);
export const upright = (col, row) => dot(col, row) + dot(col, row + 1);

/** The lines around a box. */
export const around = (col, row) => [across(col, row), across(col, row + 1), upright(col, row), upright(col + 1, row)];

export function gameOf({ options, messages, end }) {
  const ready = messages.find(({ action }) => action === 'ready');
  const { size = 5 } = { ...options, ...ready?.fields };
  const places = placesOf(size);
  const names = new Set(places.flat().map(({ name }) => name));
  /** The seat that drew each line, by name. */
  const drawn = new Map();
  /** `owners[row][col]`: null or the seat of the box. */
  const owners = Array.from({ length: size }, () => Array(size).fill(null));
  const scores = { host: 0, guest: 0 };
  let turn = 'guest';
  let last = null;
  for (const { direction, fields } of messages) {
    const { play } = fields;
    // At a seat without hooks nothing checks the host, which may name a line that is drawn.
    if (!names.has(play) || drawn.has(play)) continue;
    const by = direction === 'guest_to_host' ? 'guest' : 'host';
    drawn.set(play, by);
    last = { name: play, by, closed: [] };
    for (let row = 0; row < size; row += 1) {
      for (let col = 0; col < size; col += 1) {
        if (owners[row][col] || !around(col, row).every((line) => drawn.has(line))) continue;
        owners[row][col] = by;
        scores[by] += 1;
        last.closed.push({ col, row });
      }
    }
    turn = last.closed.length > 0 ? by : otherOf(by);
  }
  const full = drawn.size === names.size;
  const over = end !== null || full;
  const leader = scores.host === scores.guest ? 'draw' : scores.host > scores.guest ? 'host' : 'guest';
  return {
    size,
    places,
    drawn,
    owners,
    scores,
    last,
    full,
    over,
    turn: over ? null : turn,
    /** How it ended; null during play. */
    end: end ?? (full ? { completed: true, winner: leader } : null),
  };
}

/** All lines as `{name, from, to}`, row by row from the top; rows of horizontal and vertical lines alternate. */
function placesOf(size) {
  return Array.from({ length: 2 * size + 1 }, (_, down) => {
    const row = size - ((down + 1) >> 1);
    if (down % 2 === 0)
      return Array.from({ length: size }, (_, col) => ({
        name: across(col, row),
        from: { col, row },
        to: { col: col + 1, row },
      }));
    return Array.from({ length: size + 1 }, (_, col) => ({
      name: upright(col, row),
      from: { col, row },
      to: { col, row: row + 1 },
    }));
  });
}

/** How many sides of each box beside a free line are drawn: one or two numbers. */
export function sidesBeside({ size, drawn, owners }, name) {
  const sides = [];
  for (let row = 0; row < size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      const lines = owners[row][col] ? [] : around(col, row);
      if (lines.includes(name)) sides.push(lines.filter((line) => drawn.has(line)).length);
    }
  }
  return sides;
}
