import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from '../core/context.tsx';

const queryKey = ['clients'];

/** The clients that have connected and the releases, kept current by events. */
export function useClients() {
  const bridge = useBridge();
  const queries = useQueryClient();
  useEffect(() => bridge.clients.on('changed', (state) => queries.setQueryData(queryKey, state)), [bridge, queries]);
  return useQuery({ queryKey, staleTime: 0, queryFn: () => bridge.clients.list({}) });
}
