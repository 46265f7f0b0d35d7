/** A table's record as main keeps it, read piece by piece, and the file that is made of it. */
import { useQuery } from '@tanstack/react-query';
import type { Table } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import type { BridgeClient } from '../app/live.ts';

export interface KeptRecord {
  /** Its lines, as they are on disk. */
  text: string;
  /** The rules, where this computer has them. */
  spec: string | null;
  /** What was on the table, beside it. */
  views: string;
}

export async function readRecord(bridge: BridgeClient, table_id: string): Promise<KeptRecord> {
  const kept: KeptRecord = { text: '', spec: null, views: '' };
  for (let from = 0; ; ) {
    const { text, next, spec } = await bridge.tables.record({ table_id, from });
    kept.spec = spec;
    if (next === from) break;
    kept.text += text;
    from = next;
  }
  for (let from = 0; ; ) {
    const { text, next } = await bridge.tables.views({ table_id, from });
    if (next === from) break;
    kept.views += text;
    from = next;
  }
  return kept;
}

/** Read once for as long as the record does not grow. */
export function useRecord({ table_id, record }: Table) {
  const bridge = useBridge();
  const identity = useApp((app) => app.identity?.public_key ?? '');
  return useQuery({
    queryKey: ['record', identity, table_id, record.head],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    queryFn: () => readRecord(bridge, table_id),
  });
}

/** A file's name that says what it is: `connect-four-7c21e0aa.jsonl`. */
export function fileNameOf({ protocol, table_id }: Table): string {
  const game = protocol.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${game || 'table'}-${table_id.slice(0, 8)}.jsonl`;
}
