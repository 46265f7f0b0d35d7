/** Derives from the core's snapshots what waits for the user, and the notices to show while Parlor is in the background. Pure. */
import type { HostedTable, InboxChange, Table } from '../../../shared/bridge/contract.ts';
import { afterHostedChange, type HostedChange } from '../../../shared/bridge/read-all.ts';
import { inboxNotices, type Notice, tableNotices, warningNotice } from '../../../shared/notices/notices.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { asksPerson, nextWarningAt, warningOf } from '../../../shared/tables/waiting-tables.ts';

/** What the tray and the badge show. */
export interface PendingItems {
  /** Tables in play, those that wait for the user first. */
  tables: { table_id: string; name: string; isYourTurn: boolean }[];
  /** Own invitations without a guest. */
  invitations: number;
  /** Unread messages. */
  messages: number;
}

export interface Attention {
  onTable(table: Table): Notice[];
  onInbox(change: InboxChange): Notice[];
  onHosting(change: HostedChange): void;
  /** When the next deadline warning is due, by main's clock; null if there is none. */
  nextWarningAt(now: number): number | null;
  /** The warnings due at exactly that moment. */
  warningsAt(timeMs: number): Notice[];
  readonly pending: PendingItems;
}

/** Ended tables that are remembered, so that their results are noticed once. */
const endedMax = 50;

export function createAttention(): Attention {
  const tables = new Map<string, Table>();
  let hosted: readonly HostedTable[] = [];
  let unread = 0;

  function forgetEnded(): void {
    const ended = [...tables.values()].filter(isOver);
    for (const { table_id } of ended.slice(0, -endedMax)) tables.delete(table_id);
  }

  return {
    onTable(table) {
      const previous = tables.get(table.table_id) ?? null;
      if (previous && previous.seq > table.seq) return [];
      tables.set(table.table_id, table);
      forgetEnded();
      return tableNotices(previous, table);
    },
    onHosting(change) {
      hosted = afterHostedChange(hosted, change);
    },
    onInbox(change) {
      unread = change.unread;
      return inboxNotices(change.arrived);
    },
    nextWarningAt(now) {
      const warningTimes = [...tables.values()].filter(asksPerson).map((table) => nextWarningAt(table, now));
      return warningTimes.reduce(
        (earliest, time) => (time === null || (earliest !== null && earliest < time) ? earliest : time),
        null,
      );
    },
    warningsAt(timeMs) {
      return [...tables.values()]
        .filter(asksPerson)
        .filter((table) => nextWarningAt(table, timeMs - 1) === timeMs && warningOf(table, timeMs) === 30)
        .map(warningNotice);
    },
    get pending() {
      const openTables = [...tables.values()].filter((table) => !isOver(table));
      return {
        tables: openTables
          .map((table) => ({ table_id: table.table_id, name: table.peer.nickname, isYourTurn: asksPerson(table) }))
          .sort((a, b) => Number(b.isYourTurn) - Number(a.isYourTurn)),
        invitations: hosted.length,
        messages: unread,
      };
    },
  };
}

/** The number on the icon: waiting tables and unread messages, without the table shown at `focusedPath`. */
export const badgeCount = ({ tables, messages }: PendingItems, focusedPath: string | null): number =>
  tables.filter(({ table_id, isYourTurn }) => isYourTurn && focusedPath !== `/tables/${table_id}`).length + messages;

/** Whether Parlor keeps running without a window: a table is played, or an invitation is open. */
export const staysOpen = ({ tables, invitations }: PendingItems): boolean => tables.length + invitations > 0;
