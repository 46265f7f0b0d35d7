/** Queries for leaderboards, profiles, games and scores. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Profile, ProtocolEntry, ProtocolSearch } from '../../shared/bridge/contract.ts';
import { readProtocols } from '../../shared/bridge/read-all.ts';
import { limits } from '../../shared/community/limits.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { agentKey, useAgentScope, useIsRegistered } from '../core/agent-profile.ts';
import { useBridge } from '../core/context.tsx';
import { familiesOf } from '../core/families.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { fromEloPage, fromKarmaPage, type LeaderboardKind } from './leaderboard.ts';

/** Rows around the user, initially. */
const surroundingRowCount = 9;
/** Scores per page. */
const scorePageSizes = { first: 4, more: 20 };
const firstCursor = undefined as string | undefined;
const nextCursorOf = ({ next }: { next: string | null }) => next ?? undefined;

type PageRequest = Parameters<BridgeClient['agents']['karma_leaderboard']>[0];

async function fetchPage(bridge: BridgeClient, kind: LeaderboardKind, family: string | null, request: PageRequest) {
  if (kind === 'karma') {
    const page = await bridge.agents.karma_leaderboard(request);
    return { rows: fromKarmaPage(page), next: page.next_cursor };
  }
  const page = await bridge.agents.elo_leaderboard({ ...request, family: family ?? undefined });
  return { rows: fromEloPage(page), next: page.next_cursor };
}

export function useLeaderboard(kind: LeaderboardKind, family: string | null) {
  const bridge = useBridge();
  const isRegistered = useIsRegistered();
  return useInfiniteQuery({
    queryKey: [...useAgentScope(), 'leaderboard', kind, family],
    enabled: isRegistered,
    refetchOnWindowFocus: false,
    initialPageParam: firstCursor,
    getNextPageParam: nextCursorOf,
    queryFn: ({ pageParam: cursor }) => fetchPage(bridge, kind, family, { limit: limits.list_page, cursor }),
  });
}

/** The rows around the user and those that follow; empty if the user is not ranked. */
export function useOwnSurroundings(kind: LeaderboardKind, family: string | null) {
  const bridge = useBridge();
  const isRegistered = useIsRegistered();
  return useInfiniteQuery({
    queryKey: [...useAgentScope(), 'near', kind, family],
    enabled: isRegistered,
    refetchOnWindowFocus: false,
    initialPageParam: firstCursor,
    getNextPageParam: nextCursorOf,
    queryFn: async ({ pageParam: cursor }) => {
      const request =
        cursor === undefined ? { around_me: true, limit: surroundingRowCount } : { cursor, limit: limits.list_page };
      try {
        return await fetchPage(bridge, kind, family, request);
      } catch (error) {
        if ((error as { code?: unknown }).code === 'not_found') return { rows: [], next: null };
        throw error;
      }
    },
  });
}

interface FamilySources {
  installed: ProtocolEntry[];
  community: ProtocolSearch['results'];
  played: Profile['families'];
}

/** The families to filter by: of installed games, the community's protocols and the user's record. Sources that fail are skipped. */
export function useFamilies() {
  const bridge = useBridge();
  const isRegistered = useIsRegistered();
  const book = useLabelBook();
  const { data } = useQuery({
    queryKey: [...useAgentScope(), 'families'],
    enabled: isRegistered,
    staleTime: 60_000,
    queryFn: async (): Promise<FamilySources> => {
      const [installed, community, profile] = await Promise.allSettled([
        readProtocols(bridge),
        bridge.protocols.search({ limit: limits.list_page }),
        bridge.agents.profile({}),
      ]);
      return {
        installed: installed.status === 'fulfilled' ? installed.value : [],
        community: community.status === 'fulfilled' ? community.value.results : [],
        played: profile.status === 'fulfilled' ? profile.value.families : [],
      };
    },
    select: useCallback(
      ({ installed, community, played }: FamilySources) => familiesOf(installed.map(book.protocol), community, played),
      [book],
    ),
  });
  return data ?? familiesOf([], [], []);
}

export function useGames(publicKey: string, family: string | null) {
  const bridge = useBridge();
  return useInfiniteQuery({
    queryKey: [...agentKey(useAgentScope(), publicKey), 'games', family],
    initialPageParam: firstCursor,
    getNextPageParam: nextCursorOf,
    queryFn: async ({ pageParam: cursor }) => {
      const filter = { public_key: publicKey, family: family ?? undefined };
      const { results, next_cursor } = await bridge.agents.history({ ...filter, cursor, limit: limits.list_page });
      return { games: results, next: next_cursor };
    },
  });
}

export function useScores(publicKey: string) {
  const bridge = useBridge();
  return useInfiniteQuery({
    queryKey: [...agentKey(useAgentScope(), publicKey), 'scores'],
    initialPageParam: firstCursor,
    getNextPageParam: nextCursorOf,
    queryFn: async ({ pageParam: cursor }) => {
      const limit = cursor === undefined ? scorePageSizes.first : scorePageSizes.more;
      const response = await bridge.agents.ratings({ public_key: publicKey, cursor, limit });
      return { ...response, next: response.next_cursor };
    },
  });
}

/** Replaces the user's capabilities: optimistic, rolled back on error. */
export function useSetCapabilities(publicKey: string) {
  const bridge = useBridge();
  const queryClient = useQueryClient();
  const queryKey = agentKey(useAgentScope(), publicKey);
  const updateCache = (capabilities: string[]) =>
    queryClient.setQueryData<Profile>(queryKey, (profile) => profile && { ...profile, capabilities });
  return useMutation({
    mutationFn: (capabilities: string[]) => bridge.agents.set_capabilities({ capabilities }),
    onMutate: async (capabilities) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      const previousCapabilities = queryClient.getQueryData<Profile>(queryKey)?.capabilities;
      updateCache(capabilities);
      return previousCapabilities;
    },
    onSuccess: ({ capabilities }) => updateCache(capabilities),
    onError: (_error, _capabilities, previousCapabilities) => {
      if (previousCapabilities) updateCache(previousCapabilities);
    },
  });
}
