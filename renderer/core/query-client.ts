import {
  type Mutation,
  MutationCache,
  type MutationObserver,
  QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reportFailure } from './attempt.ts';
import { useClockJumps } from './clock.ts';
import { useApp } from './context.tsx';
import { useReconnected } from './reconnected.ts';

/** Caches responses of main. State that main pushes is in live.ts instead. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: reportingCache(),
    defaultOptions: {
      // Main runs on this computer, so the network state is irrelevant, and it has its own retries.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * Reports the failures of actions that no component shows any more: its pane was closed before main answered, or a later action has
 * taken the place of this one.
 */
function reportingCache(): MutationCache {
  const cache = new MutationCache();
  const observers = new WeakMap<Mutation, Set<MutationObserver>>();
  cache.subscribe((event) => {
    if (event.type === 'observerAdded')
      observers.set(event.mutation, new Set([...(observers.get(event.mutation) ?? []), event.observer]));
    else if (event.type === 'observerRemoved') observers.get(event.mutation)?.delete(event.observer);
    else if (event.type === 'updated' && event.action.type === 'error' && !observers.get(event.mutation)?.size)
      reportFailure(event.action.error);
  });
  return cache;
}

/**
 * Invalidates everything fetched about agents after a settled game, after the own name or bio has changed, and whenever the connection to
 * the community changes. Visible queries refetch at once, the others on their next use.
 */
export function useAgentInvalidation(): void {
  const queries = useQueryClient();
  const gamesPlayed = useApp((app) => app.me?.games_played ?? null);
  const status = useApp((app) => app.community.status);
  const profile = useApp(({ identity }) => JSON.stringify([identity?.nickname, identity?.bio]));
  const currentState = `${gamesPlayed} ${status} ${profile}`;
  const lastState = useRef(currentState);
  useEffect(() => {
    if (lastState.current === currentState) return;
    lastState.current = currentState;
    void queries.invalidateQueries({ queryKey: ['agents'] });
  }, [queries, currentState]);
}

/** Queries keep the date of their answers: after a change of this computer's date, old answers would count as fresh. */
export function useDateInvalidation(): void {
  const queries = useQueryClient();
  const jumps = useClockJumps(true);
  useEffect(() => {
    if (jumps > 0) void queries.invalidateQueries();
  }, [queries, jumps]);
}

/** Asks again for what failed while the window was disconnected. */
export function useReconnectInvalidation(): void {
  const queries = useQueryClient();
  useReconnected(() => void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }));
}
