import { diffArrays } from 'diff';

export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'removed'; text: string; before: number }
  | { kind: 'added'; text: string; after: number }
  /** Omitted equal lines. */
  | { kind: 'skipped'; count: number; before: number };

/** Bounds the time of a diff; texts with more edits are shown one after the other. */
const maxEdits = 600;

/** The shortest diff; line numbers count from 1. */
export function lineDiff(before: string[], after: string[]): DiffLine[] {
  const changes = diffArrays(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let [x, y] = [0, 0];
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: 'removed', text, before: ++x };
      if (added) return { kind: 'added', text, after: ++y };
      return { kind: 'same', text, before: ++x, after: ++y };
    }),
  );
}

/** Omits equal lines farther than `context` from a change. */
export function foldedLines(lines: readonly DiffLine[], context = 3): DiffLine[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same');
  const shown: DiffLine[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (line.kind !== 'same' || isNear(at)) shown.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else shown.push({ kind: 'skipped', count: 1, before: line.before });
  });
  return shown;
}
