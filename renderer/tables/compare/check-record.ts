/** Has a record checked in a worker, so that the window responds meanwhile. */
import { useEffect, useState } from 'react';
import { ParlorError } from '../../../shared/errors.ts';
import { asProblem, type Problem } from '../../core/problem.ts';
import type { RecordCheck, RecordCheckInput, RecordCheckRequest, RecordCheckResult } from './record-checks.ts';

/** Never settles once `signal` is aborted, which ends the worker. Rejects `internal` if the worker fails. */
export function checkRecord<C extends RecordCheck>(
  check: C,
  input: RecordCheckInput<C>,
  signal: AbortSignal,
): Promise<RecordCheckResult<C>> {
  const worker = new Worker(new URL('./record.worker.ts', import.meta.url), { type: 'module' });
  const end = () => worker.terminate();
  signal.addEventListener('abort', end);
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      end();
      signal.removeEventListener('abort', end);
      if (!signal.aborted) settled();
    };
    worker.onmessage = ({ data }: MessageEvent<RecordCheckResult<C>>) => settle(() => resolve(data));
    worker.onerror = () => settle(() => reject(new ParlorError('internal', 'The record could not be checked.')));
    worker.postMessage({ check, input } satisfies RecordCheckRequest);
  });
}

export type CheckState<C extends RecordCheck> =
  | { result: RecordCheckResult<C>; problem: null }
  | { result: null; problem: Problem }
  /** Without an input, or while it is being checked. */
  | { result: null; problem: null };

const checking = { result: null, problem: null } as const;

/** `input` is compared by identity; another one ends the check of the one before. */
export function useRecordCheck<C extends RecordCheck>(
  check: C,
  input: RecordCheckInput<C> | null | undefined,
): CheckState<C> {
  const [settled, setSettled] = useState<{ input: RecordCheckInput<C>; state: CheckState<C> } | null>(null);
  useEffect(() => {
    if (!input) return;
    const ended = new AbortController();
    const settle = (state: CheckState<C>) => setSettled({ input, state });
    checkRecord(check, input, ended.signal).then(
      (result) => settle({ result, problem: null }),
      (error: unknown) => settle({ result: null, problem: asProblem(error) }),
    );
    return () => ended.abort();
  }, [check, input]);
  return settled && settled.input === input ? settled.state : checking;
}
