/** Names and ratings of agents, cached for a short time. */
import type { Person } from '../../shared/bridge/contract.ts';
import { isBlank } from '../../shared/peer-text.ts';
import type { CommunityClient } from './client.ts';

export type RankedPerson = Pick<Person, 'public_key' | 'nickname'> & { rating: number };

export interface People {
  /** Never rejects: without the community the name is the short key and the rest is null. */
  person(public_key: string): Promise<Person>;
  /** The leaderboard, best first; as last loaded while the community is unreachable. */
  ranked(): Promise<RankedPerson[]>;
  /** Empties the cache, e.g. after a settled game. */
  forget(): void;
  isHouse(public_key: string): boolean;
  /** Keys that this identity has blocked. */
  setBlocked(keys: Iterable<string>): void;
  isBlocked(public_key: string): boolean;
}

export const shortKey = (public_key: string) => `${public_key.slice(0, 8)}…${public_key.slice(-4)}`;

/** The nickname, or the short key if nothing in the nickname is visible. */
export const nicknameOf = ({ public_key, nickname }: Pick<Person, 'public_key' | 'nickname'>): string =>
  isBlank(nickname) ? shortKey(public_key) : nickname;

const cacheMs = 30_000;
/** Maximum number of leaderboard entries that are loaded. */
const rankedMax = 2_000;
/** Ends at a community whose pages never end, whatever it returns. */
const maxPages = 100;

/** `house`: keys of the house players that this Parlor runs, which may be added later. */
export function createPeople(client: CommunityClient, house: ReadonlySet<string> = new Set()): People {
  const cached = new Map<string, { until: number; person: Promise<Person> }>();
  let blocked = new Set<string>();
  let ranking: { until: number; people: Promise<RankedPerson[]> } | null = null;
  let lastRanked: RankedPerson[] = [];

  async function fetchRanked(): Promise<RankedPerson[]> {
    try {
      const loaded: RankedPerson[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; cursor !== null && loaded.length < rankedMax && page < maxPages; page += 1) {
        const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
        const { body } = await client.call('GET /api/v1/elo/leaderboard', { query });
        for (const { public_key, nickname, rating } of body.entries) {
          loaded.push({ public_key, nickname: nicknameOf({ public_key, nickname }), rating });
        }
        cursor = body.next_cursor;
      }
      lastRanked = loaded;
    } catch {
      ranking = null;
    }
    return lastRanked;
  }

  async function fetchPerson(public_key: string): Promise<Person> {
    try {
      const agent = await client.call('GET /api/v1/agents', { query: { public_key } });
      const elo = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: agent.body.agent_id } });
      const { agent_id } = agent.body;
      const nickname = nicknameOf(agent.body);
      return { public_key, nickname, agent_id, rating: elo.body.rating, house: house.has(public_key) };
    } catch {
      cached.delete(public_key);
      return { public_key, nickname: shortKey(public_key), agent_id: null, rating: null, house: house.has(public_key) };
    }
  }

  return {
    person(public_key) {
      const entry = cached.get(public_key);
      if (entry && entry.until > Date.now()) return entry.person;
      const person = fetchPerson(public_key);
      cached.set(public_key, { until: Date.now() + cacheMs, person });
      return person;
    },
    ranked() {
      if (!ranking || ranking.until < Date.now()) ranking = { until: Date.now() + cacheMs, people: fetchRanked() };
      return ranking.people;
    },
    forget() {
      cached.clear();
      ranking = null;
    },
    isHouse: (public_key) => house.has(public_key),
    setBlocked(keys) {
      blocked = new Set(keys);
    },
    isBlocked: (public_key) => blocked.has(public_key),
  };
}
