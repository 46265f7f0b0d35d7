/** What the Protocols room asks main for. Main tells when the protocols of this computer change; the rest is kept a while. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HooksPage, ProtocolSearch } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { useApp, useBridge } from '../app/context.tsx';
import type { BridgeClient } from '../app/live.ts';
import type { CatalogueFilter } from './filter.ts';
import { useScope } from './shelf.ts';

export type Govern = Parameters<BridgeClient['protocols']['govern']>[0];
export type SelfTest = Parameters<BridgeClient['protocols']['self_test']>[0];

const first = undefined as string | undefined;
const nextOf = ({ next_cursor }: ProtocolSearch) => next_cursor ?? undefined;

/** Rows that are counted in one go. */
const usageRows = 20;

const useSeated = (): boolean => useApp((app) => app.phase === 'ready');

/** While the room is open: what changed on this computer is there at once, and what hangs on it is asked for again. */
export function useProtocolEvents(): void {
  const bridge = useBridge();
  const queries = useQueryClient();
  const scope = useScope();
  const [name, community, identity] = scope;
  useEffect(
    () =>
      bridge.protocols.on('changed', (list) => {
        const here = [name, community, identity];
        queries.setQueryData([...here, 'list'], list);
        for (const part of ['page', 'hooks', 'lineage']) void queries.invalidateQueries({ queryKey: [...here, part] });
      }),
    [bridge, queries, name, community, identity],
  );
}

/** Those of the community that may fit, a page at a time. */
export function useFound({ text, status, family }: Pick<CatalogueFilter, 'text' | 'status' | 'family'>) {
  const bridge = useBridge();
  const enabled = useSeated();
  return useInfiniteQuery({
    queryKey: [...useScope(), 'search', text, status, family],
    enabled,
    initialPageParam: first,
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: cursor }) =>
      bridge.protocols.search({
        limit: limits.list_page,
        cursor,
        query: text === '' ? undefined : text,
        status: status === '' ? undefined : status,
        family: family === '' ? undefined : family,
      }),
  });
}

/** How much the protocols in these rows are used; those not counted yet are not in the map. */
export function useUsage(ids: readonly string[], { from, to }: { from: number; to: number }) {
  const bridge = useBridge();
  const enabled = useSeated();
  const scope = useScope();
  const blocks = Array.from({ length: Math.ceil(ids.length / usageRows) }, (_, block) => block * usageRows)
    .filter((first) => first < to && first + usageRows > from)
    .map((first) => ids.slice(first, first + usageRows));
  return useQueries({
    queries: blocks.map((protocol_ids) => ({
      queryKey: [...scope, 'usage', ...protocol_ids],
      enabled,
      staleTime: 60_000,
      queryFn: () => bridge.protocols.usage({ protocol_ids }),
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => data?.usage.map((usage) => [usage.protocol_id, usage] as const) ?? [])),
  });
}

export function useProtocol(protocol: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useScope(), 'page', protocol],
    enabled: protocol !== null,
    queryFn: () => bridge.protocols.get({ protocol: protocol ?? '' }),
  });
}

export function useLineage(protocol: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useScope(), 'lineage', protocol],
    queryFn: () => bridge.protocols.lineage({ protocol }),
  });
}

export function useDiff(before: string | null, after: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useScope(), 'diff', before, after],
    enabled: before !== null && after !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.protocols.diff({ before: before ?? '', after: after ?? '' }),
  });
}

/** The board that the author has published now. */
export function usePublishedBoard(protocol: string) {
  const bridge = useBridge();
  const enabled = useSeated();
  return useQuery({
    queryKey: [...useScope(), 'published', protocol],
    enabled,
    staleTime: 60_000,
    queryFn: () => bridge.protocols.published_board({ protocol }),
  });
}

/** Brings a protocol here, with its author's board where that was agreed to. */
export function useBring(protocol: string) {
  const bridge = useBridge();
  return useMutation({
    mutationFn: (agreed: { manifest_hash: string } | null) =>
      bridge.protocols.fetch({ protocol, accept_ui: agreed !== null, ...agreed }),
  });
}

export function useGovern() {
  const bridge = useBridge();
  return useMutation({ mutationFn: (change: Govern) => bridge.protocols.govern(change) });
}

// ---- hooks ----------------------------------------------------------------------------------------------------------

export function useHooks(protocol: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useScope(), 'hooks', protocol],
    queryFn: () => bridge.protocols.hooks({ protocol }),
  });
}

export function useSaveHooks(protocol: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = [...useScope(), 'hooks', protocol];
  return useMutation({
    mutationFn: (change: { text: string; based_on: string | null }) =>
      bridge.protocols.set_hooks({ protocol, ...change }),
    onSuccess: (saved) => queries.setQueryData<HooksPage>(queryKey, saved),
  });
}

/** What a text would be as hooks; the answer before stays until the next one is there. */
export function useHooksCheck(protocol: string, text: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useScope(), 'check', protocol, text],
    enabled: text !== null,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.protocols.check_hooks({ protocol, text: text ?? '' }),
  });
}

export function useSelfTest() {
  const bridge = useBridge();
  return useMutation({ mutationFn: (wish: SelfTest) => bridge.protocols.self_test(wish) });
}

/** Writes hooks with which the person at the seat answers everything. */
export function useWriteByHand(protocol: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const scope = useScope();
  return useMutation({
    mutationFn: () => bridge.tables.by_hand({ protocol_id: protocol }),
    onSuccess: () =>
      Promise.all(['hooks', 'page', 'list'].map((part) => queries.invalidateQueries({ queryKey: [...scope, part] }))),
  });
}
