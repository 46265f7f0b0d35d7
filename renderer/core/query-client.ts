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
  const queries = useQueryClient();
  const gamesPlayed = useApp((app) => app.me?.games_played ?? null);
  const status = useApp((app) => app.community.status);
  const lastState = useRef(`${gamesPlayed} ${status}`);
  useEffect(() => {
    const currentState = `${gamesPlayed} ${status}`;
    if (lastState.current === currentState) return;
    lastState.current = currentState;
    void queries.invalidateQueries({ queryKey: ['agents'] });
  }, [queries, gamesPlayed, status]);
}
