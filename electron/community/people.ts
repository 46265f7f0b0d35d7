/** Names and ratings of agents, asked once and kept for a short while. */
import type { Person } from '../../shared/bridge/contract.ts';
import type { CommunityClient } from './client.ts';

export interface People {
  /** Never rejects: what the community can't tell now is null, the name then the short key. */
  person(public_key: string): Promise<Person>;
  /** Forget what is known, e.g. after a settled game. */
  forget(): void;
  /** Marks the cast that this Parlor runs itself. */
  setHouse(keys: Iterable<string>): void;
  isHouse(public_key: string): boolean;
  /** Marks those whom this identity keeps away. */
  setBlocked(keys: Iterable<string>): void;
  isBlocked(public_key: string): boolean;
}

export const shortKey = (public_key: string) => `${public_key.slice(0, 8)}…${public_key.slice(-4)}`;

const keepMs = 30_000;

export function createPeople(client: CommunityClient): People {
  const known = new Map<string, { until: number; person: Promise<Person> }>();
  let house = new Set<string>();
  let blocked = new Set<string>();

  async function ask(public_key: string): Promise<Person> {
    try {
      const agent = await client.call('GET /api/v1/agents', { query: { public_key } });
      const elo = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: agent.body.agent_id } });
      const { nickname, agent_id } = agent.body;
      return { public_key, nickname, agent_id, rating: elo.body.rating, house: house.has(public_key) };
    } catch {
      known.delete(public_key);
      return { public_key, nickname: shortKey(public_key), agent_id: null, rating: null, house: house.has(public_key) };
    }
  }

  return {
    person(public_key) {
      const entry = known.get(public_key);
      if (entry && entry.until > Date.now()) return entry.person;
      const person = ask(public_key);
      known.set(public_key, { until: Date.now() + keepMs, person });
      return person;
    },
    forget: () => known.clear(),
    setHouse(keys) {
      house = new Set(keys);
      known.clear();
    },
    isHouse: (public_key) => house.has(public_key),
    setBlocked(keys) {
      blocked = new Set(keys);
    },
    isBlocked: (public_key) => blocked.has(public_key),
  };
}
