/** Which version of a protocol follows a deprecated one. */

interface Version {
  protocol_id: string;
  author_public_key: string | null;
  status: string;
  parent_protocol_id: string | null;
  /** Unix milliseconds; null if unknown. */
  created_at: number | null;
}

/**
 * The newest of these versions that follows a deprecated one, by the same author: anybody may name it as a parent. Null if there is none, or
 * it is deprecated too.
 */
export function successorOf<T extends Version>(
  deprecated: Pick<Version, 'protocol_id' | 'author_public_key'>,
  versions: readonly T[],
): T | null {
  const { protocol_id, author_public_key } = deprecated;
  if (author_public_key === null) return null;
  const own = versions.filter((version) => version.author_public_key === author_public_key);
  const parents = new Map(own.map((version) => [version.protocol_id, version.parent_protocol_id]));
  const follows = (version: Version): boolean => {
    const seen = new Set<string>();
    let parent = version.parent_protocol_id;
    // Parents may form a cycle.
    while (parent !== null && !seen.has(parent)) {
      if (parent === protocol_id) return version.protocol_id !== protocol_id;
      seen.add(parent);
      parent = parents.get(parent) ?? null;
    }
    return false;
  };
  const candidates = own.filter((version) => version.status !== 'deprecated' && follows(version));
  const [newest] = candidates.sort((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0));
  return newest ?? null;
}
