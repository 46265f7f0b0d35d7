import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApp } from './context.tsx';

/** Caches responses of main. State that main pushes is in live.ts instead. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Main runs on this computer, so the network state is irrelevant, and it has its own retries.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * Invalidates everything fetched about agents after a settled game and when the community is reachable again. Visible
 * queries refetch at once, the others on their next use.
 */
export function useAgentInvalidation(): void {
  const queries = useQueryClient();
  const games = useApp((app) => app.me?.games_played ?? null);
  const status = useApp((app) => app.community.status);
  const seen = useRef(`${games} ${status}`);
  useEffect(() => {
    const now = `${games} ${status}`;
    if (seen.current === now) return;
    seen.current = now;
    void queries.invalidateQueries({ queryKey: ['agents'] });
  }, [queries, games, status]);
}
