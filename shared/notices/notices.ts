/** What the user is notified of, derived from snapshots: the same in a browser and on the desktop. */
import type { InboxMessage, Settings, Table } from '../bridge/contract.ts';
import { isOver } from '../tables/rematch.ts';
import { asksPerson } from '../tables/waiting.ts';

export type NoticeText =
  | 'turn'
  | 'warning'
  | 'chat'
  | 'guest'
  | 'message'
  | 'message_unsigned'
  | 'won'
  | 'lost'
  | 'drawn'
  | 'over'
  | 'unfinished';

export interface Notice {
  /** Key of its title and body. */
  text: NoticeText;
  /** The peer's nickname, untrusted; empty for a message without a verified sender. */
  name: string;
  /** The game's name; empty for messages. */
  game: string;
  /** Route opened by a click. */
  path: string;
  /** The setting that allows it. */
  allowed: keyof Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
}

const aboutTable = ({ table_id, peer, protocol }: Table) => ({
  name: peer.nickname,
  game: protocol.name,
  path: `/tables/${table_id}`,
});

/** At most one for each change. `before`: null for a table that was not known yet. */
export function tableNotices(before: Table | null, now: Table): Notice[] {
  const about = aboutTable(now);
  if (isOver(now)) {
    // Neither the user's own resignation nor a table that was over before this start is news.
    const conceded = now.result?.conceded;
    const resigned = conceded?.by === now.role && conceded.code === 'resigned';
    if (before === null || isOver(before) || resigned || ['resigned', 'cancelled'].includes(now.problem?.code ?? ''))
      return [];
    return [{ text: endOf(now), ...about, allowed: 'notify_result' }];
  }
  if (before === null && now.role === 'host') return [{ text: 'guest', ...about, allowed: 'notify_guest' }];
  if (lastFromPeer(now) > (before === null ? 0 : lastFromPeer(before)))
    return [{ text: 'chat', ...about, allowed: 'notify_turn' }];
  const asked = asksPerson(now) && (before === null || !asksPerson(before) || before.ask?.key !== now.ask?.key);
  return asked ? [{ text: 'turn', ...about, allowed: 'notify_turn' }] : [];
}

/** A deadline is near. */
export const warningNotice = (table: Table): Notice => ({
  text: 'warning',
  ...aboutTable(table),
  allowed: 'notify_turn',
});

type Messages = readonly Pick<InboxMessage, 'id' | 'writer' | 'read_at'>[];

/** One for each unread message that was not there before, newest first. */
export function inboxNotices(before: Messages, now: Messages): Notice[] {
  const known = new Set(before.map(({ id }) => id));
  return now
    .filter(({ id, read_at }) => read_at === null && !known.has(id))
    .map(({ writer }) => ({
      text: writer === null ? 'message_unsigned' : 'message',
      name: writer?.name ?? '',
      game: '',
      path: '/inbox',
      allowed: 'notify_letter',
    }));
}

const lastFromPeer = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;

function endOf({ phase, result }: Table): NoticeText {
  if (phase === 'failed') return 'unfinished';
  const outcome = result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}
