/** Queries for publishing a project: prepared when the dialog opens, then updated by events from main. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PublicationView, PublishConsent, PublishGovernance } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { useReconnected } from '../../core/reconnected.ts';

const keyOf = (project_id: string) => ['publishing', project_id] as const;

/**
 * Every mount and every save of the author (`version`) checks and compares the files again; a running publication is returned as it is.
 */
export function usePublication(project_id: string, version: number) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(project_id),
    queryFn: () => bridge.publishing.prepare({ project_id }),
    staleTime: Number.POSITIVE_INFINITY,
    // Files may have changed since the dialog was last open.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    return bridge.publishing.on('changed', (view: PublicationView) => {
      const key = keyOf(project_id);
      if (view.publication_id !== project_id) return;
      // Until `prepare` answers, what was shown before stays.
      if (queries.getQueryState(key)?.fetchStatus !== 'fetching') queries.setQueryData(key, view);
    });
  }, [bridge, queries, project_id]);
  const readVersion = useRef(version);
  const state = query.isFetching ? null : query.data?.state;
  useEffect(() => {
    if (readVersion.current === version || (state !== 'review' && state !== 'stopped')) return;
    readVersion.current = version;
    void queries.invalidateQueries({ queryKey: keyOf(project_id), exact: true });
  }, [queries, project_id, version, state]);
  useReconnected(() => {
    const running = query.data?.state === 'working';
    if (running) void queries.invalidateQueries({ queryKey: keyOf(project_id), exact: true });
  });
  return query;
}

export function usePublish(project_id: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  return useMutation({
    onError: (error) => {
      if (asProblem(error).code === 'consent_outdated')
        void queries.invalidateQueries({ queryKey: keyOf(project_id), exact: true });
    },
    mutationFn: (options: { governance: PublishGovernance; consent: PublishConsent; passphrase: string | null }) =>
      bridge.publishing.publish({ project_id, ...options }),
  });
}

export function useCancel(publication_id: string) {
  const bridge = useBridge();
  return useMutation({ mutationFn: () => bridge.publishing.cancel({ publication_id }) });
}

/** The differences between another protocol (`before` is its id) and the prepared project. */
export function useDifferences(project_id: string, before: string, enabled: boolean) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keyOf(project_id), 'diff', before],
    enabled,
    gcTime: 0,
    queryFn: () => bridge.publishing.diff({ project_id, before }),
  });
}
