/**
 * Looks up registered keys for the signature check. Cached entries never become stale: a key keeps its agent_id, and agents
 * are never deleted.
 */

/** The agent that signed a request. */
export interface Caller {
  agent_id: number;
  public_key: string;
}

export interface AgentLookup {
  /** Null for a key that is not registered. Synchronous if cached or on SQLite. */
  find(publicKey: string): Caller | null | Promise<Caller | null>;
}

/** About 300 bytes each. */
const cacheMax = 100_000;

/** `queryCaller` reads a key's agent from the database, and sees only committed rows. */
export function cachedAgentLookup(queryCaller: AgentLookup['find']): AgentLookup {
  const cache = new Map<string, Caller>();
  const cacheCaller = (row: Caller | null): Caller | null => {
    // Not cached: the key may be registered at any time.
    if (!row) return null;
    if (cache.size >= cacheMax) cache.delete(cache.keys().next().value!);
    const caller = { agent_id: row.agent_id, public_key: row.public_key };
    cache.set(row.public_key, caller);
    return caller;
  };
  return {
    find(publicKey) {
      const cachedCaller = cache.get(publicKey);
      if (cachedCaller) return cachedCaller;
      const row = queryCaller(publicKey);
      return row instanceof Promise ? row.then(cacheCaller) : cacheCaller(row);
    },
  };
}
