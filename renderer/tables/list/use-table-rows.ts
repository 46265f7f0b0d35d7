import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { rowsPageMax, type TableFilter, type TableRow } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useApp, useBridge, useLive } from '../../core/context.tsx';
import { useLabelBook } from '../../core/use-labels.ts';
import type { RowWindow } from '../../ui/row-window.ts';

/** What main knows of the tables that have ended. */
export interface EndedTables {
  /** How many match. */
  total: number;
  /** How many tables there are without the filter, including those in progress. */
  all: number;
  /** How many more can't be read. */
  unreadable: number;
  /** Undefined while it is loading. */
  rowAt(index: number): TableRow | undefined;
}

/** After a change, the rows are read again; several changes at once cause one reading. */
const rereadDelayMs = 300;

/** The ended tables of this filter; main sends the rows in and around `range`. `tables` is undefined until the first rows arrive. */
export function useTableRows(filter: TableFilter, { from, to }: RowWindow) {
  const bridge = useBridge();
  const book = useLabelBook();
  const account = useApp(({ identity, community }) => `${identity?.public_key} ${community.url}`);
  useRereading();
  const firstPage = Math.floor(from / rowsPageMax);
  const lastPage = Math.floor(Math.max(from, to - 1) / rowsPageMax);
  const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['tables', account, 'rows', filter, page],
      staleTime: 0,
      queryFn: async () => {
        const first = page * rowsPageMax;
        const rows: TableRow[] = [];
        for (;;) {
          const part = await bridge.tables.rows({
            ...filter,
            from: first + rows.length,
            limit: rowsPageMax - rows.length,
          });
          rows.push(...part.rows);
          // An answer may have fewer rows than were asked for.
          if (part.rows.length === 0 || rows.length >= Math.min(rowsPageMax, part.total - first))
            return { ...part, rows, readAt: performance.now() };
        }
      },
    })),
  });
  const [newest] = results.flatMap(({ data }) => (data ? [data] : [])).sort((a, b) => b.readAt - a.readAt);
  const loadedTables: EndedTables | undefined = newest && {
    ...newest,
    rowAt(index) {
      const row = results[Math.floor(index / rowsPageMax) - firstPage]?.data?.rows[index % rowsPageMax];
      return row && book.row(row);
    },
  };
  // While another filter is loading, the rows of the last one stay.
  const shown = useRef<EndedTables | undefined>(undefined);
  if (loadedTables) shown.current = loadedTables;
  return {
    tables: loadedTables ?? shown.current,
    isCurrent: loadedTables !== undefined,
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const result of results) void result.refetch();
    },
  };
}

/** Reads rows and history again after a table has ended, or an ended one has changed. */
export function useRereading(): void {
  const { tables } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = tables.subscribe((now, before) => {
      const hasChanged = [...now.values()].some((table) => isOver(table) && before.get(table.table_id) !== table);
      if (!hasChanged || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['tables'], predicate: ({ queryKey }) => queryKey[2] === 'rows' });
        void queries.invalidateQueries({ queryKey: ['history'] });
      }, rereadDelayMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [tables, queries]);
}
