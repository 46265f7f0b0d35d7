/** Choices that are cells of a grid, such as `h8`: a letter for the column, from the left, and a number for the row, from the bottom. */
import type { Choice } from '../../../shared/tables/hooks.ts';

export interface ChoiceGrid {
  columns: string[];
  /** From the top. */
  rows: { name: string; cells: (Choice | null)[] }[];
  /** Other choices, such as a pass. */
  others: Choice[];
}

const place = /^([a-z])([1-9]\d?)$/;
/** Fewer places, or more other choices, are easier to find in a list. */
const minPlaces = 10;
const maxOthers = 4;

/** Choices named like cells (`c4`) as rows and columns; null if the choices are better shown as a list. */
export function choiceGrid(choices: readonly Choice[]): ChoiceGrid | null {
  const places = new Map<string, Choice>();
  for (const choice of choices) if (place.test(choice.label)) places.set(choice.label, choice);
  const others = choices.filter(({ label }) => !places.has(label));
  if (places.size < minPlaces || others.length > maxOthers || places.size + others.length !== choices.length)
    return null;
  const found = [...places.keys()].map((label) => place.exec(label)!);
  const top = Math.max(...found.map(([, , row]) => Number(row)));
  const width = Math.max(...found.map(([, column]) => column!.charCodeAt(0) - 96));
  const columns = Array.from({ length: width }, (_, at) => String.fromCharCode(97 + at));
  const rows = Array.from({ length: top }, (_, at) => {
    const name = String(top - at);
    return { name, cells: columns.map((column) => places.get(column + name) ?? null) };
  });
  return { columns, rows, others };
}

/** The nearest choice above (-1) or below (1) in the same column; null at the edge. */
export function nextChoice({ rows }: ChoiceGrid, from: Choice, step: 1 | -1): Choice | null {
  const row = rows.findIndex(({ cells }) => cells.includes(from));
  const column = rows[row]?.cells.indexOf(from) ?? -1;
  for (let at = row + step; rows[at]; at += step) {
    const choice = rows[at]!.cells[column];
    if (choice) return choice;
  }
  return null;
}
