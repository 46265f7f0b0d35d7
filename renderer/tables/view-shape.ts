/** Splits the hooks' view for the plain view into single values, grids and lists, in the hooks' own order. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../shared/json/value.ts';

export type Cell = string | number | boolean | null;
export type ViewPart =
  | { kind: 'value'; name: string; value: Cell }
  | { kind: 'grid'; name: string; rows: Cell[][]; headings?: GridHeadings }
  | { kind: 'list'; name: string; items: Cell[] }
  | { kind: 'records'; name: string; columns: string[]; rows: Cell[][] };

/** The view's own names of rows and columns, instead of numbers. */
export interface GridHeadings {
  rows: readonly Cell[];
  columns: readonly Cell[];
}

/** Fields that Parlor shows itself, from its own record. */
const hiddenFields = new Set(['seat', 'moves', 'turn', 'winner', 'reason', 'over', 'line', 'last']);

/** Fields that name the rows and columns of a grid of their size. */
const headingFields = ['row_names', 'column_names'];

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
  const headings = readHeadings(view);
  return Object.entries(view)
    .filter(([name]) => !hiddenFields.has(name) && !(headings && headingFields.includes(name)))
    .flatMap(([name, value]) => partsOf(name, value, 0))
    .map((part) =>
      headings &&
      part.kind === 'grid' &&
      part.rows.length === headings.rows.length &&
      part.rows[0]?.length === headings.columns.length
        ? { ...part, headings }
        : part,
    );
}

function readHeadings(view: JsonObject): GridHeadings | null {
  const [rows, columns] = headingFields.map((name) => view[name]);
  const areNames = (names: Json | undefined): names is Cell[] => Array.isArray(names) && names.every(isCell);
  return areNames(rows) && areNames(columns) ? { rows, columns } : null;
}

/** The view's names of rows and columns; null without them. */
export const gridHeadings = (view: Json): GridHeadings | null => (isJsonObject(view) ? readHeadings(view) : null);

/** The first grid whose cells are seats or empty: the position of a board game. */
export function positionOf(view: Json): Cell[][] | null {
  const seats = new Set<Cell>([null, 'host', 'guest']);
  for (const part of viewParts(view)) {
    if (part.kind === 'grid' && part.rows.every((row) => row.every((cell) => seats.has(cell)))) return part.rows;
  }
  return null;
}

/** The cells of a winning line, if the view names them. */
export function lineOf(view: Json): { row: number; col: number }[] {
  if (!isJsonObject(view) || !Array.isArray(view.line)) return [];
  return view.line.flatMap((cell) =>
    isJsonObject(cell) && typeof cell.row === 'number' && typeof cell.col === 'number'
      ? [{ row: cell.row, col: cell.col }]
      : [],
  );
}

/** A row as a screen reader reads it, empty runs joined: `three empty, yours, theirs, two empty`. */
export function spokenRow(row: readonly Cell[], cellText: (cell: Cell, run: number) => string): string {
  const parts: string[] = [];
  for (let index = 0; index < row.length; ) {
    const cell = row[index] ?? null;
    let run = 1;
    while (cell === null && index + run < row.length && row[index + run] === null) run += 1;
    parts.push(cellText(cell, run));
    index += run;
  }
  return parts.join(', ');
}
