/** Numbers, times and keys as people read them. Times are Unix milliseconds. */

/** A key or hash as 8 + … + 4. */
export function shortHash(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 8)}…${hex.slice(-4)}` : hex;
}

/** Points with their sign; nobody loses any, so a plain 0 has none. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : `${points}`;
}

/** A countdown: `1:34`, above an hour `23:14:08`. Rounds up, so that 0 means over. */
export function countdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

export const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** One formatter for each language: making one takes longer than drawing the row it is for. */
function formatterOf<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (locale) => {
    const known = made.get(locale);
    if (known !== undefined) return known;
    const fresh = make(locale);
    made.set(locale, fresh);
    return fresh;
  };
}

function timeOf(options: Intl.DateTimeFormatOptions): (locale: string, at: number) => string {
  const formatter = formatterOf((locale) => new Intl.DateTimeFormat(locale, options));
  return (locale, at) => formatter(locale).format(at);
}

export const clockTime = timeOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const day = timeOf({ day: 'numeric', month: 'short' });
export const clockTimeSeconds = timeOf({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
export const dayAndTime = timeOf({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const kilobytes = formatterOf(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }),
);
const compactly = formatterOf(
  (locale) =>
    new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 }),
);

export function bytes(locale: string, size: number): string {
  return kilobytes(locale).format(Math.max(1, Math.round(size / 1024)));
}

export function compact(locale: string, count: number): string {
  return compactly(locale).format(count);
}

/** A field name of a spec or a board's view, as words: `last_price` is `last price`. */
export const fieldWords = (name: string): string => name.replaceAll('_', ' ');

/** Options of a table on one line, e.g. `rounds 5, columns 7`. Empty where there are none. */
export function optionsLine(options: { [name: string]: unknown }): string {
  return Object.entries(options)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => (value === true ? fieldWords(name) : `${fieldWords(name)} ${fieldWords(String(value))}`))
    .join(', ');
}

/** A round trip: `18 ms`, and `<1 ms` within one computer. */
export const roundTrip = (ms: number): string => (ms < 1 ? '<1 ms' : `${Math.round(ms)} ms`);
