/** Shared by the filters of lists: their choices, and their representation in the URL. */

/** The distinct values, sorted, without empty ones. */
export const choicesIn = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value): value is string => value !== null && value !== ''))].toSorted((a, b) =>
    a.localeCompare(b),
  );

type ParamNames<Filter> = { readonly [Part in keyof Filter]: string };

/** The filter as URL parameters; null for parts that have their default. */
export function filterParams<Filter extends object>(
  filter: Filter,
  defaults: Filter,
  names: ParamNames<Filter>,
): { [name: string]: string | null } {
  const parts = Object.keys(names) as (keyof Filter)[];
  return Object.fromEntries(
    parts.map((part) => [names[part], filter[part] === defaults[part] ? null : String(filter[part])]),
  );
}

/** Reads the parameter of a filter part; empty if absent. */
export const paramReader =
  <Filter>(query: URLSearchParams, names: ParamNames<Filter>) =>
  (part: keyof Filter): string =>
    (query.get(names[part]) ?? '').slice(0, 200);
