/** Names and ratings of agents, cached for a short time. */
import type { Person } from '../../shared/bridge/contract.ts';
import { isBlank } from '../../shared/peer-text.ts';
import { nickname } from '../../shared/signing/grammar.ts';
import type { CommunityClient } from './client.ts';
import { createExpiringCache } from './expiring-cache.ts';
import { readPages } from './pages.ts';

export type RankedPerson = Pick<Person, 'public_key' | 'nickname'> & { rating: number };

export interface People {
  /** Never rejects: without the community the name is the short key and the rest is null. */
  person(public_key: string): Promise<Person>;
  /** The nickname alone, with half the requests; null if the key isn't registered or the community doesn't answer. Never rejects. */
  nickname(public_key: string): Promise<string | null>;
  /** The leaderboard, best first; as last loaded while the community is unreachable. */
  leaderboard(): Promise<RankedPerson[]>;
  /** Agents whose name, or a word of it, begins with the text; null if the community can't be searched by name now. Never rejects. */
  findByName(text: string): Promise<RankedPerson[] | null>;
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
/** How long a failed request counts: long enough that a list with many unknown keys asks once for each. */
const failureMs = 5_000;
const cacheMaxEntries = 2_000;
/** Maximum number of leaderboard entries that are loaded. */
const leaderboardMax = 2_000;
const maxPages = 100;
const nameSearchesMax = 100;

/** `houseKeys`: keys of the house players that this Parlor runs, which may be added later. */
export function createPeople(client: CommunityClient, houseKeys: ReadonlySet<string> = new Set()): People {
  const agents = createExpiringCache<{ agent_id: number; nickname: string } | null>({
    maxEntries: cacheMaxEntries,
    lifetimeOf: (agent) => (agent === null ? failureMs : cacheMs),
    load: (public_key) =>
      client.call('GET /api/v1/agents', { query: { public_key } }).then(
        ({ body }) => ({ agent_id: body.agent_id, nickname: nicknameOf(body) }),
        () => null,
      ),
  });
  const ratings = createExpiringCache<number | null>({
    maxEntries: cacheMaxEntries,
    lifetimeOf: (rating) => (rating === null ? failureMs : cacheMs),
    load: (agent_id) =>
      client.call('GET /api/v1/agents/{id}/elo', { params: { id: Number(agent_id) } }).then(
        ({ body }) => body.rating,
        () => null,
      ),
  });
  const nameSearches = createExpiringCache<RankedPerson[] | null>({
    maxEntries: nameSearchesMax,
    lifetimeOf: (found) => (found === null ? failureMs : cacheMs),
    load: (name) => searchByName(client, name).catch(() => null),
  });
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

  return {
    async person(public_key) {
      const agent = await agents.get(public_key);
      const rating = agent && (await ratings.get(`${agent.agent_id}`));
      const house = houseKeys.has(public_key);
      // Without the rating, the person counts as unknown.
      return agent && rating !== null
        ? { public_key, ...agent, rating, house }
        : { public_key, nickname: shortKey(public_key), agent_id: null, rating: null, house };
    },
    nickname: async (public_key) => (await agents.get(public_key))?.nickname ?? null,
    leaderboard() {
      if (!leaderboardCache || leaderboardCache.expiresAt < performance.now())
        leaderboardCache = { expiresAt: performance.now() + cacheMs, people: fetchLeaderboard() };
      return leaderboardCache.people;
    },
    async findByName(text) {
      const name = nickname.safeParse(text.trim());
      return name.success ? nameSearches.get(name.data) : [];
    },
    clearCache() {
      agents.clear();
      ratings.clear();
      nameSearches.clear();
      leaderboardCache = null;
    },
    isHouse: (public_key) => houseKeys.has(public_key),
    setBlocked(keys) {
      blockedKeys = new Set(keys);
    },
    isBlocked: (public_key) => blockedKeys.has(public_key),
  };
}

/** Null if this community has no search by name. Rejects if it doesn't answer. */
async function searchByName(client: CommunityClient, name: string): Promise<RankedPerson[] | null> {
  const { body: version } = await client.call('GET /api/v1/version', {});
  if (version.limits.agents_found === undefined) return null;
  const { body } = await client.call('GET /api/v1/agents/search', { query: { name } });
  return body.results.map(({ public_key, nickname, rating }) => ({
    ...{ public_key, rating },
    nickname: nicknameOf({ public_key, nickname }),
  }));
}
