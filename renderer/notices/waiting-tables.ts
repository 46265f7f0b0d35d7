/** Tables waiting for the user, for the window's cards, title and sounds. */
import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import {
  dueAt,
  nextWarningAt,
  type WarningSeconds,
  waitingTables,
  warningOf,
} from '../../shared/tables/waiting-tables.ts';
import { mainClock } from '../core/clock.ts';
import { useTables } from '../core/context.tsx';

/** The table that a path shows. */
export const tableOnPage = (path: string): string | null => /^\/tables\/([^/]+)/.exec(path)?.[1] ?? null;

/** Tables waiting for the user that this page doesn't show, most urgent first. */
export const otherWaitingTables = (tables: Iterable<Table>, path: string): Table[] =>
  waitingTables(tables).filter(({ table_id }) => table_id !== tableOnPage(path));

/**
 * The table that the shortcut leads to: one that waits for the user, most urgent first, otherwise the running chat in which the other side
 * has written last; null if this page shows the only ones.
 */
export function tableToVisit(tables: ReadonlyMap<string, Table>, path: string): Table | null {
  const [waiting] = otherWaitingTables(tables.values(), path);
  if (waiting) return waiting;
  const heardAt = ({ role, talk, started_at }: Table) => talk.findLast(({ by }) => by !== role)?.at ?? started_at;
  const chats = [...tables.values()].filter(
    ({ table_id, phase, protocol }) =>
      phase === 'playing' && protocol.mode === 'free' && table_id !== tableOnPage(path),
  );
  return chats.sort((a, b) => heardAt(b) - heardAt(a))[0] ?? null;
}

/**
 * Returns a function that finds the warnings that have become due since its last call, each once, also if the clock has jumped past
 * them. What was due when a deadline was first seen is no news.
 */
export function watchWarnings(): (waiting: readonly Table[], now: number) => [Table, WarningSeconds][] {
  let known = new Map<string, WarningSeconds | null>();
  return (waiting, now) => {
    const found: [Table, WarningSeconds][] = [];
    const next: typeof known = new Map();
    for (const table of waiting) {
      const key = `${table.table_id} ${table.ask?.key} ${dueAt(table)}`;
      const before = known.get(key);
      const seconds = warningOf(table, now);
      const isDue = seconds !== null && seconds < (before ?? Number.POSITIVE_INFINITY);
      if (isDue && before !== undefined) found.push([table, seconds]);
      next.set(key, isDue ? seconds : (before ?? null));
    }
    known = next;
    return found;
  };
}

/** Calls `onWarning` once for each warning when it is due, even while the window is hidden. */
export function useWarnings(onWarning: (table: Table, seconds: WarningSeconds) => void): void {
  const tables = useTables((known) => known);
  const latestHandler = useRef(onWarning);
  latestHandler.current = onWarning;
  const [findWarnings] = useState(watchWarnings);
  const [timerCount, countTimer] = useReducer((count: number) => count + 1, 0);
  const corrections = useSyncExternalStore(mainClock.subscribe, mainClock.corrections);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each timer and correction
  useEffect(() => {
    const waiting = waitingTables(tables.values());
    const now = mainClock.now();
    for (const [table, seconds] of findWarnings(waiting, now)) latestHandler.current(table, seconds);
    const nextAt = Math.min(...waiting.map((table) => nextWarningAt(table, now) ?? Number.POSITIVE_INFINITY));
    if (nextAt === Number.POSITIVE_INFINITY) return;
    // Single timers only: browsers throttle chained timers of hidden pages to one a minute.
    const timer = setTimeout(countTimer, nextAt - now + 1);
    return () => clearTimeout(timer);
  }, [tables, findWarnings, timerCount, corrections]);
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
