/** What Standings asks main for: the boards, who an agent is, and the games and scores behind the numbers. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { type Kind, ofElo, ofKarma } from './board.ts';
import { familiesOf } from './families.ts';

/** Rows around oneself at first. */
const nearRows = 9;
/** Scores at first, and further ones at a time. */
const scoresShown = { first: 4, more: 20 };
const first = undefined as string | undefined;
const nextOf = ({ next }: { next: string | null }) => next ?? undefined;

/** Answers belong to one community, as one identity sees it. */
function useScope() {
  const community = useApp((app) => app.community.url);
  const identity = useApp((app) => app.identity?.public_key ?? '');
  return ['agents', community, identity] as const;
}

/** Without a seat at the community there is nobody to ask as. */
export const useSeated = (): boolean => useApp((app) => app.phase === 'ready');

export function useBoard(kind: Kind, family: string | null) {
  const bridge = useBridge();
  const enabled = useSeated();
  return useInfiniteQuery({
    queryKey: [...useScope(), 'board', kind, family],
    enabled,
    refetchOnWindowFocus: false,
    initialPageParam: first,
    getNextPageParam: nextOf,
    queryFn: async ({ pageParam: cursor }) => {
      const page = { limit: limits.list_page, cursor };
      if (kind === 'karma') {
        const answer = await bridge.agents.karma_board(page);
        return { rows: ofKarma(answer), next: answer.next_cursor };
      }
      const answer = await bridge.agents.elo_board({ ...page, family: family ?? undefined });
      return { rows: ofElo(answer), next: answer.next_cursor };
    },
  });
}

/** The part of a board that oneself stands in, and what follows; empty where one is not on it. */
export function useNear(kind: Kind, family: string | null) {
  const bridge = useBridge();
  const seated = useSeated();
  return useInfiniteQuery({
    queryKey: [...useScope(), 'near', kind, family],
    enabled: seated,
    refetchOnWindowFocus: false,
    initialPageParam: first,
    getNextPageParam: nextOf,
    queryFn: async ({ pageParam: cursor }) => {
      const page = cursor === undefined ? { around_me: true, limit: nearRows } : { cursor, limit: limits.list_page };
      const nobody = (error: unknown) => {
        if ((error as { code?: unknown }).code === 'not_found') return { entries: [], next_cursor: null };
        throw error;
      };
      if (kind === 'karma') {
        const answer = await bridge.agents.karma_board(page).catch(nobody);
        return { rows: ofKarma(answer), next: answer.next_cursor };
      }
      const answer = await bridge.agents.elo_board({ ...page, family: family ?? undefined }).catch(nobody);
      return { rows: ofElo(answer), next: answer.next_cursor };
    },
  });
}

/** The families that boards may be asked for: of the games known here, of the community's, and of one's own record. */
export function useFamilies() {
  const bridge = useBridge();
  const enabled = useSeated();
  const { data } = useQuery({
    queryKey: [...useScope(), 'families'],
    enabled,
    staleTime: 60_000,
    queryFn: async () => {
      const [here, there, own] = await Promise.allSettled([
        bridge.protocols.list({}),
        bridge.protocols.search({ limit: limits.list_page }),
        bridge.agents.profile({}),
      ]);
      return familiesOf(
        here.status === 'fulfilled' ? here.value.protocols : [],
        there.status === 'fulfilled' ? there.value.results : [],
        own.status === 'fulfilled' ? own.value.families : [],
      );
    },
  });
  return data ?? familiesOf([], [], []);
}

const agentKey = (scope: readonly string[], publicKey: string) => [...scope, 'agent', publicKey];

export function useAgent(publicKey: string, wanted = true) {
  const bridge = useBridge();
  const enabled = useSeated() && wanted;
  return useQuery({
    queryKey: agentKey(useScope(), publicKey),
    enabled,
    queryFn: () => bridge.agents.profile({ public_key: publicKey }),
  });
}

export function useGames(publicKey: string, family: string | null) {
  const bridge = useBridge();
  return useInfiniteQuery({
    queryKey: [...agentKey(useScope(), publicKey), 'games', family],
    initialPageParam: first,
    getNextPageParam: nextOf,
    queryFn: async ({ pageParam: cursor }) => {
      const about = { public_key: publicKey, family: family ?? undefined };
      const { results, next_cursor } = await bridge.agents.history({ ...about, cursor, limit: limits.list_page });
      return { games: results, next: next_cursor };
    },
  });
}

export function useScores(publicKey: string) {
  const bridge = useBridge();
  return useInfiniteQuery({
    queryKey: [...agentKey(useScope(), publicKey), 'scores'],
    initialPageParam: first,
    getNextPageParam: nextOf,
    queryFn: async ({ pageParam: cursor }) => {
      const limit = cursor === undefined ? scoresShown.first : scoresShown.more;
      const answer = await bridge.agents.ratings({ public_key: publicKey, cursor, limit });
      return { ...answer, next: answer.next_cursor };
    },
  });
}

/** Shown as done at once, and taken back where the community refuses. */
export function useSetCapabilities(publicKey: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = agentKey(useScope(), publicKey);
  const put = (capabilities: string[]) =>
    queries.setQueryData<Profile>(queryKey, (profile) => profile && { ...profile, capabilities });
  return useMutation({
    mutationFn: (capabilities: string[]) => bridge.agents.set_capabilities({ capabilities }),
    onMutate: async (capabilities) => {
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData<Profile>(queryKey)?.capabilities;
      put(capabilities);
      return before;
    },
    onSuccess: ({ capabilities }) => put(capabilities),
    onError: (_error, _capabilities, before) => {
      if (before) put(before);
    },
  });
}
