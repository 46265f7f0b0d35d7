import type { Table, TableRemarks } from '../../../shared/bridge/contract.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';
import { useBridge, useContactName } from '../../core/context.tsx';
import { useFollowedQuery } from '../../core/followed-query.ts';

/** Whether the user has blocked the other side, of which nothing is shown then. */
export const useIsSilenced = ({ peer }: Pick<Table, 'peer'>): boolean =>
  useContactName(peer.public_key)?.blocked ?? false;

/** What was said beside a game, kept current by events; null while unknown, and if nothing was and can be said. */
export function useRemarks(table: Pick<Table, 'table_id' | 'peer'>): TableRemarks | null {
  const isSilenced = useIsSilenced(table);
  const { data } = useFollowedQuery('remarks', useBridge().remarks, table.table_id);
  if (!data || isSilenced || (!data.open && data.remarks.length === 0)) return null;
  return data;
}

/** Those of the other side. */
export const peerRemarks = (state: TableRemarks | null, { role }: Pick<Table, 'role'>): Remark[] =>
  state?.remarks.filter(({ by }) => by !== role) ?? [];
