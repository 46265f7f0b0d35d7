/** Tables waiting for the user, for the window's strip, title, sounds and notifications. */
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { nextWarningAt, type WarningSeconds, waitingTables, warningOf } from '../../shared/tables/waiting-tables.ts';
import { mainClock } from '../core/clock.ts';
import { useLive, useTables } from '../core/context.tsx';

/** The table that a path shows. */
export const tableOnPage = (path: string): string | null => /^\/tables\/([^/]+)/.exec(path)?.[1] ?? null;

/** Tables waiting for the user that this page doesn't show, most urgent first. */
export const otherWaitingTables = (tables: Iterable<Table>, path: string): Table[] =>
  waitingTables(tables).filter(({ table_id }) => table_id !== tableOnPage(path));

/** Calls `onWarning` once for each warning when it is due, even while the window is hidden. */
export function useWarnings(onWarning: (table: Table, seconds: WarningSeconds) => void): void {
  const { tables: store } = useLive();
  const tables = useTables((known) => known);
  const latestHandler = useRef(onWarning);
  latestHandler.current = onWarning;
  const [warningCount, countWarning] = useReducer((count: number) => count + 1, 0);
  const corrections = useSyncExternalStore(mainClock.subscribe, mainClock.corrections);
  const now = mainClock.now();
  const nextAt = Math.min(
    ...waitingTables(tables.values()).map((table) => nextWarningAt(table, now) ?? Number.POSITIVE_INFINITY),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: set again after each warning and correction
  useEffect(() => {
    if (nextAt === Number.POSITIVE_INFINITY) return;
    // Single timers only: browsers throttle chained timers of hidden pages to one a minute.
    const timer = setTimeout(
      () => {
        const firedAt = mainClock.now();
        for (const table of waitingTables(store.getState().values())) {
          const seconds = warningOf(table, firedAt);
          if (nextWarningAt(table, nextAt - 1) === nextAt && seconds !== null) latestHandler.current(table, seconds);
        }
        countWarning();
      },
      nextAt - mainClock.now() + 1,
    );
    return () => clearTimeout(timer);
  }, [store, nextAt, warningCount, corrections]);
}

function watchFocus(listener: () => void): () => void {
  const events = ['focus', 'blur', 'visibilitychange'] as const;
  for (const event of events) window.addEventListener(event, listener, true);
  return () => {
    for (const event of events) window.removeEventListener(event, listener, true);
  };
}

/** Whether the window or one of its frames has the focus. */
export const useFocused = (): boolean => useSyncExternalStore(watchFocus, () => document.hasFocus());

/** Names for a sentence about a table. */
export const tableNames = (table: Pick<Table, 'peer' | 'protocol'>): { name: string; game: string } => ({
  name: isolatedName(table.peer.nickname),
  game: escapeInvisible(table.protocol.name),
});

/** The parts of the window's title for these tables; null if there are none. */
export function turnTitle(
  waiting: readonly Table[],
  now: number,
): { key: 'title.turn' | 'title.left'; tables: number; seconds: number; name: string; game: string } | null {
  const [urgentTable] = waiting;
  if (!urgentTable) return null;
  const seconds = warningOf(urgentTable, now);
  return {
    key: seconds === null ? 'title.turn' : 'title.left',
    tables: waiting.length,
    seconds: seconds ?? 0,
    ...tableNames(urgentTable),
  };
}
