/** A board as it is shown: rows of both kinds alike, and how they lie where a person stands far down. */
import type { BridgeClient } from '../app/live.ts';

export type EloPage = Awaited<ReturnType<BridgeClient['agents']['elo_board']>>;
export type KarmaPage = Awaited<ReturnType<BridgeClient['agents']['karma_board']>>;
type Level = KarmaPage['entries'][number]['level'];

export const kinds = ['rating', 'karma'] as const;
export type Kind = (typeof kinds)[number];

export interface BoardRow {
  rank: number;
  public_key: string;
  nickname: string;
  own: boolean;
  /** Rating, or karma. */
  value: number;
  /** Null on the board of karma. */
  games: number | null;
  provisional: boolean;
  last_at: number | null;
  /** Null on the board of ratings. */
  level: Level | null;
}

export const ofElo = (page: EloPage): BoardRow[] =>
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

export const ofKarma = (page: KarmaPage): BoardRow[] =>
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

/** All pages as one list. Who moved while the pages were fetched stands once, where they were seen last. */
export function joined(pages: readonly BoardRow[][]): BoardRow[] {
  const rows = new Map<string, BoardRow>();
  for (const row of pages.flat()) {
    rows.delete(row.public_key);
    rows.set(row.public_key, row);
  }
  return [...rows.values()];
}

/** How many of the best stay above the fold, and from which place on a person is far down. */
export const headRows = 5;
const farDown = 14;

/**
 * The best, then the people around oneself, where oneself stands far down; else null, and the board is read from its
 * top.
 */
export function folded(
  top: readonly BoardRow[],
  around: readonly BoardRow[],
): { head: BoardRow[]; near: BoardRow[] } | null {
  const at = top.findIndex(({ own }) => own);
  if ((at >= 0 && at < farDown) || !around.some(({ own }) => own)) return null;
  const near = new Set(around.map(({ public_key }) => public_key));
  const head = top.slice(0, headRows);
  return head.some(({ public_key }) => near.has(public_key)) ? null : { head, near: [...around] };
}
