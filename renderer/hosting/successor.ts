import type { Lineage } from '../../shared/bridge/contract.ts';

type Relative = Lineage['relatives'][number];

/**
 * The newest protocol that follows a deprecated one, by the same author: anybody may name it as a parent. Null if there is none, or it is
 * deprecated too.
 */
export function successorOf({ protocol_id, relatives }: Lineage): Relative | null {
  const author = relatives.find((relative) => relative.protocol_id === protocol_id)?.author_public_key ?? null;
  if (author === null) return null;
  const candidates = relatives.filter(
    (relative) => relative.author_public_key === author && relative.status !== 'deprecated',
  );
  const parents = new Map(relatives.map((relative) => [relative.protocol_id, relative.parent_protocol_id]));
  const follows = (relative: Relative): boolean => {
    const seen = new Set<string>();
    let parent = relative.parent_protocol_id;
    // Parents may form a cycle.
    while (parent !== null && !seen.has(parent)) {
      if (parent === protocol_id) return relative.protocol_id !== protocol_id;
      seen.add(parent);
      parent = parents.get(parent) ?? null;
    }
    return false;
  };
  const [newest] = candidates.filter(follows).sort((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0));
  return newest ?? null;
}
