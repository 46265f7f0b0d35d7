/** Queries of Settings. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readConsents } from '../../shared/bridge/read-all.ts';
import { mainClock } from '../core/clock.ts';
import { useApp, useBridge } from '../core/context.tsx';

/**
 * A list that is refetched whenever `state` changes. One cache entry for all states: with one per state, an old list would be shown until
 * the new one is loaded, and an open dialog would disappear with its row.
 */
function useRefetchedList<T>(name: string, state: string, queryFn: () => Promise<T>) {
  const queries = useQueryClient();
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    void queries.invalidateQueries({ queryKey: [name] });
  }, [queries, name, state]);
  return useQuery({ queryKey: [name], queryFn, staleTime: 0 });
}

/** Refetched whenever the identity in use or its protection changes. */
export function useIdentities() {
  const bridge = useBridge();
  const identityState = useApp((app) => JSON.stringify(app.identity));
  return useRefetchedList('identities', identityState, async () => (await bridge.identity.list({})).identities);
}

/** Refetched whenever the community changes, or this identity has registered. */
export function useCommunities() {
  const bridge = useBridge();
  const state = useApp((app) => `${app.community.url} ${app.phase}`);
  return useRefetchedList('communities', state, async () => (await bridge.community.list({})).communities);
}

/** Tests the community at an address; null disables the query. */
export function useCommunityTest(url: string | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: ['community-test', url],
    enabled: url !== null && url !== '',
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    queryFn: () => bridge.community.test({ url: url ?? '' }),
  });
}

export function useConsents() {
  const bridge = useBridge();
  const queries = useQueryClient();
  const community = useApp((app) => app.community.url);
  useEffect(
    () => bridge.protocols.on('changed', () => void queries.invalidateQueries({ queryKey: ['consents'] })),
    [bridge, queries],
  );
  return useQuery({
    queryKey: ['consents', community],
    queryFn: () => readConsents(bridge),
  });
}

export function useStorage() {
  const bridge = useBridge();
  return useQuery({ queryKey: ['storage'], staleTime: 0, queryFn: () => bridge.app.storage({}) });
}

/** Runs on `refetch` only: the checks open an endpoint and contact a relay. */
export function useDoctor() {
  const bridge = useBridge();
  return useQuery({
    queryKey: ['doctor'],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Dated by main's clock, since the computer's date may be set meanwhile.
    queryFn: async () => ({ ...(await bridge.app.doctor({ offline: false })), checkedAt: mainClock.now() }),
  });
}
