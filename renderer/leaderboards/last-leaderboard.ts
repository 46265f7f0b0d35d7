import { createStore } from 'zustand/vanilla';
import type { LeaderboardKind } from './leaderboard.ts';

/** The leaderboard shown last, kept until the window reloads. */
export const lastLeaderboard = createStore<{ kind: LeaderboardKind; family: string | null }>(() => ({
  kind: 'rating',
  family: null,
}));
