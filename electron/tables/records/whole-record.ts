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
