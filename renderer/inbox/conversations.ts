/**
 * Groups the inbox into one conversation per verified correspondent. Messages without a valid signature are left out.
 */
import type { Inbox, InboxMessage, SentInboxMessage } from '../../shared/bridge/contract.ts';

export type Message = { at: number } & (
  | { kind: 'received'; content: InboxMessage }
  | { kind: 'sent'; content: SentInboxMessage }
);

export interface Conversation {
  public_key: string;
  name: string;
  house: boolean;
  /** Oldest first. */
  messages: Message[];
  unread: number;
  /** `people`: contacts, house players, opponents, and recipients of own messages; `requests`: everyone else. */
  section: 'people' | 'requests';
}

type InboxData = Pick<Inbox, 'messages' | 'sent' | 'contacts'>;

/** Conversations sorted by their newest message, newest first, without blocked people. */
export function conversationsOf({ messages, sent, contacts }: InboxData): Conversation[] {
  const blocked = new Set(contacts.flatMap((contact) => (contact.blocked ? [contact.public_key] : [])));
  const byKey = new Map<string, Conversation>();
  const add = (person: SentInboxMessage['to'], message: Message) => {
    if (blocked.has(person.public_key)) return;
    const conversation = byKey.get(person.public_key) ?? emptyConversation(person);
    conversation.messages.push(message);
    if (message.kind === 'sent' || message.content.relation !== 'unknown') conversation.section = 'people';
    if (message.kind === 'received' && message.content.read_at === null) conversation.unread += 1;
    byKey.set(person.public_key, conversation);
  };
  for (const message of messages) {
    if (message.writer) add(message.writer, { kind: 'received', at: message.created_at, content: message });
  }
  for (const message of sent) add(message.to, { kind: 'sent', at: message.sent_at, content: message });
  for (const { messages } of byKey.values()) messages.sort((a, b) => a.at - b.at || a.content.id - b.content.id);
  return [...byKey.values()].sort((a, b) => lastMessageAt(b) - lastMessageAt(a));
}

export const emptyConversation = ({ public_key, name, house }: SentInboxMessage['to']): Conversation => ({
  ...{ public_key, name, house },
  ...{ messages: [], unread: 0, section: 'requests' },
});

const lastMessageAt = ({ messages }: Conversation): number => messages.at(-1)?.at ?? 0;

/** Messages without a verified sender, newest first. */
export const unverifiedOf = (messages: readonly InboxMessage[]): InboxMessage[] =>
  messages.filter(({ writer }) => writer === null);

/** Messages grouped by local day, oldest first. `day` is any time within the day. */
export function groupByDay(messages: readonly Message[]): { day: number; messages: Message[] }[] {
  const days: { day: number; messages: Message[] }[] = [];
  for (const message of messages) {
    const lastDay = days.at(-1);
    if (lastDay && daysBetween(lastDay.day, message.at) === 0) lastDay.messages.push(message);
    else days.push({ day: message.at, messages: [message] });
  }
  return days;
}

/** Local calendar days between two times, correct across daylight saving changes. */
export function daysBetween(earlier: number, later: number): number {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}

/** Unique within a conversation; received and sent messages may share an id. */
export const messageId = ({ kind, content, at }: Message): string => `${kind}-${content.id}-${at}`;
