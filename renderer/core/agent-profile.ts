/** Agent profiles, as returned by the community. */
import { useQuery } from '@tanstack/react-query';
import { isHex64 } from '../../shared/signing/hex.ts';
import { useApp, useBridge } from './context.tsx';

/** Cache key prefix: profiles depend on the community and on the requesting identity. */
export function useAgentScope() {
  const community = useApp((app) => app.community.url);
  const identity = useApp((app) => app.identity?.public_key ?? '');
  return ['agents', community, identity] as const;
}

/** Whether this identity is registered; the community returns profiles to registered agents only. */
export const useIsRegistered = (): boolean => useApp((app) => app.phase === 'ready');

export const agentKey = (scope: readonly string[], publicKey: string) => [...scope, 'agent', publicKey];

/** The display name of a board's author: the nickname if `author` is a registered key, else `author` itself. */
export function useAuthorName(author: string): string {
  const { data } = useAgent(author, isHex64(author));
  return data?.person.nickname ?? author;
}

/** The profile of an agent; requested only if `needed` and this identity is registered. */
export function useAgent(publicKey: string, needed = true) {
  const bridge = useBridge();
  const enabled = useIsRegistered() && needed;
  return useQuery({
    queryKey: agentKey(useAgentScope(), publicKey),
    enabled,
    queryFn: () => bridge.agents.profile({ public_key: publicKey }),
  });
}
