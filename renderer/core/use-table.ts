import { useQuery } from '@tanstack/react-query';
import type { Table } from '../../shared/bridge/contract.ts';
import { useApp, useLive, useTables } from './context.tsx';

export interface LoadedTable {
  /** Undefined while loading, and after an error. */
  table: Table | undefined;
  /** `not_found` if there is no such table. */
  error: unknown;
  retry(): void;
}

/** A table of this identity, which is loaded if the window doesn't hold it. */
export function useTable(table_id: string): LoadedTable {
  const live = useLive();
  const account = useApp(({ identity, community }) => `${identity?.public_key} ${community.url}`);
  const table = useTables((tables) => tables.get(table_id));
  const query = useQuery({
    queryKey: ['tables', account, 'one', table_id],
    enabled: table === undefined,
    // The store has the table itself.
    gcTime: 0,
    staleTime: 0,
    queryFn: async () => {
      await live.loadTable(table_id);
      return true;
    },
  });
  return { table, error: table === undefined ? query.error : null, retry: () => void query.refetch() };
}

/** The id of the running table that an invitation has led to; null while nobody has joined, and once it is over. */
export const useTableOfPost = (post_id: string): string | null =>
  useTables(
    (tables) =>
      [...tables.values()].find((table) => table.post_id === post_id && ['joining', 'playing'].includes(table.phase))
        ?.table_id ?? null,
  );
