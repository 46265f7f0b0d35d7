/** What to notify the user of while Parlor is in the background, and what waits for them. Pure: snapshots in, notices out. */
import type { HostedTable, Inbox, Settings, Table } from '../../../shared/bridge/contract.ts';
import { asksPerson, nextWarningAt, warningOf } from '../../../shared/tables/waiting.ts';

export type NoticeText =
  | 'turn'
  | 'warning'
  | 'said'
  | 'guest'
  | 'letter'
  | 'letter_unproved'
  | 'won'
  | 'lost'
  | 'drawn'
  | 'over'
  | 'unfinished';

export interface Notice {
  /** Key of its text. */
  text: NoticeText;
  /** The peer's nickname; untrusted. */
  name: string;
  /** The game's name; empty for messages. */
  game: string;
  path: string;
  /** The setting that allows it. */
  allowed: keyof Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
}

/** What the tray and the badge show. */
export interface Waiting {
  /** Tables in play, those that wait for the user first. */
  tables: { table_id: string; name: string; yours: boolean }[];
  /** Own invitations without a guest. */
  hosted: number;
  /** Unread messages. */
  letters: number;
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

const over = ({ phase }: Table) => phase === 'finished' || phase === 'failed';
const lastFromPeer = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;

export function createAttention(): Attention {
  const tables = new Map<string, Table>();
  let hosted: readonly HostedTable[] = [];
  /** Whether each message was read; null before the first snapshot, which causes no notices. */
  let letters: Map<number, boolean> | null = null;

  return {
    onTable(table) {
      const before = tables.get(table.table_id) ?? null;
      if (before && before.seq > table.seq) return [];
      tables.set(table.table_id, table);
      return noticesOf(before, table);
    },
    onHosting(now) {
      hosted = now;
    },
    onInbox(inbox) {
      const known = letters;
      letters = new Map(inbox.messages.map(({ id, read_at }) => [id, read_at !== null]));
      const fresh = inbox.messages.filter(({ id, read_at }) => read_at === null && known !== null && !known.has(id));
      return fresh.map(({ writer }) => ({
        text: writer === null ? ('letter_unproved' as const) : ('letter' as const),
        name: writer?.name ?? '',
        game: '',
        path: '/inbox',
        allowed: 'notify_letter' as const,
      }));
    },
    nextWarningAt(now) {
      const moments = [...tables.values()].filter(asksPerson).map((table) => nextWarningAt(table, now));
      return moments.reduce((first, at) => (at === null || (first !== null && first < at) ? first : at), null);
    },
    warningsAt(moment) {
      return [...tables.values()]
        .filter(asksPerson)
        .filter((table) => nextWarningAt(table, moment - 1) === moment && warningOf(table, moment) === 30)
        .map((table) => ({ text: 'warning', ...aboutTable(table), allowed: 'notify_turn' }));
    },
    get waiting() {
      const played = [...tables.values()].filter((table) => !over(table));
      return {
        tables: played
          .map((table) => ({ table_id: table.table_id, name: table.peer.nickname, yours: asksPerson(table) }))
          .sort((a, b) => Number(b.yours) - Number(a.yours)),
        hosted: hosted.length,
        letters: [...(letters?.values() ?? [])].filter((read) => !read).length,
      };
    },
  };
}

const aboutTable = ({ table_id, peer, protocol }: Table) => ({
  name: peer.nickname,
  game: protocol.name,
  path: `/tables/${table_id}`,
});

/** At most one notice for each change. */
function noticesOf(before: Table | null, now: Table): Notice[] {
  const about = aboutTable(now);
  if (over(now)) {
    // Neither the user's own resignation nor a table that was over before this start is news.
    const conceded = now.result?.conceded;
    const resigned = conceded?.by === now.role && conceded.code === 'resigned';
    if (before === null || over(before) || resigned || ['resigned', 'cancelled'].includes(now.problem?.code ?? ''))
      return [];
    return [{ text: endOf(now), ...about, allowed: 'notify_result' }];
  }
  if (before === null && now.role === 'host') return [{ text: 'guest', ...about, allowed: 'notify_guest' }];
  if (lastFromPeer(now) > (before === null ? 0 : lastFromPeer(before)))
    return [{ text: 'said', ...about, allowed: 'notify_turn' }];
  const asked = asksPerson(now) && (before === null || !asksPerson(before) || before.ask?.key !== now.ask?.key);
  return asked ? [{ text: 'turn', ...about, allowed: 'notify_turn' }] : [];
}

function endOf({ phase, result }: Table): NoticeText {
  if (phase === 'failed') return 'unfinished';
  const outcome = result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}

/** The number on the icon: waiting tables and unread messages, without the table shown at `focusedPath`. */
export const badgeOf = ({ tables, letters }: Waiting, focusedPath: string | null): number =>
  tables.filter(({ table_id, yours }) => yours && focusedPath !== `/tables/${table_id}`).length + letters;

/** Whether Parlor keeps running without a window: a table is played, or an invitation is open. */
export const staysOpen = ({ tables, hosted }: Waiting): boolean => tables.length + hosted > 0;
