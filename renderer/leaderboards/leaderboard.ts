/** The rows of rating and karma leaderboards. Pure. */
import type { BridgeClient } from '../bridge/client.ts';

export type EloPage = Awaited<ReturnType<BridgeClient['agents']['elo_leaderboard']>>;
export type KarmaPage = Awaited<ReturnType<BridgeClient['agents']['karma_leaderboard']>>;
type Level = KarmaPage['entries'][number]['level'];

export const leaderboardKinds = ['rating', 'karma'] as const;
export type LeaderboardKind = (typeof leaderboardKinds)[number];

export interface RankedAgent {
  rank: number;
  public_key: string;
  nickname: string;
  own: boolean;
  /** Rating or karma. */
  value: number;
  /** Null for karma. */
  games: number | null;
  provisional: boolean;
  last_at: number | null;
  /** Null for ratings. */
  level: Level | null;
}

export const fromEloPage = (page: EloPage): RankedAgent[] =>
  page.entries.map(({ rank, public_key, nickname, own, rating, games_played, provisional, updated_at }) => ({
    rank,
    public_key,
    nickname,
    own,
    value: rating,
    games: games_played,
    provisional,
    last_at: updated_at,
    level: null,
  }));

export const fromKarmaPage = (page: KarmaPage): RankedAgent[] =>
  page.entries.map(({ rank, public_key, nickname, own, karma, level }) => ({
    rank,
    public_key,
    nickname,
    own,
    value: karma,
    games: null,
    provisional: false,
    last_at: null,
    level,
  }));

/** Joins pages. An agent that moved while they were fetched is listed once, at its latest position. */
export function mergePages(pages: readonly RankedAgent[][]): RankedAgent[] {
  const rows = new Map<string, RankedAgent>();
  for (const row of pages.flat()) {
    rows.delete(row.public_key);
    rows.set(row.public_key, row);
  }
  return [...rows.values()];
}

/** The number of rows above the gap. */
export const topRowCount = 5;
/** There is no gap if the user is among this many first rows. */
const minGapRank = 14;

/** The first rows and those around the user, if the user is ranked far below; else null, and the list has no gap. */
export function splitAtGap(
  top: readonly RankedAgent[],
  around: readonly RankedAgent[],
): { head: RankedAgent[]; near: RankedAgent[] } | null {
  const ownIndex = top.findIndex(({ own }) => own);
  if ((ownIndex >= 0 && ownIndex < minGapRank) || !around.some(({ own }) => own)) return null;
  const near = new Set(around.map(({ public_key }) => public_key));
  const head = top.slice(0, topRowCount);
  return head.some(({ public_key }) => near.has(public_key)) ? null : { head, near: [...around] };
}
