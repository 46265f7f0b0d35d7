/**
 * What is worked out of whole records. A record may be made so that this takes seconds, so record.worker.ts does it; the window imports
 * only the types (main-thread.test.ts).
 */
import type { Table } from '../../../shared/bridge/contract.ts';
import { exportRecord } from '../../../shared/tables/record-text.ts';
import { recordedSessionId } from '../../../shared/tables/verify-record.ts';
import type { StoredRecord } from '../record.ts';
import { conversationOf, replayOf } from '../replay/replay-of.ts';
import { type Comparison, compareRecords } from './compare.ts';
import { isSameTable, type Verdict, verdictOf } from './verdict.ts';

/** `spec`: the installed spec, for records that do not contain theirs; null if there is none. */
export const recordChecks = {
  hasSession: ({ text }: { text: string }): boolean => recordedSessionId(text) !== null,
  verdict: ({ text, spec }: { text: string; spec: string | null }): Verdict => verdictOf(text, spec),
  replay: ({ table, record }: { table: Table; record: StoredRecord }) => replayOf(table, record),
  conversation: ({ table, text, spec }: { table: Table; text: string; spec: string | null }) =>
    conversationOf(table, text, spec),
  exported: ({ text, spec }: { text: string; spec: string }): string => exportRecord(text, spec),
  comparison({ mine, theirs, spec }: { mine: string; theirs: string; spec: string | null }): Compared {
    if (recordedSessionId(theirs) === null) return { problem: 'no_record' };
    return isSameTable(mine, theirs) ? { comparison: compareRecords(mine, theirs, spec) } : { problem: 'other_table' };
  },
};

type Compared = { comparison: Comparison } | { problem: 'no_record' | 'other_table' };

export type RecordChecks = typeof recordChecks;
export type RecordCheck = keyof RecordChecks;
export type RecordCheckInput<C extends RecordCheck> = Parameters<RecordChecks[C]>[0];
export type RecordCheckResult<C extends RecordCheck> = ReturnType<RecordChecks[C]>;

/** What the window sends to the worker, which answers with the result. */
export interface RecordCheckRequest {
  check: RecordCheck;
  input: RecordCheckInput<RecordCheck>;
}
