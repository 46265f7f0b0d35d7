/** The problems of a hooks file's text, with their positions. */
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { HooksCheck } from '../../../shared/bridge/contract.ts';

/** The limit of `set_hooks`, in UTF-16 code units (shared/bridge/protocols.ts). */
export const maxHooksCharacters = 256 * 1024;

/** Both count from 1. */
export interface CodePosition {
  line: number;
  column: number;
}

/** `failed`: loading failed. `open`: a method is unfinished. `marker`: the skeleton's marker is still there. `long`: above the limit. */
export type HooksProblem =
  | { kind: 'failed'; position: CodePosition | null; message: string }
  | { kind: 'open'; position: CodePosition | null; method: string }
  | { kind: 'marker'; position: CodePosition | null }
  | { kind: 'long'; position: null; characters: number };

/** The position in the detail of an error; null if it has none. */
export function positionOf(error: unknown): CodePosition | null {
  const detail = (error as { detail?: { line?: unknown; column?: unknown } } | null)?.detail;
  const { line, column } = detail ?? {};
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

/** Every problem that prevents the hooks from being used, sorted by line. */
export function problemsOf(text: string, check: HooksCheck | null): HooksProblem[] {
  const problems: HooksProblem[] = [];
  if (text.length > maxHooksCharacters) problems.push({ kind: 'long', position: null, characters: text.length });
  if (check?.problem) {
    problems.push({ kind: 'failed', position: positionOf(check.problem), message: check.problem.message });
  }
  for (const method of check?.open_methods ?? []) {
    // The marker is listed with the methods; only its name is in upper case.
    if (/^[A-Z_]+$/.test(method)) {
      problems.push({ kind: 'marker', position: findPosition(text, new RegExp(`export\\s+const\\s+${method}\\b`)) });
    } else {
      problems.push({
        kind: 'open',
        method,
        position: findPosition(text, new RegExp(`_NOT_IMPLEMENTED: ${method}\\b`)),
      });
    }
  }
  return problems.sort((a, b) => (a.position?.line ?? 0) - (b.position?.line ?? 0));
}

function findPosition(text: string, pattern: RegExp): CodePosition | null {
  const offset = text.search(pattern);
  if (offset < 0) return null;
  const linesBefore = text.slice(0, offset).split('\n');
  return { line: linesBefore.length, column: (linesBefore.at(-1) ?? '').length + 1 };
}

/** The offset of a position, clamped to the document. */
export function offsetOf(doc: Text, { line, column }: CodePosition): number {
  if (line > doc.lines) return doc.length;
  const { from, to } = doc.line(Math.max(line, 1));
  return Math.min(from + Math.max(column, 1) - 1, to);
}

/** Moves the cursor to a position, scrolls there and focuses the editor. */
export function revealPosition(view: EditorView, position: CodePosition): void {
  view.dispatch({ selection: { anchor: offsetOf(view.state.doc, position) }, scrollIntoView: true });
  view.focus();
}
