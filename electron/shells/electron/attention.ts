/** Derives from the core's snapshots what waits for the user, and the notices to show while Parlor is in the background. Pure. */
import type { HostedTable, Inbox, Table } from '../../../shared/bridge/contract.ts';
import { inboxNotices, type Notice, tableNotices, warningNotice } from '../../../shared/notices/notices.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { asksPerson, nextWarningAt, warningOf } from '../../../shared/tables/waiting-tables.ts';

/** What the tray and the badge show. */
export interface Waiting {
  /** Tables in play, those that wait for the user first. */
  tables: { table_id: string; name: string; yours: boolean }[];
  /** Own invitations without a guest. */
  hosted: number;
  /** Unread messages. */
  messages: number;
}

export interface Attention {
  onTable(table: Table): Notice[];
  onHosting(hosted: readonly HostedTable[]): void;
  onInbox(inbox: Inbox): Notice[];
  /** When the next deadline warning is due, Unix milliseconds; null if there is none. */
  nextWarningAt(now: number): number | null;
  /** The warnings due at exactly that moment. */
  warningsAt(moment: number): Notice[];
  readonly waiting: Waiting;
}

export function createAttention(): Attention {
  const tables = new Map<string, Table>();
  let hosted: readonly HostedTable[] = [];
  /** Null before the first snapshot, which causes no notices. */
  let messages: Inbox['messages'] | null = null;

  return {
    onTable(table) {
      const before = tables.get(table.table_id) ?? null;
      if (before && before.seq > table.seq) return [];
      tables.set(table.table_id, table);
      return tableNotices(before, table);
    },
    onHosting(next) {
      hosted = next;
    },
    onInbox(inbox) {
      const before = messages;
      messages = inbox.messages;
      return before === null ? [] : inboxNotices(before, messages);
    },
    nextWarningAt(now) {
      const moments = [...tables.values()].filter(asksPerson).map((table) => nextWarningAt(table, now));
      return moments.reduce((first, at) => (at === null || (first !== null && first < at) ? first : at), null);
    },
    warningsAt(moment) {
      return [...tables.values()]
        .filter(asksPerson)
        .filter((table) => nextWarningAt(table, moment - 1) === moment && warningOf(table, moment) === 30)
        .map(warningNotice);
    },
    get waiting() {
      const played = [...tables.values()].filter((table) => !isOver(table));
      return {
        tables: played
          .map((table) => ({ table_id: table.table_id, name: table.peer.nickname, yours: asksPerson(table) }))
          .sort((a, b) => Number(b.yours) - Number(a.yours)),
        hosted: hosted.length,
        messages: (messages ?? []).filter(({ read_at }) => read_at === null).length,
      };
    },
  };
}

/** The number on the icon: waiting tables and unread messages, without the table shown at `focusedPath`. */
export const badgeOf = ({ tables, messages }: Waiting, focusedPath: string | null): number =>
  tables.filter(({ table_id, yours }) => yours && focusedPath !== `/tables/${table_id}`).length + messages;

/** Whether Parlor keeps running without a window: a table is played, or an invitation is open. */
export const staysOpen = ({ tables, hosted }: Waiting): boolean => tables.length + hosted > 0;
