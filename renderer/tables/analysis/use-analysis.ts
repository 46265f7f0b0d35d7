import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp, useBridge } from '../../core/context.tsx';

/** What main knows of the analysis of a table that has ended, kept current by events. */
export function useAnalysis(table_id: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  useEffect(
    () =>
      bridge.analysis.on('changed', (analysis) =>
        queries.setQueryData(['analysis', identity, analysis.table_id], analysis),
      ),
    [bridge, queries, identity],
  );
  return useQuery({
    queryKey: ['analysis', identity, table_id],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: () => bridge.analysis.get({ table_id }),
  });
}
