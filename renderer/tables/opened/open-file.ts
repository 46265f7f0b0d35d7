/** Passes the text of a record file to the main process, which shows it as a table. */
import type { OpenedRecord } from '../../../shared/bridge/contract.ts';
import { recordPartMaxLength } from '../../../shared/bridge/tables.ts';
import type { BridgeClient } from '../../bridge/client.ts';

/** Sends the text in parts. Returns the id of the record in the main process. */
export async function sendRecord(bridge: BridgeClient, text: string): Promise<string> {
  let record: string | null = null;
  for (let from = 0; from < text.length || record === null; ) {
    let end = Math.min(text.length, from + recordPartMaxLength);
    // A surrogate pair must not be split: JSON cannot encode its halves.
    if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    const part: string = text.slice(from, end);
    ({ record } = await bridge.tables.take_record({ record, text: part }));
    from = end;
  }
  return record;
}

/** The table with nicknames for both seats: from `nameOf`, else the shortened key. */
export function withNames({ table }: OpenedRecord, nameOf: (public_key: string) => string | undefined) {
  const withName = <P extends { public_key: string; nickname: string }>(person: P): P => {
    const { public_key } = person;
    return { ...person, nickname: nameOf(public_key) || `${public_key.slice(0, 8)}…${public_key.slice(-4)}` };
  };
  return { ...table, me: withName(table.me), peer: withName(table.peer) };
}
