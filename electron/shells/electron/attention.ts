/** What a person is to be told of while they look elsewhere, and what waits for them. Pure: snapshots in, notices out. */
import type { HostedTable, Inbox, Settings, Table } from '../../../shared/bridge/contract.ts';

export type NoticeWords =
  | 'turn'
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
  words: NoticeWords;
  /** Who it is about; a name a stranger chose. */
  name: string;
  /** Where a click leads. */
  path: string;
  /** The setting that allows it. */
  allowed: keyof Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
}

/** What the tray and the badge show. */
export interface Waiting {
  /** Tables that are played, those that wait for this person first. */
  tables: { table_id: string; name: string; yours: boolean }[];
  /** Own invitations without a guest. */
  hosted: number;
  /** Unread letters. */
  letters: number;
}

export interface Attention {
  onTable(table: Table): Notice[];
  onHosting(hosted: readonly HostedTable[]): void;
  onInbox(inbox: Inbox): Notice[];
  readonly waiting: Waiting;
}

const over = ({ phase }: Table) => phase === 'finished' || phase === 'failed';
/** In a talk one may always say something; nobody waits for it. */
const asksPerson = ({ ask, control_mode, protocol, phase }: Table) =>
  phase === 'playing' && ask !== null && control_mode !== 'autonomous' && protocol.mode !== 'free';
const heard = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;

export function createAttention(): Attention {
  const tables = new Map<string, Table>();
  let hosted: readonly HostedTable[] = [];
  /** Whether each letter was read; null before the first look at the inbox, of which nobody is told. */
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
      letters = new Map(inbox.letters.map(({ id, read_at }) => [id, read_at !== null]));
      const fresh = inbox.letters.filter(({ id, read_at }) => read_at === null && known !== null && !known.has(id));
      return fresh.map(({ writer }) => ({
        words: writer === null ? ('letter_unproved' as const) : ('letter' as const),
        name: writer?.name ?? '',
        path: '/inbox',
        allowed: 'notify_letter' as const,
      }));
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

/** At most one of a kind for each change: a table that begins with one's own move says so once. */
function noticesOf(before: Table | null, now: Table): Notice[] {
  const about = { name: now.peer.nickname, path: `/tables/${now.table_id}` };
  if (over(now)) {
    // One's own leaving is no news, and neither is a table that was over before this Parlor started.
    if (before === null || over(before) || now.problem?.code === 'resigned' || now.problem?.code === 'cancelled')
      return [];
    return [{ words: endOf(now), ...about, allowed: 'notify_result' }];
  }
  if (before === null && now.role === 'host') return [{ words: 'guest', ...about, allowed: 'notify_guest' }];
  if (heard(now) > (before === null ? 0 : heard(before))) return [{ words: 'said', ...about, allowed: 'notify_turn' }];
  const asked = asksPerson(now) && (before === null || !asksPerson(before) || before.ask?.key !== now.ask?.key);
  return asked ? [{ words: 'turn', ...about, allowed: 'notify_turn' }] : [];
}

function endOf({ phase, result }: Table): NoticeWords {
  if (phase === 'failed') return 'unfinished';
  const outcome = result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}

/** The number on the icon: what waits for this person. */
export const badgeOf = ({ tables, letters }: Waiting): number => tables.filter(({ yours }) => yours).length + letters;

/** Whether Parlor goes on without a window: somebody sits at a table, or may sit down. */
export const staysOpen = ({ tables, hosted }: Waiting): boolean => tables.length + hosted > 0;
