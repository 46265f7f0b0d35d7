import { describe, expect, it } from 'vitest';
import {
  capitalized,
  formatBytes,
  formatCountdown,
  formatNearTime,
  formatPoints,
  formatRoundTrip,
  formatTimeAgo,
  shortHash,
} from './format.ts';

describe('display formats', () => {
  it('round countdowns up, so that zero means over', () => {
    expect(formatCountdown(94_000)).toBe('1:34');
    expect(formatCountdown(1)).toBe('0:01');
    expect(formatCountdown(0)).toBe('0:00');
    expect(formatCountdown(-5)).toBe('0:00');
    expect(formatCountdown(83_648_000)).toBe('23:14:08');
  });

  it('shorten keys, sign points and round latencies', () => {
    expect(shortHash('73c6ebcc'.padEnd(60, '0').concat('52db'))).toBe('73c6ebcc…52db');
    expect(shortHash('abc')).toBe('abc');
    expect([formatPoints(18), formatPoints(0)]).toEqual(['+18', '0']);
    expect([formatRoundTrip(0.3), formatRoundTrip(17.6)]).toEqual(['<1\u00a0ms', '18\u00a0ms']);
  });

  it.each([
    ['en', new Date(2026, 10, 26, 23, 59), '23:59'],
    ['en', new Date(2026, 10, 27, 11, 26), 'tomorrow 11:26'],
    ['zh-CN', new Date(2026, 10, 27, 11, 26), '明天 11:26'],
    ['en', new Date(2026, 10, 25, 0, 5), 'yesterday 00:05'],
    ['en', new Date(2026, 10, 29, 11, 26), 'Nov 29, 11:26'],
  ])('say the day of a time unless it is today: %s %s', (locale, time, text) => {
    expect(formatNearTime(locale, time.getTime(), new Date(2026, 10, 26, 11, 29).getTime())).toBe(text);
  });

  it('show how long ago in the largest unit that fits', () => {
    expect([400, 61_000, 7_300_000].map((ms) => formatTimeAgo('en', ms))).toEqual([
      '0\u00a0seconds ago',
      '1\u00a0minute ago',
      '2\u00a0hours ago',
    ]);
  });

  it('show sizes in the unit with the shortest number', () => {
    expect([0, 640, 412_300, 3_140_000, 2_000_000_000].map((size) => formatBytes('en', size))).toEqual([
      ...['0\u00a0kB', '0.6\u00a0kB', '412\u00a0kB', '3.1\u00a0MB', '2\u00a0GB'],
    ]);
  });
});

it('begins a sentence with a capital, but writes a place as the board does', () => {
  expect(capitalized('fold')).toBe('Fold');
  expect(['j8', 'e2e4', 'a10'].map(capitalized)).toEqual(['j8', 'e2e4', 'a10']);
});
