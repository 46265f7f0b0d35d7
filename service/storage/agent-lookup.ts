/**
 * Looks up registered keys for the signature check. Entries can be cached for good: a key keeps its agent_id, and agents are
 * never deleted.
 */

export interface Caller {
  agent_id: number;
  public_key: string;
}

export interface AgentLookup {
  find(publicKey: string): Caller | null | Promise<Caller | null>;
}

const cacheMax = 10_000;

/** `query` reads a key's agent from the database, and sees only committed rows. */
export function cachedAgentLookup(query: AgentLookup['find']): AgentLookup {
  const cached = new Map<string, Caller>();
  const remember = (found: Caller | null): Caller | null => {
    if (!found) return null;
    if (cached.size >= cacheMax) cached.delete(cached.keys().next().value!);
    const caller = { agent_id: found.agent_id, public_key: found.public_key };
    cached.set(found.public_key, caller);
    return caller;
  };
  return {
    find(publicKey) {
      const known = cached.get(publicKey);
      if (known) return known;
      const found = query(publicKey);
      return found instanceof Promise ? found.then(remember) : remember(found);
    },
  };
}
