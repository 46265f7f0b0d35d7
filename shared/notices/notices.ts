/** Derives the user's notices from snapshots; shared by the browser and the desktop. */
import type { InboxMessage, Settings, Table } from '../bridge/contract.ts';
import { isOver } from '../tables/rematch.ts';
import { asksPerson } from '../tables/waiting-tables.ts';

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
  /** Key of its translated title and body. */
  text: NoticeText;
  /** The peer's nickname, untrusted; empty for a message without a verified sender. */
  name: string;
  /** The game's name; empty for messages. */
  game: string;
  /** Route that a click opens. */
  path: string;
  /** The setting that enables it. */
  setting: keyof Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
}

const tableNoticeOf = ({ table_id, peer, protocol }: Table) => ({
  name: peer.nickname,
  game: protocol.name,
  path: `/tables/${table_id}`,
});

/** The notice for a change of a table, if any. `before` is null for a new table. */
export function tableNotices(before: Table | null, current: Table): Notice[] {
  const tableFields = tableNoticeOf(current);
  if (isOver(current)) {
    // No notice for the user's own resignation, nor for a table that was already over when it was loaded.
    const conceded = current.result?.conceded;
    const resigned = conceded?.by === current.role && conceded.code === 'resigned';
    if (
      before === null ||
      isOver(before) ||
      resigned ||
      ['resigned', 'cancelled'].includes(current.problem?.code ?? '')
    )
      return [];
    return [{ text: outcomeTextOf(current), ...tableFields, setting: 'notify_result' }];
  }
  if (before === null && current.role === 'host') return [{ text: 'guest', ...tableFields, setting: 'notify_guest' }];
  if (lastPeerMessage(current) > (before === null ? 0 : lastPeerMessage(before)))
    return [{ text: 'chat', ...tableFields, setting: 'notify_turn' }];
  const newTurn =
    asksPerson(current) && (before === null || !asksPerson(before) || before.ask?.key !== current.ask?.key);
  return newTurn ? [{ text: 'turn', ...tableFields, setting: 'notify_turn' }] : [];
}

/** Sent when the user's deadline is near. */
export const warningNotice = (table: Table): Notice => ({
  text: 'warning',
  ...tableNoticeOf(table),
  setting: 'notify_turn',
});

/** One notice for each message that has arrived, newest first. */
export const inboxNotices = (arrived: readonly Pick<InboxMessage, 'writer'>[]): Notice[] =>
  arrived.map(({ writer }) => ({
    text: writer === null ? 'message_unsigned' : 'message',
    name: writer?.name ?? '',
    game: '',
    path: '/inbox',
    setting: 'notify_letter',
  }));

/** The number of the peer's latest chat message; 0 if there is none. */
const lastPeerMessage = ({ talk, role }: Table) => talk.findLast(({ by }) => by !== role)?.number ?? 0;

function outcomeTextOf({ phase, result }: Table): NoticeText {
  if (phase === 'failed') return 'unfinished';
  const outcome = result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}
