import { expect, it } from 'vitest';
import { isActive, mainFilter, readFilter } from './filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

it('is read from the URL, and invalid parts are ignored', () => {
  expect(read('q=lantern&end=won')).toEqual({ text: 'lantern', end: 'won' });
  expect(read('end=nonsense')).toEqual({ text: '', end: 'all' });
});

it('detects whether it is set', () => {
  expect(isActive(read('q=%20'))).toBe(false);
  expect(isActive(read('end=lost'))).toBe(true);
});

it('asks main only for what is set', () => {
  expect(mainFilter(read('q=%20'))).toEqual({});
  expect(mainFilter(read('q=%20Chat&end=drawn'))).toEqual({ text: 'Chat', end: 'drawn' });
});
