/** Converts the community's times, ISO 8601, to the bridge's, Unix milliseconds. */

/** The same type with every member `*_at` in milliseconds. */
export type TimesInMillis<T> = T extends (infer Item)[]
  ? TimesInMillis<Item>[]
  : T extends object
    ? { [K in keyof T]: K extends `${string}_at` ? (T[K] extends null ? null : Millis<T[K]>) : TimesInMillis<T[K]> }
    : T;
type Millis<T> = T extends string ? number : T;

export function timesToMillis<T>(value: T): TimesInMillis<T> {
  if (Array.isArray(value)) return value.map(timesToMillis) as TimesInMillis<T>;
  if (typeof value !== 'object' || value === null) return value as TimesInMillis<T>;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key.endsWith('_at') && typeof member === 'string' ? Date.parse(member) : timesToMillis(member),
    ]),
  ) as TimesInMillis<T>;
}
