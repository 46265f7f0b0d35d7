/** The text of a hooks file: where things stand in it, and what a key does to it. */
import type { HooksCheck } from '../../shared/bridge/contract.ts';

/** As much as main takes. */
export const hooksCharacters = 256 * 1024;
export const indent = '  ';

export interface Place {
  line: number;
  column: number;
}

export type HooksProblem =
  | { kind: 'failed'; place: Place | null; message: string }
  | { kind: 'open'; place: Place | null; method: string }
  | { kind: 'marker'; place: Place | null }
  | { kind: 'long'; place: null; characters: number };

/** The place that a problem names, where it is one of the text. */
export function placeOf(problem: unknown): Place | null {
  const detail = (problem as { detail?: { line?: unknown; column?: unknown } } | null)?.detail;
  const { line, column } = detail ?? {};
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

/** What keeps a text from being played with, in the order of its lines. */
export function problemsOf(text: string, check: HooksCheck | null): HooksProblem[] {
  const problems: HooksProblem[] = [];
  if (text.length > hooksCharacters) problems.push({ kind: 'long', place: null, characters: text.length });
  if (check?.problem) problems.push({ kind: 'failed', place: placeOf(check.problem), message: check.problem.message });
  for (const method of check?.open_methods ?? []) {
    if (/^[A-Z_]+$/.test(method)) {
      problems.push({ kind: 'marker', place: find(text, new RegExp(`export\\s+const\\s+${method}\\b`)) });
    } else {
      problems.push({ kind: 'open', method, place: find(text, new RegExp(`_NOT_IMPLEMENTED: ${method}\\b`)) });
    }
  }
  return problems.sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0));
}

function find(text: string, what: RegExp): Place | null {
  const at = text.search(what);
  if (at < 0) return null;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

export const lineCount = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Where a line begins; its end where there are fewer lines. */
export function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return text.length;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end < 0 ? text.length : end);
}

/** An edit of a text: what stands from `from` to `to` gives way to `text`, and what is selected afterwards. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  select: [number, number];
}

/** Tab indents: where one stands, or every line of the selection; with Shift it goes back. */
export function indentEdit(text: string, start: number, end: number, back: boolean): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  if (!back && !text.slice(start, end).includes('\n')) {
    return { from: start, to: end, text: indent, select: [start + indent.length, start + indent.length] };
  }
  const lines = text.slice(from, end).split('\n');
  const moved = lines.map((line) => (back ? line.replace(/^ {1,2}|^\t/, '') : line === '' ? '' : indent + line));
  const joined = moved.join('\n');
  const first = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  return {
    from,
    to: end,
    text: joined,
    select: [Math.max(from, start + first), from + joined.length],
  };
}

/** Enter goes on as deep as the line before, and one deeper after an opened brace. */
export function newLineEdit(text: string, start: number, end: number): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(from, start);
  const depth = /^[ \t]*/.exec(before)?.[0] ?? '';
  const added = `\n${depth}${/[{([]\s*$/.test(before) ? indent : ''}`;
  return { from: start, to: end, text: added, select: [start + added.length, start + added.length] };
}
