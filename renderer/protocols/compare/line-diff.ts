import { diffArrays } from 'diff';

export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'removed'; text: string; before: number }
  | { kind: 'added'; text: string; after: number }
  /** Omitted equal lines. */
  | { kind: 'skipped'; count: number };

/** Bounds the time of a diff: of texts with more edits, all lines are removed, then added. */
const maxEdits = 600;

/** The shortest diff, unless there are too many edits. Line numbers count from 1. */
export function lineDiff(before: string[], after: string[]): DiffLine[] {
  const changes = diffArrays(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let [beforeLine, afterLine] = [0, 0];
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: 'removed', text, before: ++beforeLine };
      if (added) return { kind: 'added', text, after: ++afterLine };
      return { kind: 'same', text, before: ++beforeLine, after: ++afterLine };
    }),
  );
}

/** Omits equal lines more than `context` lines away from a change. */
export function foldLines(lines: readonly DiffLine[], context = 3): DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same');
  const visibleLines: DiffLine[] = [];
  lines.forEach((line, index) => {
    const lastLine = visibleLines.at(-1);
    if (line.kind !== 'same' || isNear(index)) visibleLines.push(line);
    else if (lastLine?.kind === 'skipped') lastLine.count += 1;
    else visibleLines.push({ kind: 'skipped', count: 1 });
  });
  return visibleLines;
}
