/** Rows of table lists: what they take from a table, and which ones a filter matches. */
import type { TableEndName, TableFilter } from '../bridge/table-filter.ts';
import { openingMax, type Table, type TableRow, tableRowSchema } from '../bridge/tables.ts';
import { toSearchText } from '../search-text.ts';
import { isPlayedGame } from './is-game.ts';
import type { Move } from './moves.ts';

/** Members that are not those of the table. */
type OwnMember = 'checks' | 'record' | 'settings' | 'opening';
const rowMembers = Object.keys(tableRowSchema.shape) as (keyof TableRow)[];

export function rowOf(table: Table): TableRow {
  const { checks, record, settings, moves } = table;
  return {
    ...(Object.fromEntries(rowMembers.map((member) => [member, table[member as keyof Table]])) as Omit<
      TableRow,
      OwnMember
    >),
    checks: checks.map(({ id, state }) => ({ id, state })),
    record: { frames: record.frames },
    settings: settings.unrated ? { unrated: true } : undefined,
    opening: openingOf(moves),
  };
}

/** Characters of a move in an opening. */
const openingTextMax = 120;

/** The first moves that somebody decided; none if the list of moves was cut to its newest. */
function openingOf(moves: readonly Move[]): NonNullable<TableRow['opening']> {
  const opening: NonNullable<TableRow['opening']> = [];
  if (moves[0]?.number !== 1) return opening;
  for (const { by, text, automatic } of moves) {
    if (opening.length === openingMax) break;
    if (!automatic) opening.push({ by, text: text.slice(0, openingTextMax) });
  }
  return opening;
}

/** When a table ended; when it started, while it is in progress. */
export const timeOf = ({ ended_at, started_at }: Pick<TableRow, 'ended_at' | 'started_at'>): number =>
  ended_at ?? started_at;

export type TablePosition = Pick<TableRow, 'order' | 'table_id'>;

export const newestFirst = (a: TablePosition, b: TablePosition): number =>
  b.order - a.order || (a.table_id < b.table_id ? 1 : -1);

/** Null for a conversation, which is no game even if it broke off, and for a table that is still being played or has no winner. */
export function tableEndOf({ phase, result, protocol }: TableRow): TableEndName | null {
  if (protocol.mode === 'free') return null;
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
export function tableMatcher(filter: TableFilter): (row: TableRow) => boolean {
  const {
    text = '',
    end,
    public_key,
    protocol_id,
    post_id: post,
    played = false,
    since = -Infinity,
    until = Infinity,
  } = filter;
  const needle = toSearchText(text.trim());
  return (row) => {
    const { peer, protocol, table_id, session_id, post_id } = row;
    if (end !== undefined && tableEndOf(row) !== end) return false;
    if (played && !isPlayedGame(row)) return false;
    if (public_key !== undefined && peer.public_key !== public_key) return false;
    if (protocol_id !== undefined && protocol.protocol_id !== protocol_id) return false;
    if (post !== undefined && post_id !== post) return false;
    const time = timeOf(row);
    if (time < since || time >= until) return false;
    if (needle === '') return true;
    return (
      searchTextsOf(row).some((name) => name.includes(needle)) ||
      [table_id, session_id, post_id, peer.public_key].some((id) => id?.startsWith(needle))
    );
  };
}
