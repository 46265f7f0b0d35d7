/** The protocols of this computer, which the palette knows too. */
import { useQuery } from '@tanstack/react-query';
import { useApp, useBridge } from '../app/context.tsx';

/** Answers belong to one community, as one identity sees it. */
export function useScope() {
  const community = useApp((app) => app.community.url);
  const identity = useApp((app) => app.identity?.public_key ?? '');
  return ['protocols', community, identity] as const;
}

/** The protocols of this computer. */
export function useShelf() {
  const bridge = useBridge();
  return useQuery({ queryKey: [...useScope(), 'list'], queryFn: () => bridge.protocols.list({}) });
}
