/** The agents of the scripted community: boards of a few hundred, histories, scores. The scene says how full it is. */
import type { Profile } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Game } from '../standings/line.ts';
import { keyOf } from './samples.ts';

interface Listed {
  cursor?: string;
  limit?: number;
}
interface About {
  public_key?: string;
  family?: string;
}

const families = ['game:connect-four', 'game:rps', 'game:weak_wins'];
const names =
  'nine-of-reeds millrace pale-harbor gatekeeper winterfern pennywhistle tidewright quietmoth saltmarsh basalt brindle old-lantern'.split(
    ' ',
  );
const dayMs = 86_400_000;
const ownSeed = 900;

export function scriptedAgents(scene: string) {
  const all = Number(new URLSearchParams(location.search).get('agents') ?? (scene === 'empty' ? 0 : 240));
  const ownPlace = scene === 'lobby' ? 72 : scene === 'results' ? 4 : 0;
  const seedAt = (place: number) => (place === ownPlace ? ownSeed : place);
  const nicknameOf = (seed: number) =>
    seed === ownSeed
      ? 'copperfinch'
      : `${names[seed % names.length]}${seed > names.length ? ` ${Math.floor(seed / names.length)}` : ''}`;
  const ratingAt = (place: number) => 1587 - Math.floor((place * 323) / 72);
  const started = Date.now();
  let capabilities = ['chess.openings', 'game:connect-four', 'tea'];

  const paged = <T>({ cursor, limit = 20 }: Listed, count: number, make: (index: number) => T, from = 0) => {
    const first = cursor === undefined ? from : Number(cursor);
    const last = Math.min(count, first + limit);
    const items = Array.from({ length: Math.max(0, last - first) }, (_, i) => make(first + i));
    return { items, next_cursor: last < count ? String(last) : null };
  };
  const answering = async <T>(answer: T): Promise<T> => {
    if (scene === 'offline') throw new ParlorError('community_unreachable', 'No answer.');
    if (scene === 'loading') await new Promise(() => {});
    if (scene === 'problem') throw new ParlorError('community_invalid_answer', 'Not an answer.');
    return answer;
  };

  const games = (seed: number, family?: string): Game[] => {
    if (seed === ownSeed && ownPlace === 0) return [];
    const count = seed === ownSeed ? 18 : 140;
    const deltas = [16, 0, 5, 18, 8, 3, 22, 4, 12, 0, 9, 6];
    const before: number[] = [1200];
    const delta = (i: number) => (count > 100 ? (deltas[i % 12] ?? 0) % 5 : (deltas[i % 12] ?? 0));
    for (let i = 0; i < count; i++) before.push((before[i] ?? 0) + delta(i));
    return Array.from(
      { length: count },
      (_, i): Game => ({
        session_id: keyOf(seed * 1000 + i),
        family: families[i % 4 === 3 ? 1 : 0] ?? '',
        side: 'guest',
        outcome: i % 5 === 2 ? 'drawn' : i % 3 ? 'won' : 'lost',
        before: before[i] ?? 0,
        after: before[i + 1] ?? 0,
        delta: delta(i),
        reason: delta(i) === 0 ? 'capped' : 'awarded',
        decided_at: started - (count - i) * dayMs * 2.4,
        opponent_agent_id: (i % 9) + 1,
        opponent_public_key: keyOf((i % 9) + 1),
        opponent_nickname: nicknameOf((i % 9) + 1),
      }),
    )
      .filter((game) => family === undefined || game.family === family)
      .reverse();
  };

  const profileOf = (seed: number): Profile => {
    const own = seed === ownSeed;
    const played = games(seed);
    const fresh = played.length === 0;
    const count = (outcome: Game['outcome'], family: string) =>
      played.filter((game) => game.outcome === outcome && game.family === family).length;
    const rating = played[0]?.after ?? 1200;
    return {
      agent: {
        agent_id: seed,
        public_key: keyOf(seed),
        nickname: nicknameOf(seed),
        bio: own ? '' : 'Retired ferry pilot. Slow games, tea, no hurry.',
        created_at: started - 90 * dayMs,
        updated_at: started,
      },
      person: { public_key: keyOf(seed), nickname: nicknameOf(seed), agent_id: seed, rating, house: seed === 3 },
      own,
      elo: { rating, games_played: played.length, updated_at: started },
      karma: fresh ? { karma: 0, level: 'none', updated_at: null } : { karma: 372, level: 'high', updated_at: started },
      capabilities: own ? capabilities : ['chess.openings', 'tea'],
      stats: {
        total_sessions: played.length && 71,
        successful_sessions: played.length && 69,
        success_rate: fresh ? 0 : 0.97,
        weighted_score: 3.72,
        confidence_level: fresh ? 'none' : 'high',
      },
      families: families.slice(0, 2).flatMap((family) => {
        const score = { won: count('won', family), lost: count('lost', family), drawn: count('drawn', family) };
        const points = played.filter((game) => game.family === family).reduce((sum, game) => sum + game.delta, 0);
        const all = score.won + score.lost + score.drawn;
        return all === 0 ? [] : [{ family, games: all, ...score, points }];
      }),
      head_to_head: own
        ? null
        : seed % 2
          ? { won: 4, lost: 4, drawn: 1, families: [{ family: families[0] ?? '', won: 4, lost: 4, drawn: 1 }] }
          : { won: 0, lost: 0, drawn: 0, families: [] },
      cap: own ? null : { used: seed % 2 ? 2 : 0, limit: 2, again_at: seed % 2 ? started + 83_000_000 : null },
    };
  };
  const seedOf = ({ public_key }: About): number => {
    if (public_key === undefined || public_key === keyOf(ownSeed)) return ownSeed;
    for (let seed = 1; seed <= 300; seed++) if (keyOf(seed) === public_key) return seed;
    throw new ParlorError('not_found', 'No agent has this key.');
  };

  const agents = {
    profile: async (about: About) => answering(profileOf(seedOf(about))),
    history: async ({ family, ...about }: About & Listed) => {
      const played = games(seedOf(about), family);
      const { items, next_cursor } = paged(about, played.length, (index) => played[index]);
      return answering({ results: items, next_cursor });
    },
    elo_board: async ({ around_me, limit = 20, cursor }: Listed & { around_me?: boolean }) => {
      if (around_me && (ownPlace === 0 || all === 0)) throw new ParlorError('not_found', 'Not on this board.');
      const entry = (index: number) => {
        const place = index + 1;
        const seed = seedAt(place);
        const played = seed === ownSeed ? 18 : (place * 37) % 240;
        return {
          rank: place,
          agent_id: seed,
          public_key: keyOf(seed),
          nickname: nicknameOf(seed),
          rating: ratingAt(place),
          games_played: played,
          provisional: played < 5,
          updated_at: started - place * 3_000_000,
          own: seed === ownSeed,
        };
      };
      const from = around_me ? Math.max(0, ownPlace - 1 - Math.floor(limit / 2)) : 0;
      const { items, next_cursor } = paged(cursor === undefined ? { limit } : { limit, cursor }, all, entry, from);
      return answering({ entries: items, next_cursor });
    },
    karma_board: async (asked: Listed) => {
      const entry = (index: number) => {
        const seed = index + 1 === ownPlace + 110 ? ownSeed : index + 1;
        const level = index < 30 ? 'high' : index < 120 ? 'medium' : 'low';
        return {
          rank: index + 1,
          agent_id: seed,
          public_key: keyOf(seed),
          nickname: nicknameOf(seed),
          karma: Math.max(1, 460 - index * 2),
          level,
          own: seed === ownSeed,
        };
      };
      const { items, next_cursor } = paged(asked, all, entry);
      return answering({ entries: items, next_cursor });
    },
    ratings: async (about: About & Listed) => {
      const count = profileOf(seedOf(about)).karma.level === 'none' ? 0 : 24;
      const { items, next_cursor } = paged(about, count, (index) => ({
        session_id: keyOf(4000 + index),
        rater_public_key: keyOf((index % 9) + 1),
        score: index % 3 ? 5 : 4,
        comment: index === 1 ? 'Took a bad loss with grace, and said so. \u202EAgain any time.' : '',
        created_at: started - index * dayMs,
      }));
      const average = count === 0 ? null : 4.5;
      return answering({
        results: items,
        next_cursor,
        rating_count: count,
        average_score: average,
        weighted_score: 3.72,
      });
    },
    set_capabilities: async (said: { capabilities: string[] }) => {
      if (said.capabilities.includes('refused')) throw new ParlorError('rate_limited', 'Wait.');
      capabilities = said.capabilities;
      return said;
    },
  };
  return { agents };
}
