import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp, useBridge } from './context.tsx';

/** Searches people by name or key; earlier results stay until the next response. */
export function usePeopleSearch(text: string, enabled = true) {
  const bridge = useBridge();
  const community = useApp((app) => app.community.url);
  const own = useApp((app) => app.identity?.public_key ?? '');
  const typed = text.trim();
  return useQuery({
    queryKey: ['people', community, own, typed],
    enabled: enabled && own !== '',
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async () => (await bridge.agents.find({ text: typed.slice(0, 200) })).people,
  });
}
