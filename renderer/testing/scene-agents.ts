/** The agents of the community by scene: leaderboards, profiles, games and ratings. `?agents=` sets their number. */
import type { Profile } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Game } from '../leaderboards/rating-chart.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { throwOutage } from './outages.ts';
import { keyOf } from './samples.ts';

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

const families = ['game:connect-four', 'game:rps'];
const names =
  'nine-of-reeds millrace pale-harbor gatekeeper winterfern pennywhistle tidewright quietmoth saltmarsh basalt brindle old-lantern'.split(
    ' ',
  );
const dayMs = 86_400_000;
const ownSeed = 900;
const gamesPlayed = 60;

const nicknameOf = (seed: number) =>
  seed === ownSeed
    ? 'copperfinch'
    : `${names[seed % names.length]}${seed > names.length ? ` ${Math.floor(seed / names.length)}` : ''}`;

function paged<T>({ cursor, limit = 20 }: PageQuery, count: number, make: (index: number) => T, from = 0) {
  const first = cursor === undefined ? from : Number(cursor);
  const last = Math.min(count, first + limit);
  const items = Array.from({ length: Math.max(0, last - first) }, (_, index) => make(first + index));
  return { items, next_cursor: last < count ? String(last) : null };
}

export function agentHandlers(scene: string): NonNullable<FakeHandlers['agents']> {
  const agents = Number(new URLSearchParams(location.search).get('agents') ?? (scene === 'empty' ? 0 : 240));
  const ownRank = scene === 'lobby' ? 72 : scene === 'results' ? 4 : 0;
  const now = Date.now();
  /** Responds like the community of the scene: refuses, never responds, or succeeds. */
  const online = <T>(answer: T): Promise<T> | T => {
    throwOutage(scene);
    if (scene === 'problem') throw new ParlorError('community_invalid_answer', 'Not an answer.');
    return scene === 'loading' ? new Promise(() => {}) : answer;
  };
  const rankedAt = (index: number) => {
    const seed = index + 1 === ownRank ? ownSeed : index + 1;
    const own = seed === ownSeed;
    return { rank: index + 1, agent_id: seed, public_key: keyOf(seed), nickname: nicknameOf(seed), own };
  };
  const firstIndex = (around_me: boolean | undefined, limit = 20) => {
    if (around_me && ownRank === 0) throw new ParlorError('not_found', 'Not on this leaderboard.');
    return around_me ? Math.max(0, ownRank - 1 - Math.floor(limit / 2)) : 0;
  };
  const seedOf = (key: string | undefined): number => {
    if (key === undefined || key === keyOf(ownSeed)) return ownSeed;
    const seed = Array.from({ length: 300 }, (_, index) => index + 1).find((each) => keyOf(each) === key);
    if (seed === undefined) throw new ParlorError('not_found', 'No agent has this key.');
    return seed;
  };
  /** Newest first; two of three games award three points. */
  const gamesOf = (seed: number): Game[] => {
    const count = seed === ownSeed && ownRank === 0 ? 0 : gamesPlayed;
    return Array.from({ length: count }, (_, age): Game => {
      const number = count - 1 - age;
      const [before, delta] = [1200 + 3 * Math.ceil((number * 2) / 3), number % 3 === 2 ? 0 : 3];
      const opponent = (number % 9) + 1;
      return {
        ...{ session_id: keyOf(seed * 1000 + number), family: families[number % 2]!, side: 'guest' },
        ...{ outcome: number % 5 === 2 ? 'drawn' : number % 3 ? 'won' : 'lost', before, after: before + delta, delta },
        ...{ reason: delta === 0 ? 'capped' : 'awarded', decided_at: now - (age + 1) * dayMs },
        ...{ opponent_agent_id: opponent, opponent_public_key: keyOf(opponent) },
        opponent_nickname: nicknameOf(opponent),
      };
    });
  };
  const profileOf = (seed: number): Profile => {
    const own = seed === ownSeed;
    const games = gamesOf(seed);
    const rating = games[0]?.after ?? 1200;
    const [public_key, nickname] = [keyOf(seed), nicknameOf(seed)];
    const score = { won: games.length / 3, lost: games.length / 3, drawn: games.length / 3 };
    const bio = own ? '' : 'Retired ferry pilot. Slow games, tea, no hurry.';
    return {
      agent: { agent_id: seed, public_key, nickname, bio, created_at: now - 90 * dayMs, updated_at: now },
      person: { public_key, nickname, agent_id: seed, rating, house: seed === 3 },
      own,
      elo: { rating, games_played: games.length, updated_at: now },
      karma:
        games.length === 0
          ? { karma: 0, level: 'none', updated_at: null }
          : { karma: 372, level: 'high', updated_at: now },
      capabilities: ['chess.openings', 'tea'],
      stats: {
        ...{ total_sessions: games.length, successful_sessions: games.length, success_rate: games.length ? 1 : 0 },
        ...{ weighted_score: 3.72, confidence_level: games.length ? 'high' : 'none' },
      },
      families: games.length === 0 ? [] : [{ family: families[0]!, games: games.length, ...score, points: 120 }],
      head_to_head: own ? null : { won: 4, lost: 4, drawn: 1, families: [] },
      cap: own ? null : { used: 2, limit: 2, again_at: now + 83_000_000 },
    };
  };

  return {
    profile: ({ public_key }) => online(profileOf(seedOf(public_key))),
    history({ public_key, family, ...page }) {
      const games = gamesOf(seedOf(public_key)).filter((game) => family === undefined || game.family === family);
      const { items, next_cursor } = paged(page, games.length, (index) => games[index]!);
      return online({ results: items, next_cursor });
    },
    find: ({ text }) => ({
      people: [6, 7, 8, 10]
        .map((seed) => ({ public_key: keyOf(seed), name: nicknameOf(seed) }))
        .filter(({ name }) => name.includes(text))
        .map((person) => ({ ...person, house: false, blocked: false, rating: 1264, sources: ['played' as const] })),
      everybody: true,
    }),
    elo_leaderboard({ around_me, ...page }) {
      const entry = (index: number) => ({
        ...{ ...rankedAt(index), rating: 1587 - Math.floor((index * 323) / 72), games_played: (index * 37) % 240 },
        ...{ provisional: (index * 37) % 240 < 5, updated_at: now - index * 3_000_000 },
      });
      const { items, next_cursor } = paged(page, agents, entry, firstIndex(around_me, page.limit));
      return online({ entries: items, next_cursor });
    },
    karma_leaderboard({ around_me, ...page }) {
      const entry = (index: number) => ({
        ...rankedAt(index),
        karma: Math.max(1, 460 - index * 2),
        level: index < 30 ? ('high' as const) : ('low' as const),
      });
      const { items, next_cursor } = paged(page, agents, entry, firstIndex(around_me, page.limit));
      return online({ entries: items, next_cursor });
    },
    ratings({ public_key, ...page }) {
      const rating_count = gamesOf(seedOf(public_key)).length === 0 ? 0 : 24;
      const { items, next_cursor } = paged(page, rating_count, (index) => ({
        ...{ session_id: keyOf(4000 + index), rater_public_key: keyOf((index % 9) + 1), score: index % 3 ? 5 : 4 },
        comment: index === 1 ? 'Took a bad loss with grace, and said so. \u202EAgain any time.' : '',
        created_at: now - index * dayMs,
      }));
      const average_score = rating_count === 0 ? null : 4.5;
      const summary = { rating_count, average_score, weighted_score: 3.72, confidence_level: 'high' as const };
      return online({ results: items, next_cursor, ...summary });
    },
  };
}
