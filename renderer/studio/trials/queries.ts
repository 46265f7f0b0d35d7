/** The trials of the open project, updated by events from main. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from '../../core/context.tsx';
import { useReconnected } from '../../core/reconnected.ts';

export function useTrials(project_id: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = ['studio', 'trials', project_id];
  useEffect(() => {
    return bridge.studio.on('tried', (trials) => queries.setQueryData(['studio', 'trials', trials.project_id], trials));
  }, [bridge, queries]);
  useReconnected(() => void queries.invalidateQueries({ queryKey }));
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.studio.trials({ project_id }),
  });
}
