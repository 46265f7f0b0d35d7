/** Names and ratings of agents, cached for a short time. */
import type { Person } from '../../shared/bridge/contract.ts';
import { LruCache } from '../../shared/lru-cache.ts';
import { isBlank } from '../../shared/peer-text.ts';
import type { CommunityClient } from './client.ts';
import { readPages } from './pages.ts';

export type RankedPerson = Pick<Person, 'public_key' | 'nickname'> & { rating: number };

export interface People {
  /** Never rejects: without the community the name is the short key and the rest is null. */
  person(public_key: string): Promise<Person>;
  /** The leaderboard, best first; as last loaded while the community is unreachable. */
  leaderboard(): Promise<RankedPerson[]>;
  /** Empties the cache, e.g. after a settled game. */
  clearCache(): void;
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
/** Maximum number of people in the cache. */
const cachedPeopleMax = 2_000;
/** Maximum number of leaderboard entries that are loaded. */
const leaderboardMax = 2_000;
const maxPages = 100;

/** `houseKeys`: keys of the house players that this Parlor runs, which may be added later. */
export function createPeople(client: CommunityClient, houseKeys: ReadonlySet<string> = new Set()): People {
  let personCache = new LruCache<string, { expiresAt: number; person: Promise<Person> }>(cachedPeopleMax);
  let blockedKeys = new Set<string>();
  let leaderboardCache: { expiresAt: number; people: Promise<RankedPerson[]> } | null = null;
  let lastLeaderboard: RankedPerson[] = [];

  async function fetchLeaderboard(): Promise<RankedPerson[]> {
    try {
      const entries: RankedPerson[] = [];
      const pages = readPages(maxPages, (query) =>
        client.call('GET /api/v1/elo/leaderboard', { query: { limit: 100, ...query } }),
      );
      for await (const page of pages) {
        for (const { public_key, nickname, rating } of page.entries) {
          entries.push({ public_key, nickname: nicknameOf({ public_key, nickname }), rating });
        }
        if (entries.length >= leaderboardMax) break;
      }
      lastLeaderboard = entries;
    } catch {
      leaderboardCache = null;
    }
    return lastLeaderboard;
  }

  async function fetchPerson(public_key: string, onFailure: () => void): Promise<Person> {
    try {
      const agent = await client.call('GET /api/v1/agents', { query: { public_key } });
      const elo = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: agent.body.agent_id } });
      const { agent_id } = agent.body;
      const nickname = nicknameOf(agent.body);
      return { public_key, nickname, agent_id, rating: elo.body.rating, house: houseKeys.has(public_key) };
    } catch {
      onFailure();
      return {
        public_key,
        nickname: shortKey(public_key),
        agent_id: null,
        rating: null,
        house: houseKeys.has(public_key),
      };
    }
  }

  return {
    person(public_key) {
      const entry = personCache.get(public_key);
      if (entry && entry.expiresAt > performance.now()) return entry.person;
      const expire = () => {
        newEntry.expiresAt = 0;
      };
      const newEntry = { expiresAt: performance.now() + cacheMs, person: fetchPerson(public_key, expire) };
      personCache.set(public_key, newEntry);
      return newEntry.person;
    },
    leaderboard() {
      if (!leaderboardCache || leaderboardCache.expiresAt < performance.now())
        leaderboardCache = { expiresAt: performance.now() + cacheMs, people: fetchLeaderboard() };
      return leaderboardCache.people;
    },
    clearCache() {
      personCache = new LruCache(cachedPeopleMax);
      leaderboardCache = null;
    },
    isHouse: (public_key) => houseKeys.has(public_key),
    setBlocked(keys) {
      blockedKeys = new Set(keys);
    },
    isBlocked: (public_key) => blockedKeys.has(public_key),
  };
}
