/** Text for a terminal: tables, fields and nested values. All strings are treated as untrusted. */
import { styleText } from 'node:util';
import { printable } from './terminal.ts';
import { displayWidth, padToWidth, truncate } from './width.ts';

export type Cell = string | number | null;

/** Colours only if stdout is a terminal and NO_COLOR is not set. */
export const applyStyle = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

export const bold = (text: string): string => applyStyle('bold', text);
export const dim = (text: string): string => applyStyle('dim', text);

export interface TextTable {
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Columns that are never truncated, since they are typed into other commands. */
  untruncatedColumns?: readonly string[];
  /** Width of the terminal in columns. */
  width: number;
}

/** In columns of the terminal. */
const columnGap = 2;
const minTruncatedWidth = 6;

/** Aligned columns below bold headings; the widest columns are truncated until a line fits. Numbers are right-aligned. */
export function tableText({ headings, rows, untruncatedColumns = [], width }: TextTable): string {
  const cellTexts = rows.map((row) => row.map((cell) => printable(String(cell ?? '-'))));
  const numericColumns = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const widths = headings.map((heading, column) =>
    Math.max(displayWidth(heading), ...cellTexts.map((row) => displayWidth(row[column]!))),
  );
  const truncatableColumns = headings.map((heading) => !untruncatedColumns.includes(heading));
  let excess = widths.reduce((sum, columnWidth) => sum + columnWidth + columnGap, -columnGap) - width;
  while (excess > 0) {
    const widest = Math.max(
      ...widths.filter((columnWidth, column) => truncatableColumns[column] && columnWidth > minTruncatedWidth),
    );
    const column = widths.findIndex((columnWidth, index) => truncatableColumns[index] && columnWidth === widest);
    if (column < 0) break;
    widths[column]! -= 1;
    excess -= 1;
  }
  const formatLine = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const visibleText = truncate(cell, widths[column]!);
        const padding = ' '.repeat(widths[column]! - displayWidth(visibleText));
        return numericColumns[column] ? padding + visibleText : visibleText + padding;
      })
      .join(' '.repeat(columnGap))
      .trimEnd();
  return [bold(formatLine(headings)), ...cellTexts.map(formatLine)].map((line) => `${line}\n`).join('');
}

/** `public_key` as `public key`. */
const withSpaces = (name: string): string => name.replaceAll('_', ' ');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value on one line, without JSON's punctuation. */
export function inlineText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(nestedText).join(', ');
  if (!isObject(value)) return printable(String(value));
  return Object.entries(value)
    .map(([name, member]) => `${printable(withSpaces(name))} ${nestedText(member)}`)
    .join(', ');
}

const nestedText = (value: unknown): string => (isObject(value) ? `(${inlineText(value)})` : inlineText(value));

/** One line per member, names aligned; objects and lists of objects are indented below their name. */
export function fieldsText(value: object, indent = ''): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const width = Math.max(0, ...members.map(([name]) => displayWidth(withSpaces(name))));
  return members
    .map(([name, member]) => {
      const label = printable(withSpaces(name));
      const childIndent = `${indent}  `;
      if (Array.isArray(member) && member.some(isObject)) {
        return `${indent}${dim(label)}\n${member.map((item) => `${childIndent}${inlineText(item)}\n`).join('')}`;
      }
      if (isObject(member) && !Array.isArray(member) && Object.keys(member).length > 0) {
        return `${indent}${dim(label)}\n${fieldsText(member, childIndent)}`;
      }
      return `${indent}${dim(padToWidth(label, width))}  ${inlineText(member)}\n`;
    })
    .join('');
}

/** Local time to the minute, as `2026-03-01 14:05`. */
export const localTime = (time: number | string): string =>
  new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
