import { describe, expect, it } from 'vitest';
import type { SentInboxMessage } from '../../shared/bridge/contract.ts';
import { daysBetween, groupByDay, type Message } from './conversations.ts';

const key = (digit: string) => digit.repeat(64);
const person = (digit: string) => ({ public_key: key(digit), name: `name ${digit}`, house: false });
const sent = (id: number, to: string, sent_at: number): SentInboxMessage => ({
  ...{ id, to: person(to), text: `sent ${id}`, signed: true, sent_at, invited_to: null, expires_at: 9e12 },
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
