import { QueryClient } from '@tanstack/react-query';

/** What the window asks main for and keeps a while. What lives comes by events instead (live.ts). */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Main is on this computer, whatever the network does, and has retried already where that helps.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  });
