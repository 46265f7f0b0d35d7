/** Computes both seas from the record. Cells count from 0, row by row from the top left. */

export const SHIPS = { carrier: 5, battleship: 4, cruiser: 3, submarine: 3, destroyer: 2 };
export const NAMES = Object.keys(SHIPS);

export const otherOf = (seat) => (seat === 'host' ? 'guest' : 'host');

/** `seas[seat]`: `values`, the revealed cells (null: hidden); `shot`, whether each cell was shot at; `open`, once it is revealed whole. */
export function gameOf({ options, messages, end }) {
  const ready = messages.find(({ action }) => action === 'ready');
  const size = ready?.fields.size ?? options.size ?? 10;
  const seaOf = () => ({ values: Array(size * size).fill(null), shot: Array(size * size).fill(false), open: false });
  const seas = { host: seaOf(), guest: seaOf() };
  const committed = { host: false, guest: false };
  let shots = 0;
  /** The newest shot of each seat, oldest first. */
  let latest = [];
  let broken = null;
  for (const { direction, action, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'fleet') committed[by] = true;
    if (action === 'shot') {
      if (fields.opened_cell < size * size) seas[by].values[fields.opened_cell] = fields.opened;
      if (fields.cell < size * size) seas[otherOf(by)].shot[fields.cell] = true;
      shots += 1;
      latest = [...latest.filter((shot) => shot.by !== by), { by, cell: fields.cell }];
    }
    if (action === 'open_fleet') {
      seas[by].values = seas[by].values.map((_, cell) => fields.cells[cell] ?? null);
      seas[by].open = true;
    }
    if (action === 'result' && fields.cell !== undefined) broken = { by: otherOf(fields.winner), cell: fields.cell };
  }
  const over = end !== null;
  const playing = committed.host && committed.guest && !over && !seas.host.open && !seas.guest.open;
  return {
    size,
    seas,
    committed,
    shots,
    turn: playing ? (shots % 2 === 0 ? 'guest' : 'host') : null,
    latest,
    /** The cell whose revealed value does not match its commitment, as the other seat states it. */
    broken,
    /** How it ended; null during play. */
    end,
    over,
  };
}

/** The ships of a sea whose cells are all known: `{name, cells, sunk}`. */
export function hullsOf(values, shot) {
  return NAMES.flatMap((name) => {
    const cells = values.flatMap((value, cell) => (value === name ? [cell] : []));
    return cells.length === SHIPS[name] ? [{ name, cells, sunk: cells.every((cell) => shot[cell]) }] : [];
  });
}

/** `B7`: columns are letters, rows are numbers. */
export const cellName = (cell, size) => `${String.fromCharCode(65 + (cell % size))}${Math.floor(cell / size) + 1}`;

export function shipCells(name, cell, across, size) {
  return Array.from({ length: SHIPS[name] }, (_, step) => cell + step * (across ? 1 : size));
}
