/** Flattens a family of protocols into the lines of a tree, oldest first. */
import type { Lineage } from '../../../shared/bridge/contract.ts';

export type Relative = Lineage['relatives'][number];

export interface TreeLine {
  relative: Relative;
  /** For each level above, whether its line continues below; the last one is the branch to this node. */
  above: boolean[];
  children: number;
}

/**
 * Nodes whose parent is unknown become roots. If parents form a cycle, the node with the smallest id does, so that every node appears
 * once.
 */
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
  for (let id = parent_protocol_id; id !== null && known.has(id); id = known.get(id)?.parent_protocol_id ?? null) {
    if (seen.has(id)) {
      if (id === protocol_id && [...seen].every((other) => protocol_id <= other)) return null;
      break;
    }
    seen.add(id);
  }
  return parent_protocol_id !== null && known.has(parent_protocol_id) ? parent_protocol_id : null;
}
