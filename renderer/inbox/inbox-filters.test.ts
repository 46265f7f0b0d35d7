import { describe, expect, it } from 'vitest';
import type { InboxMessage, SentInboxMessage } from '../../shared/bridge/contract.ts';
import { matchesText, remainingTime, removalKey, unreadCount, withoutRemoved } from './inbox-filters.ts';

const key = (digit: string) => digit.repeat(64);
const received = (id: number, more: Partial<InboxMessage> = {}): InboxMessage => ({
  ...{ id, size: 100, created_at: id * 1000, expires_at: 9e12, held: true, relation: 'unknown', text: 'Hello' },
  ...{ writer: null, written_at: null, signature: 'none', read_at: null, table: null },
  ...more,
});
const sent = (id: number, to: string, sent_at: number): SentInboxMessage => ({
  ...{ id, to: { public_key: key(to), name: to, house: false }, text: 'Yes', signed: true, sent_at, expires_at: 9e12 },
});

describe('messages', () => {
  it('exclude those being deleted; received and sent ones with the same id are distinct', () => {
    const contacts = [{ public_key: key('a'), name: '', notes: '', blocked: false }];
    const inbox = { messages: [received(1), received(2)], sent: [sent(1, 'a', 5)], contacts };
    const shown = withoutRemoved(inbox, new Set([removalKey.received(1), removalKey.contact(key('a'))]));
    expect([shown.messages.map(({ id }) => id), shown.sent.length, shown.contacts]).toEqual([[2], 1, []]);
    expect(withoutRemoved(inbox, new Set())).toBe(inbox);
  });

  it('are counted while unread', () => {
    expect(unreadCount([received(1), received(2, { read_at: 7 })])).toBe(1);
  });

  it('are searched by every word, ignoring case and accents', () => {
    expect(matchesText('', ['anything'])).toBe(true);
    expect(matchesText('EIGHT cafe', ['Café', 'at eight'])).toBe(true);
    expect(matchesText('eight nine', [null, 'at eight'])).toBe(false);
  });

  it('show the time left in whole hours, rounded down, or in minutes within the last hour', () => {
    const hour = 3600_000;
    expect(remainingTime(22.9 * hour, 0)).toEqual({ unit: 'hours', count: 22 });
    expect(remainingTime(hour, 0)).toEqual({ unit: 'hours', count: 1 });
    expect(remainingTime(hour - 60_000, 0)).toEqual({ unit: 'minutes', count: 59 });
    expect(remainingTime(1, 0)).toEqual({ unit: 'minutes', count: 1 });
    expect(remainingTime(0, 0)).toBeNull();
  });
});
