import { setImmediate } from 'node:timers/promises';
import type { RecordLine } from '../../../shared/tables/record.ts';
import { type ParsedRecord, parseRecordInSlices, validLinesOf } from '../../../shared/tables/record-text.ts';
import type { Tables } from '../tables.ts';

/** The text of a table's record, which is read in parts. */
export async function readWholeRecord(tables: Pick<Tables, 'readRecord'>, table_id: string): Promise<string> {
  let record = '';
  for (let from = 0; ; ) {
    const { text, next } = await tables.readRecord(table_id, from);
    if (next === from) return record;
    record += text;
    from = next;
  }
}

/** Parses a record between other things: a long one takes seconds, in which the tables of this process go on. */
export const parseBetween = (text: string): Promise<ParsedRecord> => parseRecordInSlices(text, () => setImmediate());

/** The valid lines of a record or export, parsed as by `parseBetween`. */
export const linesBetween = async (text: string): Promise<RecordLine[]> => validLinesOf(await parseBetween(text));
