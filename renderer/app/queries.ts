import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApp } from './context.tsx';

/** What the window asks main for and keeps a while. What lives comes by events instead (live.ts). */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Main is on this computer, whatever the network does, and has retried already where that helps.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * After a settled game, and when the community is back, nothing that was fetched about agents still holds: what is on
 * screen is asked for again at once, the rest when it is looked at.
 */
export function useFreshAgents(): void {
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
