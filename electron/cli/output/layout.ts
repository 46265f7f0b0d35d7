/** Text for a terminal: tables, fields and nested values. All strings are treated as untrusted. */
import { styleText } from 'node:util';
import { displayWidth, padToWidth, truncate } from './width.ts';

export type Cell = string | number | null;

/** Replaces control and format characters of untrusted text. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');

/** The same, but keeps line breaks. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Colours only if stdout is a terminal and NO_COLOR is not set. */
export const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

export const bold = (text: string): string => styled('bold', text);
export const dim = (text: string): string => styled('dim', text);

export interface TextTable {
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Columns that are never truncated, since they are typed into other commands. */
  untruncated?: readonly string[];
  /** Width of the terminal in columns. */
  width: number;
}

/** In columns of the terminal. */
const gap = 2;
const minTruncatedWidth = 6;

/** Aligned columns below bold headings; the widest columns are truncated until a line fits. Numbers are right-aligned. */
export function tableText({ headings, rows, untruncated = [], width }: TextTable): string {
  const texts = rows.map((row) => row.map((cell) => printable(String(cell ?? '-'))));
  const numeric = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const widths = headings.map((heading, column) =>
    Math.max(displayWidth(heading), ...texts.map((row) => displayWidth(row[column]!))),
  );
  const truncatable = headings.map((heading) => !untruncated.includes(heading));
  let excess = widths.reduce((sum, each) => sum + each + gap, -gap) - width;
  while (excess > 0) {
    const widest = Math.max(...widths.filter((each, column) => truncatable[column] && each > minTruncatedWidth));
    const column = widths.findIndex((each, index) => truncatable[index] && each === widest);
    if (column < 0) break;
    widths[column]! -= 1;
    excess -= 1;
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const visible = truncate(cell, widths[column]!);
        const padding = ' '.repeat(widths[column]! - displayWidth(visible));
        return numeric[column] ? padding + visible : visible + padding;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [bold(line(headings)), ...texts.map(line)].map((each) => `${each}\n`).join('');
}

/** `public_key` as `public key`. */
const spaced = (name: string): string => name.replaceAll('_', ' ');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value on one line, without JSON's punctuation. */
export function inline(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(nestedInline).join(', ');
  if (!isObject(value)) return printable(String(value));
  return Object.entries(value)
    .map(([name, member]) => `${printable(spaced(name))} ${nestedInline(member)}`)
    .join(', ');
}

const nestedInline = (value: unknown): string => (isObject(value) ? `(${inline(value)})` : inline(value));

/** One line per member, names aligned; objects and lists of objects are indented below their name. */
export function fieldsText(value: object, indent = ''): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const width = Math.max(0, ...members.map(([name]) => displayWidth(spaced(name))));
  return members
    .map(([name, member]) => {
      const label = printable(spaced(name));
      const below = `${indent}  `;
      if (Array.isArray(member) && member.some(isObject)) {
        return `${indent}${dim(label)}\n${member.map((item) => `${below}${inline(item)}\n`).join('')}`;
      }
      if (isObject(member) && !Array.isArray(member) && Object.keys(member).length > 0) {
        return `${indent}${dim(label)}\n${fieldsText(member, below)}`;
      }
      return `${indent}${dim(padToWidth(label, width))}  ${inline(member)}\n`;
    })
    .join('');
}

/** Local time to the minute, as `2026-03-01 14:05`. */
export const localTime = (time: number | string): string =>
  new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
