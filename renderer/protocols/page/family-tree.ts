/** Flattens a family of protocols into the lines of a tree, oldest first. */
import type { Lineage } from '../../../shared/bridge/contract.ts';

export type Relative = Lineage['relatives'][number];

export interface TreeLine {
  relative: Relative;
  /**
   * One entry per level of indentation, the last for the node itself; empty for a root. True if the node on that level has a
   * later sibling, so that its vertical line continues below this row.
   */
  levels: boolean[];
  /** The number of direct children. */
  children: number;
}

/**
 * Nodes whose parent is not in the list become roots. If parents form a cycle, the node with the smallest id becomes a root, so that
 * every node appears once.
 */
export function familyTree(relatives: readonly Relative[]): TreeLine[] {
  const byId = new Map(relatives.map((relative) => [relative.protocol_id, relative]));
  const children = new Map<string, Relative[]>();
  const roots: Relative[] = [];
  const sortedRelatives = [...relatives].sort(
    (a, b) =>
      (a.created_at ?? 0) - (b.created_at ?? 0) ||
      a.name.localeCompare(b.name) ||
      (a.protocol_id < b.protocol_id ? -1 : 1),
  );
  for (const relative of sortedRelatives) {
    const parent = parentOf(relative, byId);
    if (parent === null) roots.push(relative);
    else children.set(parent, [...(children.get(parent) ?? []), relative]);
  }
  const lines: TreeLine[] = [];
  const addSubtree = (relative: Relative, levels: boolean[]) => {
    const ownChildren = children.get(relative.protocol_id) ?? [];
    lines.push({ relative, levels, children: ownChildren.length });
    ownChildren.forEach((child, index) => {
      addSubtree(child, [...levels, index < ownChildren.length - 1]);
    });
  };
  for (const root of roots) addSubtree(root, []);
  return lines;
}

/** The parent's id; null if the node is a root. */
function parentOf(relative: Relative, byId: ReadonlyMap<string, Relative>): string | null {
  const { protocol_id, parent_protocol_id } = relative;
  const visitedIds = new Set([protocol_id]);
  for (let id = parent_protocol_id; id !== null && byId.has(id); id = byId.get(id)?.parent_protocol_id ?? null) {
    if (visitedIds.has(id)) {
      if (id === protocol_id && [...visitedIds].every((visitedId) => protocol_id <= visitedId)) return null;
      break;
    }
    visitedIds.add(id);
  }
  return parent_protocol_id !== null && byId.has(parent_protocol_id) ? parent_protocol_id : null;
}
