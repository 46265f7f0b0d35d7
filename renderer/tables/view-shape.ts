/** A board's view, taken apart for the plain view: single values, grids, and lists, in the hooks' own order. */
import { isJsonObject, type Json } from '../../shared/json/value.ts';

export type Cell = string | number | boolean | null;
export type ViewPart =
  | { kind: 'value'; name: string; value: Cell }
  | { kind: 'grid'; name: string; rows: Cell[][] }
  | { kind: 'list'; name: string; items: Cell[] }
  | { kind: 'records'; name: string; columns: string[]; rows: Cell[][] };

/** Shown by Parlor itself, from its own record. */
const told = new Set(['seat', 'moves', 'turn', 'winner', 'reason', 'over', 'line', 'last']);

const isCell = (value: Json): value is Cell => value === null || typeof value !== 'object';

function partsOf(name: string, value: Json, depth: number): ViewPart[] {
  if (isCell(value)) return value === null ? [] : [{ kind: 'value', name, value }];
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every(isCell)) return [{ kind: 'list', name, items: value }];
    if (value.every((row): row is Cell[] => Array.isArray(row) && row.every(isCell))) {
      return [{ kind: 'grid', name, rows: value }];
    }
    if (value.every(isJsonObject)) {
      const columns = [...new Set(value.flatMap((row) => Object.keys(row).filter((key) => isCell(row[key] ?? null))))];
      return [
        { kind: 'records', name, columns, rows: value.map((row) => columns.map((key) => (row[key] as Cell) ?? null)) },
      ];
    }
    return [];
  }
  if (depth > 3) return [];
  return Object.entries(value).flatMap(([key, item]) => partsOf(name ? `${name} ${key}` : key, item, depth + 1));
}

export function viewParts(view: Json): ViewPart[] {
  if (!isJsonObject(view)) return partsOf('', view, 0);
  return Object.entries(view)
    .filter(([name]) => !told.has(name))
    .flatMap(([name, value]) => partsOf(name, value, 0));
}

/** The first grid whose cells are seats or empty: the position of a board game. */
export function positionOf(view: Json): Cell[][] | null {
  const seats = new Set<Cell>([null, 'host', 'guest']);
  for (const part of viewParts(view)) {
    if (part.kind === 'grid' && part.rows.every((row) => row.every((cell) => seats.has(cell)))) return part.rows;
  }
  return null;
}

/** The places of a winning line, where the view names them. */
export function lineOf(view: Json): { row: number; col: number }[] {
  if (!isJsonObject(view) || !Array.isArray(view.line)) return [];
  return view.line.flatMap((place) =>
    isJsonObject(place) && typeof place.row === 'number' && typeof place.col === 'number'
      ? [{ row: place.row, col: place.col }]
      : [],
  );
}

/** A row as it is read aloud, empty runs joined: `three empty, yours, theirs, two empty`. */
export function spokenRow(row: readonly Cell[], say: (cell: Cell, run: number) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < row.length; ) {
    const cell = row[at] ?? null;
    let run = 1;
    while (cell === null && at + run < row.length && row[at + run] === null) run += 1;
    parts.push(say(cell, run));
    at += run;
  }
  return parts.join(', ');
}
