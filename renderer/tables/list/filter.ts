/** The filter of the table list, stored in the URL. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { toSearchText } from '../../../shared/search-text.ts';
import { filterParams, paramReader } from '../../core/filters.ts';

export const tableEnds = ['all', 'won', 'lost', 'drawn', 'unfinished'] as const;
export type TableEnd = (typeof tableEnds)[number];

export interface TableFilter {
  /** Matches nicknames, games, and the start of ids and keys. */
  text: string;
  end: TableEnd;
}

const emptyFilter: TableFilter = { text: '', end: 'all' };
const paramNames = { text: 'q', end: 'end' };

/** The filter as URL parameters; null for unset parts. */
export const filterQuery = (filter: TableFilter) => filterParams(filter, emptyFilter, paramNames);

/** Reads URL parameters; invalid ones are ignored. */
export function readFilter(query: URLSearchParams): TableFilter {
  const param = paramReader<TableFilter>(query, paramNames);
  return { text: param('text'), end: tableEnds.find((end) => end === param('end')) ?? 'all' };
}

export const isActive = ({ text, end }: TableFilter): boolean => text.trim() !== '' || end !== 'all';

/** The outcome for this side. Conversations have no winner and match only the unfiltered list. */
function endOf({ phase, result }: Table): TableEnd | null {
  if (phase === 'failed') return 'unfinished';
  if (phase !== 'finished' || !result || result.outcome === 'none') return null;
  return result.outcome;
}

export function filterTables(tables: readonly Table[], { text, end }: TableFilter): Table[] {
  const needle = toSearchText(text.trim());
  return tables.filter((table) => {
    if (end !== 'all' && endOf(table) !== end) return false;
    if (needle === '') return true;
    const { peer, protocol, table_id, session_id } = table;
    return (
      toSearchText(peer.nickname).includes(needle) ||
      toSearchText(protocol.name).includes(needle) ||
      [table_id, session_id, peer.public_key].some((id) => id?.startsWith(needle))
    );
  });
}
