/** The query for the protocols on this computer; also used by the palette. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ProtocolEntry } from '../../../shared/bridge/contract.ts';
import { readProtocols } from '../../../shared/bridge/read-all.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { useLabelBook } from '../../core/use-labels.ts';

/** The prefix of every query key: cached data belongs to one community and identity. */
export function useQueryScope() {
  const community = useApp((app) => app.community.url);
  const identity = useApp((app) => app.identity?.public_key ?? '');
  return ['protocols', community, identity] as const;
}

/** The protocols on this computer. */
export function useInstalledProtocols() {
  const bridge = useBridge();
  const book = useLabelBook();
  const select = useCallback(
    (list: { protocols: ProtocolEntry[] }) => ({ protocols: list.protocols.map(book.protocol) }),
    [book],
  );
  const queryFn = async () => ({ protocols: await readProtocols(bridge) });
  return useQuery({ queryKey: [...useQueryScope(), 'list'], queryFn, select });
}
