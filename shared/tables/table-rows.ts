/** Rows of table lists: what they take from a table, and which ones a filter matches. */
import { type Table, type TableFilter, type TableRow, type tableEnds, tableRowSchema } from '../bridge/tables.ts';
import { toSearchText } from '../search-text.ts';

const rowMembers = Object.keys(tableRowSchema.shape) as (keyof TableRow)[];

export function rowOf(table: Table): TableRow {
  const { checks, record } = table;
  return {
    ...(Object.fromEntries(rowMembers.map((member) => [member, table[member]])) as Omit<TableRow, 'checks' | 'record'>),
    checks: checks.map(({ id, state }) => ({ id, state })),
    record: { frames: record.frames },
  };
}

/** Null for a conversation, which has no winner, and for a table that is still being played. */
function endOf({ phase, result }: TableRow): (typeof tableEnds)[number] | null {
  if (phase === 'failed') return 'unfinished';
  if (phase !== 'finished' || !result || result.outcome === 'none') return null;
  return result.outcome;
}

/** Computed once per row: a search reads thousands of them. */
const searchTexts = new WeakMap<TableRow, readonly [string, string]>();
function searchTextsOf(row: TableRow): readonly [string, string] {
  const known = searchTexts.get(row);
  if (known) return known;
  const texts = [toSearchText(row.peer.nickname), toSearchText(row.protocol.name)] as const;
  searchTexts.set(row, texts);
  return texts;
}

/** Returns a predicate. */
export function tableMatcher({ text = '', end, public_key, protocol_id }: TableFilter): (row: TableRow) => boolean {
  const needle = toSearchText(text.trim());
  return (row) => {
    const { peer, protocol, table_id, session_id, post_id } = row;
    if (end !== undefined && endOf(row) !== end) return false;
    if (public_key !== undefined && peer.public_key !== public_key) return false;
    if (protocol_id !== undefined && protocol.protocol_id !== protocol_id) return false;
    if (needle === '') return true;
    return (
      searchTextsOf(row).some((name) => name.includes(needle)) ||
      [table_id, session_id, post_id, peer.public_key].some((id) => id?.startsWith(needle))
    );
  };
}
