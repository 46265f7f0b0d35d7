/** Formats numbers, times and keys for display. Times are Unix milliseconds. */
import { withoutHanSpaces } from '../../shared/han-spaces.ts';
import { shownText } from '../../shared/peer-text.ts';
import { withUnbrokenValues } from '../../shared/unbroken-values.ts';

/** A key or hash as its first 8 and last 4 digits: `73c6ebcc…52db`. */
export function shortHash(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 8)}…${hex.slice(-4)}` : hex;
}

/** A label of a game at the start of a sentence. A place, such as `j8`, is written as on the board. */
export const capitalized = (text: string): string =>
  /^[a-z]\d/.test(text) ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Points gained, with a sign unless 0; points are never lost. */
export function formatPoints(points: number): string {
  return points > 0 ? `+${points}` : `${points}`;
}

/** A countdown: `1:34`, above an hour `23:14:08`. Rounds up, so `0:00` means over. */
export function formatCountdown(ms: number): string {
  const totalSeconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = String(totalSeconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** The whole seconds of a remaining time, rounded up; never negative. */
export const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** Caches one formatter per locale; constructing one costs more than rendering a row. */
function cachedFormatter<T>(create: (locale: string) => T): (locale: string) => T {
  const formatters = new Map<string, T>();
  return (locale) => {
    const cached = formatters.get(locale);
    if (cached !== undefined) return cached;
    const formatter = create(locale);
    formatters.set(locale, formatter);
    return formatter;
  };
}

function createTimeFormat(options: Intl.DateTimeFormatOptions): (locale: string, time: number) => string {
  const formatter = cachedFormatter((locale) => new Intl.DateTimeFormat(locale, options));
  return (locale, time) => formatter(locale).format(time);
}

export const formatTime = createTimeFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const formatDay = createTimeFormat({ day: 'numeric', month: 'short' });
export const formatDate = createTimeFormat({ dateStyle: 'long' });
export const formatTimeSeconds = createTimeFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
export const formatDayTime = createTimeFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const dayFormatter = cachedFormatter((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** A time of day that says which day it means, unless it is today: `tomorrow 11:26`. `now` and `time` are in the same clock. */
export function formatNearTime(locale: string, time: number, now: number): string {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(time) - midnight(now)) / (24 * 3600_000));
  if (days === 0) return formatTime(locale, time);
  return Math.abs(days) === 1
    ? `${dayFormatter(locale).format(days, 'day')} ${formatTime(locale, time)}`
    : formatDayTime(locale, time);
}

const compactFormatter = cachedFormatter(
  (locale) =>
    new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 }),
);

/** A size in units of powers of 1,000: `412 kB`, `3.1 MB`, `2 GB`. */
export function formatBytes(locale: string, bytes: number): string {
  const [value, unit] =
    bytes < 1e6
      ? [bytes / 1e3, 'kilobyte' as const]
      : bytes < 1e9
        ? [bytes / 1e6, 'megabyte' as const]
        : [bytes / 1e9, 'gigabyte' as const];
  const digits = value < 10 ? 1 : 0;
  const formatter = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits });
  return withUnbrokenValues(formatter.format(value));
}

/** A count with three significant digits and its unit as a word: `1.29 thousand`. */
export function formatCompact(locale: string, count: number): string {
  return compactFormatter(locale).format(count);
}

/** A round trip: `18 ms`, and `<1 ms` within one computer. */
export const formatRoundTrip = (ms: number): string => withUnbrokenValues(ms < 1 ? '<1 ms' : `${Math.round(ms)} ms`);

/** How long ago, in seconds, minutes or hours: `2 hours ago`. */
export function formatTimeAgo(locale: string, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second' as const]
      : seconds < 3600
        ? [Math.floor(seconds / 60), 'minute' as const]
        : [Math.floor(seconds / 3600), 'hour' as const];
  return withUnbrokenValues(new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-count, unit));
}

/** Names as a list in a sentence: `Wick, Marlow and 3 more`. */
export const formatList = (language: string, names: readonly string[]): string =>
  withoutHanSpaces(
    new Intl.ListFormat(language)
      .formatToParts(names.map(shownText))
      .map(({ type, value }) => (type === 'literal' && value === '和' ? ' 和 ' : value))
      .join(''),
  );
