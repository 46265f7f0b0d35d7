import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp, useBridge } from './context.tsx';

/** Searches people by name or key; earlier results stay until the next response. */
export function usePeopleSearch(text: string, enabled = true) {
  const bridge = useBridge();
  const community = useApp((app) => app.community.url);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const query = text.trim();
  return useQuery({
    queryKey: ['people', community, ownKey, query],
    enabled: enabled && ownKey !== '',
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.agents.find({ text: query.slice(0, 200) }),
  });
}
