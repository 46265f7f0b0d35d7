/** What Settings asks main for: identities, communities, consents, the data folder, the doctor. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';

/** Asked again whenever the identity in use, or what keeps it, has changed. */
export function useIdentities() {
  const bridge = useBridge();
  const inUse = useApp((app) => app.identity);
  return useQuery({
    queryKey: ['identities', inUse],
    placeholderData: (before) => before,
    queryFn: async () => (await bridge.identity.list({})).identities,
  });
}

/** Asked again whenever this Parlor belongs elsewhere, or is registered now. */
export function useCommunities() {
  const bridge = useBridge();
  const url = useApp((app) => app.community.url);
  const phase = useApp((app) => app.phase);
  return useQuery({
    queryKey: ['communities', url, phase],
    placeholderData: (before) => before,
    queryFn: async () => (await bridge.community.list({})).communities,
  });
}

/** What is at an address; asked when somebody wants to know. */
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
    queryFn: async () => (await bridge.protocols.consents({})).consents,
  });
}

export function useStorage() {
  const bridge = useBridge();
  return useQuery({ queryKey: ['storage'], staleTime: 0, queryFn: () => bridge.app.storage({}) });
}

/** The doctor looks when asked to: it opens an endpoint and speaks with a relay, which nobody wants for opening a room. */
export function useDoctor() {
  const bridge = useBridge();
  return useQuery({
    queryKey: ['doctor'],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await bridge.app.doctor({ offline: false })).checks,
  });
}

/** One thing done at a time; what went wrong stands until the next try. */
export function useDeed() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblem(null);
    try {
      await deed();
      return true;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
