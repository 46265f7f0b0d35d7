import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApp } from './context.tsx';

/** Caches responses of main. State that main pushes is in live.ts instead. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Main runs on this computer, so the network state is irrelevant, and it has its own retries.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * Invalidates everything fetched about agents after a settled game, and whenever the connection to the community changes. Visible
 * queries refetch at once, the others on their next use.
 */
export function useAgentInvalidation(): void {
  const queryClient = useQueryClient();
  const games = useApp((app) => app.me?.games_played ?? null);
  const status = useApp((app) => app.community.status);
  const seen = useRef(`${games} ${status}`);
  useEffect(() => {
    const now = `${games} ${status}`;
    if (seen.current === now) return;
    seen.current = now;
    void queryClient.invalidateQueries({ queryKey: ['agents'] });
  }, [queryClient, games, status]);
}
