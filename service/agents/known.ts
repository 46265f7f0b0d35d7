/**
 * Registered keys, for the signature check of every request. What is remembered never changes: a key keeps its agent_id, and
 * agents do not go away.
 */
import type { Caller } from '../policy.ts';

export interface Agents {
  find(publicKey: string): Caller | null | Promise<Caller | null>;
}

const rememberedMax = 10_000;

/** `look` reads a key's agent from the database, and sees only what is committed. */
export function knownAgents(look: Agents['find']): Agents {
  const remembered = new Map<string, Caller>();
  const remember = (found: Caller | null): Caller | null => {
    if (!found) return null;
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value!);
    const caller = { agent_id: found.agent_id, public_key: found.public_key };
    remembered.set(found.public_key, caller);
    return caller;
  };
  return {
    find(publicKey) {
      const known = remembered.get(publicKey);
      if (known) return known;
      const found = look(publicKey);
      return found instanceof Promise ? found.then(remember) : remember(found);
    },
  };
}
