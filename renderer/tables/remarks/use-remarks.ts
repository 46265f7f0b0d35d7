import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Table, TableRemarks } from '../../../shared/bridge/contract.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';
import { useApp, useBridge, useContactName } from '../../core/context.tsx';

/** What was said beside a game, kept current by events; null while unknown, and if nothing was and can be said. */
export function useRemarks({ table_id, peer }: Pick<Table, 'table_id' | 'peer'>): TableRemarks | null {
  const bridge = useBridge();
  const queries = useQueryClient();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  const isBlocked = useContactName(peer.public_key)?.blocked ?? false;
  useEffect(
    () => bridge.remarks.on('changed', (state) => queries.setQueryData(['remarks', identity, state.table_id], state)),
    [bridge, queries, identity],
  );
  const { data } = useQuery({
    queryKey: ['remarks', identity, table_id],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: () => bridge.remarks.get({ table_id }),
  });
  if (!data || isBlocked || (!data.open && data.remarks.length === 0)) return null;
  return data;
}

/** Those of the other side. */
export const peerRemarks = (state: TableRemarks | null, { role }: Pick<Table, 'role'>): Remark[] =>
  state?.remarks.filter(({ by }) => by !== role) ?? [];
