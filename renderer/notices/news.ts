/** What happened that a person who looks elsewhere wants to hear of. */
import type { Letter, Settings, Table } from '../../shared/bridge/contract.ts';

export interface News {
  kind: 'turn' | 'guest' | 'letter' | 'result';
  /** Of the same thing the newest notice stands alone. */
  tag: string;
  /** Where a click leads. */
  path: string;
  /** Who it is about; null for a letter whose writer nobody vouches for. */
  who: string | null;
  /** The game; empty for a letter. */
  game: string;
}

type Wanted = Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
type Tables = ReadonlyMap<string, Table>;

const over = ({ phase }: Table) => phase === 'finished' || phase === 'failed';

/** What is in `now` and was not in `before`. Tables from before `since` are no news when a window first hears of them. */
export function newsOfTables(before: Tables, now: Tables, since: number, wanted: Wanted): News[] {
  const news: News[] = [];
  for (const table of now.values()) {
    const { table_id, role, phase, ask, control_mode, started_at } = table;
    const earlier = before.get(table_id);
    if (!earlier && started_at < since) continue;
    const about = {
      tag: `table ${table_id}`,
      path: `/tables/${table_id}`,
      who: table.peer.nickname,
      game: table.protocol.name,
    };
    const asks = phase === 'playing' && ask !== null && control_mode !== 'autonomous' && ask.key !== earlier?.ask?.key;
    if (over(table)) {
      if (earlier && !over(earlier) && wanted.notify_result) news.push({ kind: 'result', ...about });
    } else if (!earlier && role === 'host' && wanted.notify_guest) news.push({ kind: 'guest', ...about });
    else if (asks && wanted.notify_turn) news.push({ kind: 'turn', ...about });
  }
  return news;
}

type Mail = readonly Pick<Letter, 'id' | 'writer' | 'read_at'>[];

/** Letters that came; of several the newest is told. */
export function newsOfLetters(before: Mail, now: Mail, wanted: Wanted): News[] {
  const known = new Set(before.map(({ id }) => id));
  const [newest] = now.filter(({ id, read_at }) => !known.has(id) && read_at === null);
  if (!newest || !wanted.notify_letter) return [];
  return [{ kind: 'letter', tag: 'letters', path: '/inbox', who: newest.writer?.name ?? null, game: '' }];
}
