/** Groups the messages of a scene, as main does those of an inbox. */
import type {
  ConversationRow,
  ExchangedMessage,
  InboxMessage,
  SentInboxMessage,
} from '../../shared/bridge/contract.ts';

/** A conversation with its messages, newest first. */
export interface SceneConversation extends ConversationRow {
  messages: ExchangedMessage[];
}

export function conversationsOf(
  received: readonly InboxMessage[],
  sent: readonly SentInboxMessage[],
): SceneConversation[] {
  const exchanged: ExchangedMessage[] = [
    ...received.map((content) => ({ kind: 'received' as const, at: content.created_at, content })),
    ...sent.map((content) => ({ kind: 'sent' as const, at: content.sent_at, content })),
  ];
  const rows = new Map<string, SceneConversation>();
  for (const message of exchanged.sort((a, b) => b.at - a.at)) {
    const person = message.kind === 'sent' ? message.content.to : message.content.writer;
    if (!person) continue;
    const row = rows.get(person.public_key) ?? {
      ...{ person, section: 'requests' as const, received: 0, sent: 0, unread: 0 },
      ...{ last: message, ambiguous: false, messages: [] },
    };
    row.messages.push(message);
    row[message.kind] += 1;
    if (message.kind === 'sent' || message.content.relation !== 'unknown') row.section = 'people';
    if (message.kind === 'received' && message.content.read_at === null) row.unread += 1;
    rows.set(person.public_key, row);
  }
  return [...rows.values()];
}

/** A window of rows; the search compares their whole JSON. */
export function windowOf<Row>({ from, limit, query }: { from: number; limit: number; query: string }, rows: Row[]) {
  const words = query.toLowerCase().split(/\s+/);
  const matches = rows.filter((row) => words.every((word) => JSON.stringify(row).toLowerCase().includes(word)));
  return {
    rows: matches.slice(from, from + limit),
    ...{ total: rows.length, matches: matches.length, newer: 0, found: null },
  };
}
