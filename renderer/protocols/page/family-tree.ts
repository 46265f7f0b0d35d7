/** Flattens a family of protocols into the lines of a tree, oldest first. */
import type { Lineage } from '../../../shared/bridge/contract.ts';

export type Relative = Lineage['relatives'][number];

export interface TreeLine {
  relative: Relative;
  /** For each level above, whether its line continues below; the last one is the branch to this node. */
  above: boolean[];
  children: number;
}

/** Nodes with an unknown parent, or with a descendant as parent, become roots. */
export function familyTree(relatives: readonly Relative[]): TreeLine[] {
  const known = new Map(relatives.map((relative) => [relative.protocol_id, relative]));
  const children = new Map<string, Relative[]>();
  const roots: Relative[] = [];
  const inOrder = [...relatives].sort(
    (a, b) =>
      (a.created_at ?? 0) - (b.created_at ?? 0) ||
      a.name.localeCompare(b.name) ||
      (a.protocol_id < b.protocol_id ? -1 : 1),
  );
  for (const relative of inOrder) {
    const parent = parentOf(relative, known);
    if (parent === null) roots.push(relative);
    else children.set(parent, [...(children.get(parent) ?? []), relative]);
  }
  const lines: TreeLine[] = [];
  const add = (relative: Relative, above: boolean[]) => {
    const own = children.get(relative.protocol_id) ?? [];
    lines.push({ relative, above, children: own.length });
    own.forEach((child, at) => {
      add(child, [...above, at < own.length - 1]);
    });
  };
  for (const root of roots) add(root, []);
  return lines;
}

function parentOf(relative: Relative, known: ReadonlyMap<string, Relative>): string | null {
  const { protocol_id, parent_protocol_id } = relative;
  const seen = new Set([protocol_id]);
  // In a cycle of parents the smallest id becomes the root.
  for (let at = parent_protocol_id; at !== null && known.has(at); at = known.get(at)?.parent_protocol_id ?? null) {
    if (seen.has(at)) {
      if (at === protocol_id && [...seen].every((id) => protocol_id <= id)) return null;
      break;
    }
    seen.add(at);
  }
  return parent_protocol_id !== null && known.has(parent_protocol_id) ? parent_protocol_id : null;
}
