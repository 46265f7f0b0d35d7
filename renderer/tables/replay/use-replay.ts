import { useMemo } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import { asProblem } from '../../core/problem.ts';
import { type CheckState, useRecordCheck } from '../compare/check-record.ts';
import { useRecord } from '../record.ts';

/** The positions of a finished table, which a worker rebuilds from its record. */
export function useReplay(table: Table): CheckState<'replay'> {
  const { data: record, error } = useRecord(table);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a record contains of a finished table doesn't change with it
  const input = useMemo(() => record && { table, record }, [record]);
  const replay = useRecordCheck('replay', input);
  return error ? { result: null, problem: asProblem(error) } : replay;
}
