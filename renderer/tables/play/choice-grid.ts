/** Choices labelled like the cells of a board, such as `h8` or `B7`: column letters from the left, row numbers. Pure. */
import type { Choice } from '../../../shared/tables/hooks.ts';
import type { GridHeadings } from '../view-shape.ts';

export interface ChoiceGrid {
  columns: string[];
  /** From the top. */
  rows: { name: string; cells: (Choice | null)[] }[];
  /** Other choices, such as a pass. */
  others: Choice[];
}

const cellLabel = /^([a-z])([1-9]\d?)$/i;
/** Fewer places, or more other choices, are easier to find in a list. */
const minPlaces = 10;
const maxOthers = 4;

/** Null if the choices are better shown as a list. Row 1 is at the bottom, unless the `headings` of the position put it at the top. */
export function choiceGrid(choices: readonly Choice[], headings: GridHeadings | null = null): ChoiceGrid | null {
  const places = new Map<string, Choice>();
  for (const choice of choices) if (cellLabel.test(choice.label)) places.set(choice.label, choice);
  const others = choices.filter(({ label }) => !places.has(label));
  if (places.size < minPlaces || others.length > maxOthers || places.size + others.length !== choices.length)
    return null;
  const coordinates = [...places.keys()].map((label) => cellLabel.exec(label)!);
  const rowCount = Math.max(...coordinates.map(([, , row]) => Number(row)));
  const first = coordinates[0]![1]! < 'a' ? 'A' : 'a';
  if (coordinates.some(([, column]) => column! < 'a' !== (first === 'A'))) return null;
  const columnAt = (index: number) => String.fromCharCode(first.charCodeAt(0) + index);
  const columnCount = 1 + Math.max(...coordinates.map(([, column]) => column!.charCodeAt(0) - first.charCodeAt(0)));
  const columns = Array.from({ length: columnCount }, (_, index) => columnAt(index));
  const isFromTop = headings !== null && String(headings.rows[0]) === '1';
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const name = String(isFromTop ? index + 1 : rowCount - index);
    return { name, cells: columns.map((column) => places.get(column + name) ?? null) };
  });
  return { columns, rows, others };
}

/** The nearest choice above (-1) or below (1) in the same column; null at the edge. */
export function nextChoice({ rows }: ChoiceGrid, from: Choice, step: 1 | -1): Choice | null {
  const row = rows.findIndex(({ cells }) => cells.includes(from));
  const column = rows[row]?.cells.indexOf(from) ?? -1;
  for (let index = row + step; rows[index]; index += step) {
    const choice = rows[index]!.cells[column];
    if (choice) return choice;
  }
  return null;
}
