/** The system's notification of a moment, shown while no window has the focus; shared by the browser and the desktop. */
import type { EndedTable, Settings } from '../bridge/contract.ts';
import type { Moment } from './moments.ts';

export type NoticeText =
  | 'challenge'
  | 'rematch'
  | 'declined'
  | 'turn'
  | 'warning'
  | 'quiet'
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

export function noticeOf(moment: Moment): Notice {
  const { path } = moment;
  switch (moment.kind) {
    case 'challenge':
    case 'rematch': {
      const { host, protocol_name } = moment.offer;
      return { text: moment.kind, name: host.nickname, game: protocol_name, path, setting: 'notify_guest' };
    }
    case 'declined': {
      const { peer, protocol_name } = moment.answer;
      return { text: 'declined', name: peer.name, game: protocol_name, path, setting: 'notify_guest' };
    }
    case 'turn':
      return { text: moment.low ? 'warning' : 'turn', ...tableFields(moment.table), path, setting: 'notify_turn' };
    case 'guests':
      return { text: 'guest', ...tableFields(moment.tables[0]), path, setting: 'notify_guest' };
    case 'talk':
      return { text: 'chat', ...tableFields(moment.table), path, setting: 'notify_turn' };
    case 'quiet':
      return { text: 'quiet', ...tableFields(moment.table), path, setting: 'notify_turn' };
    case 'ended':
    case 'agent':
      return { text: outcomeOf(moment.tables[0]), ...tableFields(moment.tables[0]), path, setting: 'notify_result' };
    case 'messages': {
      const { writer } = moment.messages;
      const text = writer === null ? 'message_unsigned' : 'message';
      return { text, name: writer?.name ?? '', game: '', path, setting: 'notify_letter' };
    }
  }
}

const tableFields = (table: Pick<EndedTable, 'peer' | 'protocol'> | undefined) => ({
  name: table?.peer.nickname ?? '',
  game: table?.protocol.name ?? '',
});

/** How a table ended for the user. `over`: without a winner. */
export function outcomeOf(table: EndedTable | undefined): 'won' | 'lost' | 'drawn' | 'over' | 'unfinished' {
  if (table?.phase !== 'finished') return 'unfinished';
  const outcome = table.result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}
