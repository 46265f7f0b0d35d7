/** Converts the community's times, ISO 8601, to the bridge's, Unix milliseconds. */

/** The same type with every member `*_at` in milliseconds. */
export type InMillis<T> = T extends (infer Item)[]
  ? InMillis<Item>[]
  : T extends object
    ? { [K in keyof T]: K extends `${string}_at` ? (T[K] extends null ? null : Millis<T[K]>) : InMillis<T[K]> }
    : T;
type Millis<T> = T extends string ? number : T;

export function inMillis<T>(value: T): InMillis<T> {
  if (Array.isArray(value)) return value.map(inMillis) as InMillis<T>;
  if (typeof value !== 'object' || value === null) return value as InMillis<T>;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key.endsWith('_at') && typeof member === 'string' ? Date.parse(member) : inMillis(member),
    ]),
  ) as InMillis<T>;
}
