import { createStore } from 'zustand/vanilla';
import type { LeaderboardKind } from './leaderboard.ts';

/** The leaderboard shown last, kept for the session. */
export const lastLeaderboard = createStore<{ kind: LeaderboardKind; family: string | null }>(() => ({
  kind: 'rating',
  family: null,
}));
