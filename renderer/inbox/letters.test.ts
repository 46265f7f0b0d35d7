import { describe, expect, it } from 'vitest';
import type { Letter, SentLetter } from '../../shared/bridge/contract.ts';
import { answersTo, firstDoor, fits, inOrder, leftOf, present, thing, unreadCount } from './letters.ts';

const key = (digit: string) => digit.repeat(64);
const letter = (id: number, more: Partial<Letter> = {}): Letter => ({
  ...{ id, size: 100, created_at: id * 1000, expires_at: 9e12, held: true, door: 'unknown', words: 'Hello' },
  ...{ writer: null, written_at: null, signature: 'none', read_at: null, table: null },
  ...more,
});
const sent = (id: number, to: string, sent_at: number): SentLetter => ({
  ...{ id, to: { public_key: key(to), name: to, house: false }, words: 'Yes', signed: true, sent_at, expires_at: 9e12 },
});

describe('the shelves of the inbox', () => {
  it('leave out what is leaving, each of its own kind', () => {
    const contacts = [{ public_key: key('a'), name: '', notes: '', blocked: false }];
    const inbox = { letters: [letter(1), letter(2)], sent: [sent(1, 'a', 5)], contacts };
    const shown = present(inbox, new Set([thing.letter(1), thing.contact(key('a'))]));
    expect([shown.letters.map(({ id }) => id), shown.sent.length, shown.contacts]).toEqual([[2], 1, []]);
    expect(present(inbox, new Set())).toBe(inbox);
  });

  it('open at the door where something new lies', () => {
    expect(firstDoor([])).toBe('known');
    expect(firstDoor([letter(1, { door: 'unknown', read_at: 5 })])).toBe('unknown');
    expect(firstDoor([letter(1, { door: 'known', read_at: 5 }), letter(2, { door: 'played' })])).toBe('played');
    expect(unreadCount([letter(1), letter(2, { read_at: 7 })])).toBe(1);
  });

  it('are searched by every word, whatever its case and marks', () => {
    expect(fits('', ['anything'])).toBe(true);
    expect(fits('EIGHT cafe', ['Café', 'at eight'])).toBe(true);
    expect(fits('eight nine', [null, 'at eight'])).toBe(false);
  });

  it('tell how long the community keeps a letter, in whole hours that are surely left', () => {
    const hour = 3600_000;
    expect(leftOf(22.9 * hour, 0)).toEqual({ unit: 'hours', count: 22 });
    expect(leftOf(hour, 0)).toEqual({ unit: 'hours', count: 1 });
    expect(leftOf(hour - 60_000, 0)).toEqual({ unit: 'minutes', count: 59 });
    expect(leftOf(1, 0)).toEqual({ unit: 'minutes', count: 1 });
    expect(leftOf(0, 0)).toBeNull();
  });

  it('show own answers under the letter they followed', () => {
    const writer = { public_key: key('a'), name: 'a', house: false };
    const all = [sent(9, 'a', 9000), sent(8, 'b', 8500), sent(7, 'a', 8000), sent(1, 'a', 1000)];
    expect(answersTo(letter(5, { writer }), all).map(({ id }) => id)).toEqual([7, 9]);
    expect(answersTo(letter(5), all)).toEqual([]);
  });

  it('list contacts by name, those kept away last', () => {
    const contact = (name: string, blocked = false) => ({ public_key: key('a'), name, notes: '', blocked });
    const names = inOrder([contact('Ada', true), contact('Zoe'), contact('Bo')], ({ name }) => name);
    expect(names.map(({ name }) => name)).toEqual(['Bo', 'Zoe', 'Ada']);
  });
});
