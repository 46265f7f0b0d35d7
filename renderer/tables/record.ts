/** Reads records: of tables from the main process, in chunks, and of others from files. */
import { useQuery } from '@tanstack/react-query';
import type { Table } from '../../shared/bridge/contract.ts';
import { type recordExtension, recordMaxBytes } from '../../shared/tables/record-text.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { useApp, useBridge } from '../core/context.tsx';

export interface StoredRecord {
  /** JSON lines as on disk. */
  text: string;
  /** The spec of the protocol; null if it is not installed. */
  spec: string | null;
  /** The board views, as JSON lines. */
  views: string;
}

/** A chunk whose `next` equals `from` marks the end. */
export async function readRecordText(bridge: BridgeClient, table_id: string): Promise<Omit<StoredRecord, 'views'>> {
  let recordText = '';
  for (let from = 0; ; ) {
    const { text, next, spec } = await bridge.tables.record({ table_id, from });
    if (next === from) return { text: recordText, spec };
    recordText += text;
    from = next;
  }
}

/** The record and the views that boards received. */
export async function readRecord(bridge: BridgeClient, table_id: string): Promise<StoredRecord> {
  const record: StoredRecord = { ...(await readRecordText(bridge, table_id)), views: '' };
  for (let from = 0; ; ) {
    const { text, next } = await bridge.tables.views({ table_id, from });
    if (next === from) break;
    record.views += text;
    from = next;
  }
  return record;
}

/** The record of a table, cached until it grows. */
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

/** E.g. `connect-four-7c21e0aa.parlor`. */
export function fileNameOf({ protocol, table_id }: Table, extension: typeof recordExtension | 'png' | 'txt'): string {
  const game = protocol.name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${game || 'table'}-${table_id.slice(0, 8)}.${extension}`;
}

/** For file dialogs. Exports of earlier versions are named `.jsonl`. */
export const recordFileTypes = '.parlor,.jsonl,.ndjson,.json,.txt';

export type RecordFileProblem = 'too_large' | 'unreadable';

/** The text of a file that may be a record, or why it cannot be read. */
export async function readRecordFile(file: File): Promise<{ text: string } | { problem: RecordFileProblem }> {
  if (file.size > recordMaxBytes) return { problem: 'too_large' };
  try {
    return { text: await file.text() };
  } catch {
    return { problem: 'unreadable' };
  }
}
