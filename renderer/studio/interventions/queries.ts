/** The states of the hooks, which are not part of the project's snapshots. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StudioGame } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';

/** The states of both seats after a number of messages, null for now; read again whenever a seat changes. */
export function useStates(project_id: string, { run, seats, edits }: StudioGame, frame: number | null) {
  const bridge = useBridge();
  const seq = `${seats.host.seq} ${seats.guest.seq} ${edits.length}`;
  return useQuery({
    queryKey: ['studio', 'states', project_id, run, frame, seq],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.studio.states({ project_id, run, frame }),
  });
}
