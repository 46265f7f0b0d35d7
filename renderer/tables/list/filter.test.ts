import { describe, expect, it } from 'vitest';
import {
  emptyFilter,
  filteredPath,
  isActive,
  type ListFilter,
  mainFilter,
  readFilter,
  runningFilter,
} from './filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));
const key = 'ab'.repeat(32);
/** Noon of 10 March, in the computer's time zone. */
const now = new Date(2026, 2, 10, 12).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();

it('is read from the URL, and invalid parts are ignored', () => {
  expect(read('q=lantern&end=won')).toEqual({ ...emptyFilter, text: 'lantern', end: 'won' });
  expect(read(`game=${key}&with=${key}&period=between&from=2026-03-01&to=2026-03-31`)).toEqual({
    ...emptyFilter,
    ...{ game: key, opponent: key, period: 'between', from: '2026-03-01', to: '2026-03-31' },
  });
  expect(read('end=nonsense&game=chess&with=1&period=never&from=yesterday&to=2026-13-45')).toEqual(emptyFilter);
});

it('detects whether it is set', () => {
  expect(isActive(read('q=%20'))).toBe(false);
  expect(isActive(read('period=between'))).toBe(false);
  expect(isActive(read('end=lost'))).toBe(true);
  expect(isActive(read('period=today'))).toBe(true);
});

it('asks main only for what is set', () => {
  expect(mainFilter(read('q=%20'), now)).toEqual({});
  expect(mainFilter(read('q=%20Chat&end=drawn'), now)).toEqual({ text: 'Chat', end: 'drawn' });
  expect(mainFilter(read(`game=${key}&with=${key}`), now)).toEqual({ protocol_id: key, public_key: key });
});

it('leaves tables in progress out of what is about an end', () => {
  expect(runningFilter(read(`q=a&end=won&period=today&game=${key}`))).toEqual({ text: 'a', protocol_id: key });
});

it('is written as the route of the list', () => {
  const filter: ListFilter = { ...emptyFilter, game: key, end: 'lost' };
  expect(read(filteredPath(filter).split('?')[1]!)).toEqual(filter);
});

describe('the period', () => {
  it.each([
    ['period=any', {}],
    ['period=today', { since: day(3, 10) }],
    ['period=week', { since: day(3, 4) }],
    ['period=month', { since: day(2, 9) }],
    ['period=year', { since: new Date(2025, 2, 11).getTime() }],
    ['period=between&from=2026-01-31', { since: day(1, 31) }],
    ['period=between&to=2026-01-31', { until: day(2, 1) }],
    ['period=between&from=2026-03-29&to=2026-03-29', { since: day(3, 29), until: day(3, 30) }],
  ])('%s', (query, expected) => {
    expect(mainFilter(read(query), now)).toEqual(expected);
  });
});
