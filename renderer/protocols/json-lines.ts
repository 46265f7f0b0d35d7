/** Two spec texts line by line, digit for digit as they were written. */
import { NumberText, parseJson, type TextJson } from '../../shared/json/parse.ts';

/** A text as indented lines. `sorted`: members in the order of their names, so that only what they say differs. */
export function jsonLines(text: string, { sorted = false } = {}): string[] {
  let value: TextJson;
  try {
    value = parseJson(text, { numbers: 'text', maxDepth: 64 });
  } catch {
    return text.split('\n');
  }
  return write(value, '', sorted).split('\n');
}

function write(value: TextJson, indent: string, sorted: boolean): string {
  if (value instanceof NumberText) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => write(item, inner, sorted));
    const line = `[${items.join(', ')}]`;
    if (value.every(isLeaf) && line.length + indent.length <= 100) return line;
    return `[\n${items.map((item) => inner + item).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  if (sorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${write(member, inner, sorted)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

const isLeaf = (value: TextJson) => value === null || typeof value !== 'object' || value instanceof NumberText;

export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'removed'; text: string; before: number }
  | { kind: 'added'; text: string; after: number }
  /** Equal lines that are left out. */
  | { kind: 'skipped'; count: number; before: number };

/** So many lines of difference are lined up; two texts further apart are shown one after the other. */
const farthest = 600;

/** The shortest way from one list of lines to the other (Myers, "An O(ND) difference algorithm", 1986). */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const trail = walk(before, after);
  if (!trail) {
    return [
      ...before.map((text, at): DiffLine => ({ kind: 'removed', text, before: at + 1 })),
      ...after.map((text, at): DiffLine => ({ kind: 'added', text, after: at + 1 })),
    ];
  }
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let d = trail.length - 1; d >= 0; d -= 1) {
    const reached = trail[d] as Map<number, number>;
    const k = x - y;
    const at = (line: number) => reached.get(line) ?? -1;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1;
    const [fromX, fromY] = d === 0 ? [0, 0] : [at(from), at(from) - from];
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      lines.push({ kind: 'same', text: before[x - 1] as string, before: x, after: y });
      x -= 1;
      y -= 1;
    }
    if (d === 0) break;
    if (down) lines.push({ kind: 'added', text: after[y - 1] as string, after: y });
    else lines.push({ kind: 'removed', text: before[x - 1] as string, before: x });
    [x, y] = [fromX, fromY];
  }
  return lines.reverse();
}

/** For each number of edits, how far each diagonal was reached before it; null where they are too far apart. */
function walk(before: readonly string[], after: readonly string[]): Map<number, number>[] | null {
  const reached = new Map([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let d = 0; d <= Math.min(before.length + after.length, farthest); d += 1) {
    trail.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      const [below, above] = [reached.get(k + 1) ?? -1, reached.get(k - 1) ?? -1];
      let x = k === -d || (k !== d && above < below) ? below : above + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      reached.set(k, x);
      if (x >= before.length && x - k >= after.length) return trail;
    }
  }
  return null;
}

/** Long runs of equal lines give way to their number; a few stay around each change. */
export function folded(lines: readonly DiffLine[], around = 3): DiffLine[] {
  const near = (at: number) => {
    for (let i = Math.max(0, at - around); i <= Math.min(lines.length - 1, at + around); i += 1)
      if (lines[i]?.kind !== 'same') return true;
    return false;
  };
  const shown: DiffLine[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (line.kind !== 'same' || near(at)) shown.push(line);
    else if (last?.kind === 'skipped') last.count += 1;
    else shown.push({ kind: 'skipped', count: 1, before: line.before });
  });
  return shown;
}
