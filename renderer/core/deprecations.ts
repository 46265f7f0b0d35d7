/** Which protocols their authors have deprecated, for lists and pages. */
import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Deprecation } from '../../shared/bridge/contract.ts';
import { readDeprecations } from '../../shared/bridge/read-all.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { useApp, useBridge } from './context.tsx';
import { useLabelBook } from './use-labels.ts';

type Loader = (protocol_id: string) => Promise<Deprecation | null>;

const loaders = new WeakMap<BridgeClient, Loader>();

/** Asks once about all protocols of the rows that appear together. */
function loaderOf(bridge: BridgeClient): Loader {
  const existing = loaders.get(bridge);
  if (existing) return existing;
  let open: { ids: Set<string>; answer: Promise<Map<string, Deprecation>> } | null = null;
  const loader: Loader = async (protocol_id) => {
    if (!open) {
      const ids = new Set<string>();
      open = { ids, answer: Promise.resolve().then(() => request(ids)) };
    }
    open.ids.add(protocol_id);
    return (await open.answer).get(protocol_id) ?? null;
  };
  const request = async (ids: Set<string>) => {
    open = null;
    return readDeprecations(bridge, [...ids]);
  };
  loaders.set(bridge, loader);
  return loader;
}

/** The deprecated ones of these protocols, by id; empty while loading and for communities that don't answer. */
export function useDeprecations(protocol_ids: readonly string[]): ReadonlyMap<string, Deprecation> {
  const bridge = useBridge();
  const book = useLabelBook();
  const enabled = useApp(({ phase }) => phase === 'ready');
  const community = useApp((app) => app.community.url);
  return useQueries({
    queries: [...new Set(protocol_ids)].map((protocol_id) => ({
      queryKey: ['deprecation', community, protocol_id],
      enabled,
      staleTime: 30_000,
      retry: false,
      queryFn: () => loaderOf(bridge)(protocol_id),
    })),
    combine: useCallback(
      (results: { data?: Deprecation | null | undefined }[]) =>
        new Map(
          results.flatMap(({ data }) =>
            data
              ? [[data.protocol_id, { ...data, successor: data.successor && book.protocol(data.successor) }] as const]
              : [],
          ),
        ),
      [book],
    ),
  });
}

export const useDeprecation = (protocol_id: string): Deprecation | null =>
  useDeprecations([protocol_id]).get(protocol_id) ?? null;
