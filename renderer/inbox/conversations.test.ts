import { describe, expect, it } from 'vitest';
import type { InboxMessage, SentInboxMessage } from '../../shared/bridge/contract.ts';
import { conversationsOf, daysBetween, groupByDay, type Message, unverifiedOf } from './conversations.ts';

const key = (digit: string) => digit.repeat(64);
const person = (digit: string) => ({ public_key: key(digit), name: `name ${digit}`, house: false });
const received = (id: number, writer: string | null, more: Partial<InboxMessage> = {}): InboxMessage => ({
  ...{
    id,
    size: 100,
    created_at: id * 1000,
    expires_at: 9e12,
    held: true,
    relation: 'unknown',
    text: `received ${id}`,
  },
  ...{ writer: writer === null ? null : person(writer), written_at: null, read_at: 1, table: null },
  signature: writer === null ? 'none' : 'valid',
  ...more,
});
const sent = (id: number, to: string, sent_at: number): SentInboxMessage => ({
  ...{ id, to: person(to), text: `sent ${id}`, signed: true, sent_at, expires_at: 9e12 },
});
const textsOf = (messages: readonly Message[]) => messages.map((message) => message.content.text);

describe('conversations', () => {
  const messages = [received(9, 'b', { read_at: null }), received(5, 'a'), received(3, null), received(2, 'a')];

  it('contain one person’s messages in both directions, oldest first, and are sorted by their newest message', () => {
    const conversations = conversationsOf({ messages, sent: [sent(5, 'a', 5000), sent(1, 'a', 1000)], contacts: [] });
    expect(conversations.map(({ name, unread }) => [name, unread])).toEqual([
      ['name b', 1],
      ['name a', 0],
    ]);
    expect(textsOf(conversations[1]!.messages)).toEqual(['sent 1', 'received 2', 'received 5', 'sent 5']);
  });

  it('exclude messages without a verified sender', () => {
    const claimed = [received(4, null, { signature: 'invalid', text: 'I am name a.' }), ...messages];
    const conversations = conversationsOf({ messages: claimed, sent: [], contacts: [] });
    expect(conversations.flatMap(({ messages }) => textsOf(messages))).not.toContain('I am name a.');
    expect(unverifiedOf(claimed).map(({ id }) => id)).toEqual([4, 3]);
  });

  it('with strangers are requests until the user replies, plays with them or adds them', () => {
    const sections = (change: Partial<InboxMessage>, replies: SentInboxMessage[] = []) =>
      conversationsOf({ messages: [received(1, 'a', change)], sent: replies, contacts: [] }).map(
        ({ section }) => section,
      );
    expect(sections({})).toEqual(['requests']);
    expect(sections({ relation: 'played' })).toEqual(['people']);
    expect(sections({ relation: 'known' })).toEqual(['people']);
    expect(sections({}, [sent(1, 'a', 500)])).toEqual(['people']);
  });

  it('with blocked people are hidden, including sent messages', () => {
    const contacts = [{ public_key: key('a'), name: '', notes: '', blocked: true }];
    const conversations = conversationsOf({ messages, sent: [sent(1, 'a', 9500)], contacts });
    expect(conversations.map(({ name }) => name)).toEqual(['name b']);
  });
});

describe('days of a conversation', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  const message = (time: number): Message => ({ kind: 'sent', at: time, content: sent(time, 'a', time) });

  it('follow the computer’s time zone', () => {
    const days = groupByDay([at(20, 9), at(20, 23), at(21, 0), at(23, 12)].map(message));
    expect(days.map(({ messages }) => messages.length)).toEqual([2, 1, 1]);
  });

  it('are counted by calendar days', () => {
    expect(daysBetween(at(20, 23), at(21, 1))).toBe(1);
    expect(daysBetween(at(20, 1), at(20, 23))).toBe(0);
    // Europe and North America change their clocks within these weeks.
    expect(daysBetween(new Date(2026, 9, 20).getTime(), new Date(2026, 10, 20).getTime())).toBe(31);
  });
});
