import { useMemo } from 'react';
import type { Table } from '../../shared/bridge/contract.ts';
import { useTables } from '../core/context.tsx';
import { runningTables } from '../core/table-feed.ts';

/** Tables in progress with this person, newest first. */
export function useTablesWith(publicKey: string): Table[] {
  const tables = useTables((known) => known);
  return useMemo(() => runningTables(tables).filter(({ peer }) => peer.public_key === publicKey), [tables, publicKey]);
}
