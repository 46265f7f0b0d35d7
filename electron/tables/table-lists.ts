/** Lists of an identity's tables: rows of all of them, and pages of whole tables. */
import { type Bridge, rowsPageMax, type Table, type TableRow } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { pageMaxCharacters, takePage } from '../../shared/bridge/pages.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { newestFirst, rowOf, type TablePosition, tableMatcher } from '../../shared/tables/table-rows.ts';

type Calls = Handlers<Bridge>['tables'];
type ListArgs = Parameters<Calls['list']>[0];
type RowsArgs = Parameters<Calls['rows']>[0];

export interface TableLists {
  /** Every table, in no particular order. */
  every(): Iterable<TableRow>;
  /** Whether a game has been played to its end. */
  hasFinished(): boolean;
  /** As the bridge's call of this name. Rejects `not_found` for an invalid cursor. */
  list(args: ListArgs): Promise<{ tables: Table[]; next?: string }>;
  /** As the bridge's call of this name. */
  rows(args: RowsArgs): { rows: TableRow[]; total: number; all: number; unreadable: number };
}

const defaultLimit = 50;
/** Also for tables in progress, which are listed beyond the limit. */
const maxTables = 200;

export function createTableLists(config: {
  /** Tables of this process. */
  live(): Iterable<Table>;
  /** The others; a table that is in both is taken from `live`. */
  past(): Iterable<TableRow>;
  unreadableCount: number;
  read(table_id: string): Promise<Table>;
}): TableLists {
  function* every(): Generator<TableRow> {
    const live_ids = new Set<string>();
    for (const table of config.live()) {
      live_ids.add(table.table_id);
      yield rowOf(table);
    }
    for (const row of config.past()) if (!live_ids.has(row.table_id)) yield row;
  }

  return {
    every,
    hasFinished() {
      for (const { phase } of every()) if (phase === 'finished') return true;
      return false;
    },
    async list({ limit = defaultLimit, cursor, ...filter }) {
      const previous = cursor === undefined ? null : parseCursor(cursor);
      const rows = [...every()]
        .filter(tableMatcher(filter))
        .filter((row) => previous === null || comesAfter(row, previous))
        .sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || newestFirst(a, b));
      const tables: Table[] = [];
      let characters = 0;
      let last: TableRow | null = null;
      for (const row of rows) {
        const isFull = characters >= pageMaxCharacters || tables.length >= (isOver(row) ? limit : maxTables);
        if (last && isFull) return { tables: tables.sort(newestFirst), next: cursorAt(last) };
        last = row;
        // Unreadable since the list was made.
        const table = await config.read(row.table_id).catch(() => null);
        if (table === null) continue;
        characters += JSON.stringify(table).length;
        tables.push(table);
      }
      return { tables: tables.sort(newestFirst) };
    },
    rows({ from = 0, limit = rowsPageMax, ...filter }) {
      const matches = tableMatcher(filter);
      const rows: TableRow[] = [];
      let all = 0;
      for (const row of every()) {
        all += 1;
        if (isOver(row) && matches(row)) rows.push(row);
      }
      const { page } = takePage(rows.sort(newestFirst).slice(from), limit);
      return { rows: page, total: rows.length, all, unreadable: config.unreadableCount };
    },
  };
}

type Position = TablePosition & { over: boolean };

const cursorAt = (row: TableRow): string => `${isOver(row) ? 'ended' : 'open'}-${row.order}-${row.table_id}`;

function parseCursor(cursor: string): Position {
  const [, phase, order, table_id] = /^(ended|open)-(\d{1,16})-([\w-]{1,64})$/.exec(cursor) ?? [];
  if (table_id === undefined) throw new ParlorError('not_found', 'This cursor is not from a list of tables.');
  return { over: phase === 'ended', order: Number(order), table_id };
}

/** Tables that have ended follow those in progress. */
const comesAfter = (row: TableRow, previous: Position): boolean =>
  isOver(row) === previous.over ? newestFirst(row, previous) > 0 : isOver(row);
