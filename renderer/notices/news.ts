/** Derives notifications from changes of tables and the inbox. */
import type { InboxMessage, Settings, Table } from '../../shared/bridge/contract.ts';
import { asksPerson } from '../../shared/tables/waiting.ts';

export interface News {
  kind: 'turn' | 'warning' | 'guest' | 'letter' | 'result';
  /** A newer notification with the same tag replaces the older one. */
  tag: string;
  /** Route opened by a click. */
  path: string;
  /** Name of the peer; null for a message without a verified sender. */
  who: string | null;
  /** Empty for a message. */
  game: string;
}

type Wanted = Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
type Tables = ReadonlyMap<string, Table>;

const over = ({ phase }: Table) => phase === 'finished' || phase === 'failed';

/** The parts of a notification about a table. */
export const aboutTable = ({ table_id, peer, protocol }: Table) => ({
  tag: `table ${table_id}`,
  path: `/tables/${table_id}`,
  who: peer.nickname,
  game: protocol.name,
});

/** Changes from `before` to `now`. Newly listed tables that started before `since` are ignored. */
export function tableNews(before: Tables, now: Tables, since: number, wanted: Wanted): News[] {
  const news: News[] = [];
  for (const table of now.values()) {
    const { table_id, role, ask, started_at } = table;
    const earlier = before.get(table_id);
    if (!earlier && started_at < since) continue;
    const about = aboutTable(table);
    const asks = asksPerson(table) && ask?.key !== earlier?.ask?.key;
    if (over(table)) {
      if (earlier && !over(earlier) && wanted.notify_result) news.push({ kind: 'result', ...about });
    } else if (!earlier && role === 'host' && wanted.notify_guest) news.push({ kind: 'guest', ...about });
    else if (asks && wanted.notify_turn) news.push({ kind: 'turn', ...about });
  }
  return news;
}

type Mail = readonly Pick<InboxMessage, 'id' | 'writer' | 'read_at'>[];

/** At most one entry: the newest unread message that was not in `before`. */
export function messageNews(before: Mail, now: Mail, wanted: Wanted): News[] {
  const known = new Set(before.map(({ id }) => id));
  const [newest] = now.filter(({ id, read_at }) => !known.has(id) && read_at === null);
  if (!newest || !wanted.notify_letter) return [];
  return [{ kind: 'letter', tag: 'letters', path: '/inbox', who: newest.writer?.name ?? null, game: '' }];
}
