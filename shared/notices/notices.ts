/** The system's notification of a moment, shown while no window has the focus; shared by the browser and the desktop. */
import type { EndedTable, Settings } from '../bridge/contract.ts';
import { endKindOf } from './ends.ts';
import type { Moment } from './moments.ts';

export type NoticeText =
  | 'challenge'
  | 'challenges'
  | 'invited'
  | 'rematch'
  | 'rematches'
  | 'declined'
  | 'turn'
  | 'warning'
  | 'quiet'
  | 'draw'
  | 'chat'
  | 'guest'
  | 'guests'
  | 'message'
  | 'messages'
  | 'message_unsigned'
  | 'won'
  | 'lost'
  | 'drawn'
  | 'over'
  | 'chat_over'
  | 'unfinished'
  | 'ended'
  | 'lost_time'
  | 'chats'
  | 'broken'
  | 'agent'
  | 'several';

export interface Notice {
  /** The same for all states of one subject: a newer notification replaces the older one. */
  id: string;
  /** Key of its translated title and body. */
  text: NoticeText;
  /** The peer's nickname, untrusted; empty for a message without a verified sender. */
  name: string;
  /** The game's name; empty for messages. */
  game: string;
  /** Of how many tables or messages it tells. */
  count: number;
  /** Route that a click opens. */
  path: string;
  /** The setting that enables it. */
  setting: keyof Pick<Settings, 'notify_turn' | 'notify_guest' | 'notify_letter' | 'notify_result'>;
}

/** The setting that enables the notification of a moment. */
export function settingOf({ kind }: Moment): Notice['setting'] {
  switch (kind) {
    case 'turn':
    case 'talk':
    case 'quiet':
    case 'draw':
      return 'notify_turn';
    case 'messages':
      return 'notify_letter';
    case 'ended':
    case 'agent':
      return 'notify_result';
    default:
      return 'notify_guest';
  }
}

/** The notification of moments that are announced together. */
export function noticeOf(moments: readonly [Moment, ...Moment[]]): Notice {
  const [moment] = moments;
  if (moments.length > 1)
    return {
      id: 'several',
      text: 'several',
      name: '',
      game: '',
      count: moments.length,
      path: '/',
      setting: settingOf(moment),
    };
  return { id: moment.id, count: 1, path: moment.path, setting: settingOf(moment), ...wordsOf(moment) };
}

function wordsOf(moment: Moment): Pick<Notice, 'text' | 'name' | 'game'> & { count?: number } {
  switch (moment.kind) {
    case 'challenge':
    case 'rematch': {
      const { host, protocol_name, type } = moment.offer;
      const { kind, count } = moment;
      const several = kind === 'challenge' ? 'challenges' : 'rematches';
      const one = kind === 'challenge' && type === 'chat' ? 'invited' : kind;
      return { text: count > 1 ? several : one, name: host.nickname, game: protocol_name, count };
    }
    case 'declined': {
      const { peer, protocol_name } = moment.answer;
      return { text: 'declined', name: peer.name, game: protocol_name };
    }
    case 'turn':
      return { text: moment.low ? 'warning' : 'turn', ...tableFields(moment.table) };
    case 'guests': {
      const count = moment.tables.length;
      return { text: count > 1 ? 'guests' : 'guest', ...tableFields(moment.tables[0]), count };
    }
    case 'talk':
      return { text: 'chat', ...tableFields(moment.table) };
    case 'draw':
      return { text: 'draw', ...tableFields(moment.table) };
    case 'quiet':
      return { text: 'quiet', ...tableFields(moment.table) };
    case 'ended':
    case 'agent': {
      const { newest, count } = moment;
      return { text: count > 1 ? severalText(moment) : endText(newest), ...tableFields(newest), count };
    }
    case 'messages': {
      const { writer, count } = moment.messages;
      const signed = count > 1 ? 'messages' : 'message';
      return { text: writer === null ? 'message_unsigned' : signed, name: writer?.name ?? '', game: '', count };
    }
  }
}

const tableFields = (table: Pick<EndedTable, 'peer' | 'protocol'> | undefined) => ({
  name: table?.peer.nickname ?? '',
  game: table?.protocol.name ?? '',
});

/** A chat has no outcome, and one that broke off is kept like any other. */
const endText = (table: EndedTable): NoticeText => (table.protocol.mode === 'free' ? 'chat_over' : outcomeOf(table));

const severalTexts = { games: 'ended', lost_time: 'lost_time', chats: 'chats', unfinished: 'broken' } as const;

const severalText = ({ kind, newest }: { kind: 'ended' | 'agent'; newest: EndedTable }): NoticeText =>
  kind === 'agent' ? 'agent' : severalTexts[endKindOf(newest)];

/** How a table ended for the user. `over`: without a winner. */
export function outcomeOf(
  table: Pick<EndedTable, 'phase' | 'result'>,
): 'won' | 'lost' | 'drawn' | 'over' | 'unfinished' {
  if (table.phase !== 'finished') return 'unfinished';
  const outcome = table.result?.outcome ?? 'none';
  return outcome === 'none' ? 'over' : outcome;
}
