/** The rows of a conversation: messages in runs, a line for each day, and one where reading stopped. Pure. */
import type { ChatMessage } from '../../../shared/tables/moves.ts';

export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'new'; key: string; count: number }
  /** `starts`: the first of a run. `timed`: the last of a run, or of a minute of it. */
  | { kind: 'message'; key: string; message: ChatMessage; starts: boolean; timed: boolean };

/** Messages of one person that are at most this far apart join to a run. */
const runGapMs = 5 * 60_000;

/** Times are shown in minutes. */
const minuteOf = (at: number): number => Math.floor(at / 60_000);

const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** `firstNew`: number of the first message that was not read yet, which is followed by `newCount` in all; null if all were read. */
export function rowsOf(messages: readonly ChatMessage[], firstNew: number | null, newCount: number): Row[] {
  const breaksBetween = (before: ChatMessage, after: ChatMessage) =>
    before.by !== after.by ||
    after.at - before.at > runGapMs ||
    dayOf(before.at) !== dayOf(after.at) ||
    after.number === firstNew;
  return messages.flatMap((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]];
    const rows: Row[] = [];
    if (!before || dayOf(before.at) !== dayOf(message.at))
      rows.push({ kind: 'day', key: `day ${message.number}`, at: message.at });
    if (message.number === firstNew) rows.push({ kind: 'new', key: 'new', count: newCount });
    rows.push({
      kind: 'message',
      key: String(message.number),
      message,
      starts: !before || breaksBetween(before, message),
      timed: !after || breaksBetween(message, after) || minuteOf(message.at) !== minuteOf(after.at),
    });
    return rows;
  });
}

/** Rows that are rendered together. The id follows from the numbers of their messages, so that it stays when earlier ones are added. */
export interface RowBlock {
  id: number;
  rows: Row[];
}

const messagesInBlock = 24;

export function blocksOf(rows: readonly Row[]): RowBlock[] {
  const blocks: RowBlock[] = [];
  let before: Row[] = [];
  for (const row of rows) {
    before.push(row);
    if (row.kind !== 'message') continue;
    const id = Math.floor(row.message.number / messagesInBlock);
    const last = blocks.at(-1);
    if (last?.id === id) last.rows.push(...before);
    else blocks.push({ id, rows: before });
    before = [];
  }
  return blocks;
}
