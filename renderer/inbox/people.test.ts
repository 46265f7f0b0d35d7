import { describe, expect, it } from 'vitest';
import { findPeople, gather, isKey, type Known } from './people.ts';

const person = (digit: string, nickname: string, from: Known['from']): Known => ({
  public_key: digit.repeat(64),
  nickname,
  from,
});
const everybody = [
  person('a', 'tidewright', 'community'),
  person('a', 'Tide', 'contacts'),
  person('b', 'old-lantern', 'played'),
  person('c', 'Ólafur', 'community'),
  person('d', 'moldy', 'letters'),
];

describe('whom one writes to', () => {
  it('is each person once, under the nearest name, without those that are left out', () => {
    const people = gather(everybody, new Set(['b'.repeat(64)]));
    expect(people.map(({ nickname, from }) => `${from} ${nickname}`)).toEqual([
      'contacts Tide',
      'letters moldy',
      'community Ólafur',
    ]);
  });

  it('is found by name, the beginning first, or by the beginning of a key', () => {
    const people = gather(everybody, new Set());
    const names = (typed: string) => findPeople(people, typed).map(({ nickname }) => nickname);
    expect(names('ol')).toEqual(['old-lantern', 'Ólafur', 'moldy']);
    expect(names('OLA')).toEqual(['Ólafur']);
    expect(names('bbbb')).toEqual(['old-lantern']);
    expect(names('bb')).toEqual([]);
    // Without a word: those who are near, not the whole community.
    expect(names('')).toEqual(['Tide', 'old-lantern', 'moldy']);
  });

  it('is known by a whole key', () => {
    expect([isKey(` ${'AB'.repeat(32)} `), isKey('ab'.repeat(31))]).toEqual([true, false]);
  });
});
