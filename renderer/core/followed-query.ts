import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from './context.tsx';
import { useReconnected } from './reconnected.ts';

/** A group of the bridge that tells something of each table, and says when it has changed. */
interface TableGroup<State> {
  get(request: { table_id: string }): Promise<State>;
  on(event: 'changed', listener: (state: State) => void): () => void;
}

/**
 * What main knows of a table, kept current by events. They don't reach a page that isn't shown or a window that is disconnected, so it is
 * read again afterwards. `name`: of the group.
 */
export function useFollowedQuery<State extends { table_id: string }>(
  name: string,
  group: TableGroup<State>,
  table_id: string,
) {
  const queries = useQueryClient();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  useEffect(
    () => group.on('changed', (state) => queries.setQueryData([name, identity, state.table_id], state)),
    [group, queries, name, identity],
  );
  useReconnected(() => void queries.invalidateQueries({ queryKey: [name, identity, table_id] }));
  return useQuery({
    queryKey: [name, identity, table_id],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: () => group.get({ table_id }),
  });
}
