/**
 * Registered keys, for the signature check of every request: a prepared look-up below Kysely, that sees only what is
 * committed. What it remembers never changes: a key keeps its agent_id, and agents do not go away.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Caller } from '../policy.ts';

export interface Agents {
  find(publicKey: string): Caller | null;
}

const rememberedMax = 10_000;

export function knownAgents(reader: DatabaseSync): Agents {
  const select = reader.prepare('SELECT agent_id, public_key FROM agent WHERE public_key = ?');
  const remembered = new Map<string, Caller>();
  return {
    find(publicKey) {
      const known = remembered.get(publicKey);
      if (known) return known;
      const row = select.get(publicKey) as unknown as Caller | undefined;
      if (!row) return null;
      if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value!);
      const caller = { agent_id: row.agent_id, public_key: row.public_key };
      remembered.set(publicKey, caller);
      return caller;
    },
  };
}
