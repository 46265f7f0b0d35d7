/** Queries and mutations for protocols. Events from the main process invalidate local data; community data expires. */
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { HooksPage, Lineage, ProtocolPage, ProtocolSearch, ProtocolUsage } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { languageOf } from '../../shared/language.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useLabelBook } from '../core/use-labels.ts';
import type { CatalogueFilter } from './catalogue/filter.ts';
import { useQueryScope } from './catalogue/installed-protocols.ts';

export type GovernanceChange = Parameters<BridgeClient['protocols']['govern']>[0];
export type SelfTest = Parameters<BridgeClient['protocols']['self_test']>[0];

const noCursor = undefined as string | undefined;
const nextCursor = ({ next_cursor }: ProtocolSearch) => next_cursor ?? undefined;

/** Protocols per request. */
const usageBatchSize = 20;

const useIsRegistered = (): boolean => useApp((app) => app.phase === 'ready');

/** Updates the list and invalidates other queries when the protocols on this computer change. Used once, by the room. */
export function useProtocolEvents(): void {
  const bridge = useBridge();
  const queryClient = useQueryClient();
  const scope = useQueryScope();
  // The scope is a new array on every render, so the effect depends on its elements.
  const [prefix, community, identity] = scope;
  useEffect(
    () =>
      bridge.protocols.on('changed', () => {
        const key = [prefix, community, identity];
        for (const part of ['list', 'page', 'hooks', 'lineage'])
          void queryClient.invalidateQueries({ queryKey: [...key, part] });
      }),
    [bridge, queryClient, prefix, community, identity],
  );
}

/** Pages of the community's search results. */
export function useProtocolSearch({ text, status, family }: Pick<CatalogueFilter, 'text' | 'status' | 'family'>) {
  const bridge = useBridge();
  const enabled = useIsRegistered();
  const book = useLabelBook();
  return useInfiniteQuery({
    queryKey: [...useQueryScope(), 'search', text, status, family],
    enabled,
    initialPageParam: noCursor,
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: cursor }) =>
      bridge.protocols.search({
        limit: limits.list_page,
        cursor,
        query: text === '' ? undefined : text,
        status: status === '' ? undefined : status,
        family: family === '' ? undefined : family,
      }),
    select: useCallback(
      ({ pages }: InfiniteData<ProtocolSearch>) => pages.flatMap(({ results }) => results.map(book.protocol)),
      [book],
    ),
  });
}

/**
 * Usage by protocol id of rows `from` to `to` (exclusive), in batches with fixed bounds, so that scrolling reuses them. Protocols that
 * are still loading are missing.
 */
export function useUsage(ids: readonly string[], { from, to }: { from: number; to: number }) {
  const bridge = useBridge();
  const enabled = useIsRegistered();
  const scope = useQueryScope();
  const cache = useQueryClient();
  // Filtering the rows changes the batches, but the usage of most protocols is cached already.
  const cachedUsage = () =>
    cache
      .getQueriesData<{ usage: ProtocolUsage[] }>({ queryKey: [...scope, 'usage'] })
      .flatMap(([, data]) => data?.usage ?? []);
  const batches = Array.from({ length: Math.ceil(ids.length / usageBatchSize) }, (_, batch) => batch * usageBatchSize)
    .filter((firstIndex) => firstIndex < to && firstIndex + usageBatchSize > from)
    .map((firstIndex) => ids.slice(firstIndex, firstIndex + usageBatchSize));
  return useQueries({
    queries: batches.map((protocol_ids) => ({
      queryKey: [...scope, 'usage', ...protocol_ids],
      enabled,
      staleTime: 60_000,
      placeholderData: () => ({ usage: cachedUsage().filter(({ protocol_id }) => protocol_ids.includes(protocol_id)) }),
      queryFn: () => bridge.protocols.usage({ protocol_ids }),
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.usage.map((usage) => [usage.protocol_id, usage] as const) ?? [])),
  });
}

export function useProtocol(protocol: string | null) {
  const bridge = useBridge();
  const book = useLabelBook();
  return useQuery({
    queryKey: [...useQueryScope(), 'page', protocol],
    enabled: protocol !== null,
    queryFn: () => bridge.protocols.get({ protocol: protocol ?? '' }),
    select: useCallback((page: ProtocolPage) => book.protocol(page), [book]),
  });
}

/** A position on the board of a bundled protocol; null if there is none. */
export function useSample(protocol: string) {
  const bridge = useBridge();
  const language = languageOf('system', [useTranslation().i18n.language]);
  return useQuery({
    queryKey: [...useQueryScope(), 'sample', protocol, language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await bridge.protocols.sample({ protocol, language })).sample,
  });
}

export function useLineage(protocol: string) {
  const bridge = useBridge();
  const book = useLabelBook();
  return useQuery({
    queryKey: [...useQueryScope(), 'lineage', protocol],
    queryFn: () => bridge.protocols.lineage({ protocol }),
    select: useCallback(
      (lineage: Lineage) => ({ ...lineage, relatives: lineage.relatives.map(book.protocol) }),
      [book],
    ),
  });
}

export function useDiff(before: string | null, after: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useQueryScope(), 'diff', before, after],
    enabled: before !== null && after !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.protocols.diff({ before: before ?? '', after: after ?? '' }),
  });
}

/** The strengths of the hooks on this computer. */
export function useStrengths({ protocol_id, hooks, playable }: ProtocolPage) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useQueryScope(), 'hooks', protocol_id, 'strengths'],
    enabled: hooks === 'finished' && playable,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.strengths.list({ protocol_id }),
  });
}

/** The author's currently published board. */
export function usePublishedBoard(protocol: string, needed = true) {
  const bridge = useBridge();
  const enabled = useIsRegistered() && needed;
  return useQuery({
    queryKey: [...useQueryScope(), 'published', protocol],
    enabled,
    staleTime: 60_000,
    queryFn: () => bridge.protocols.published_board({ protocol }),
  });
}

/** Downloads a protocol. `consent` names the version of the author's board that the user allowed; null: none. */
export function useDownload(protocol: string) {
  const bridge = useBridge();
  return useMutation({
    mutationFn: (consent: { manifest_hash: string } | null) =>
      bridge.protocols.fetch({ protocol, accept_ui: consent !== null, ...consent }),
  });
}

export function useGovern() {
  const bridge = useBridge();
  return useMutation({ mutationFn: (change: GovernanceChange) => bridge.protocols.govern(change) });
}

export function useHooks(protocol: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useQueryScope(), 'hooks', protocol],
    queryFn: () => bridge.protocols.hooks({ protocol }),
  });
}

export function useSaveHooks(protocol: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = [...useQueryScope(), 'hooks', protocol];
  return useMutation({
    mutationFn: (change: { text: string; based_on: string | null; passphrase: string | null }) =>
      bridge.protocols.set_hooks({ protocol, ...change }),
    onSuccess: (savedHooks) => queries.setQueryData<HooksPage>(queryKey, savedHooks),
  });
}

/** Checks hooks; keeps the previous result while the next check runs. */
export function useHooksCheck(protocol: string, text: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...useQueryScope(), 'check', protocol, text],
    enabled: text !== null,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.protocols.check_hooks({ protocol, text: text ?? '' }),
  });
}

export function useSelfTest() {
  const bridge = useBridge();
  return useMutation({ mutationFn: (test: SelfTest) => bridge.protocols.self_test(test) });
}

/** Installs hooks that ask the user for every decision. */
export function useInstallByHandHooks(protocol: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const scope = useQueryScope();
  return useMutation({
    mutationFn: () => bridge.tables.by_hand({ protocol_id: protocol }),
    onSuccess: () =>
      Promise.all(['hooks', 'page', 'list'].map((part) => queries.invalidateQueries({ queryKey: [...scope, part] }))),
  });
}
