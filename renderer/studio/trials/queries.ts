/** The trials of the open project, updated by events from main. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdversaryRun } from '../../../shared/bridge/contract.ts';
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

/** `untried`: there is no result for exactly these rules and hooks. */
export type TrialOutcome = 'untried' | NonNullable<AdversaryRun['report']>['verdict'];

export function outcomeOf(run: AdversaryRun | null, rules_hash: string): TrialOutcome {
  return run?.rules_hash === rules_hash && run.report ? run.report.verdict : 'untried';
}
