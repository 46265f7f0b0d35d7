/** Derives from the core's snapshots what waits for the user, and the notices to show while Parlor is in the background. Pure. */
import {
  emptyNotices,
  type HostedTable,
  type InboxChange,
  type Notices,
  type Table,
} from '../../../shared/bridge/contract.ts';
import { afterHostedChange, type HostedChange } from '../../../shared/bridge/read-all.ts';
import { type Moment, momentsOf } from '../../../shared/notices/moments.ts';
import { type Notice, noticeOf } from '../../../shared/notices/notices.ts';
import { createNovelties } from '../../../shared/notices/novelties.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { asksPerson, nextWarningAt } from '../../../shared/tables/waiting-tables.ts';
import { clockReading } from '../../time/awake-clock.ts';

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
  onInbox(change: InboxChange): void;
  onHosting(change: HostedChange): void;
  onNotices(notices: Notices): Notice[];
  /** When `newNotices` may have more without another change, by main's clock; null if never. */
  nextAt(now: number): number | null;
  /** The notices of what is new by then. */
  newNotices(now: number): Notice[];
  readonly pending: PendingItems;
}

/** Ended tables that are remembered. */
const endedMax = 50;

/**
 * `communityNow`: Unix milliseconds by the community's clock. `announces`: whether a notice of this moment may be shown now; otherwise
 * there is none of it later either.
 */
export function createAttention(communityNow: () => number, announces: (moment: Moment) => boolean): Attention {
  const tables = new Map<string, Table>();
  let hosted: readonly HostedTable[] = [];
  let unread = 0;

  function forgetEnded(): void {
    const ended = [...tables.values()].filter(isOver);
    for (const { table_id } of ended.slice(0, -endedMax)) tables.delete(table_id);
  }
  /** Null before the first snapshot, which causes no notices. */
  let notices: Notices | null = null;
  const novelties = createNovelties();

  function newNotices(main: number, isAnnounced = announces): Notice[] {
    const clocks = { main, community: communityNow(), wall: Date.now() };
    const moments = momentsOf(tables.values(), notices ?? emptyNotices, clocks);
    return novelties.next(moments, main, isAnnounced).map(noticeOf);
  }

  return {
    onTable(table) {
      const previous = tables.get(table.table_id) ?? null;
      if (previous && previous.seq > table.seq) return [];
      tables.set(table.table_id, table);
      forgetEnded();
      return newNotices(clockReading());
    },
    onHosting(change) {
      hosted = afterHostedChange(hosted, change);
    },
    onInbox(change) {
      unread = change.unread;
    },
    onNotices(newSnapshot) {
      const isFirst = notices === null;
      notices = newSnapshot;
      return newNotices(clockReading(), isFirst ? () => false : announces);
    },
    newNotices: (now) => newNotices(now),
    nextAt(now) {
      const warningTimes = [...tables.values()].filter(asksPerson).map((table) => nextWarningAt(table, now));
      return [...warningTimes, novelties.nextAt].reduce(
        (earliest, time) => (time === null || (earliest !== null && earliest < time) ? earliest : time),
        null,
      );
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
