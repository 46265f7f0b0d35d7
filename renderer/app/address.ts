/** The window's address. It lives behind the hash with its query: no shell has to know it, back and reload keep it. */
import { useMemo, useSyncExternalStore } from 'react';

const current = (): string => `/${location.hash.replace(/^#?\/?/, '')}`;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? '/';
const queryOf = (address: string): string => address.split('#')[0]?.split('?')[1] ?? '';
const placeOf = (address: string): string => address.split('#')[1] ?? '';

function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${to.replace(/^#?\/?/, '')}`;
  if (hash === (location.hash || '#/')) return;
  if (replace) history.replaceState(history.state, '', hash);
  else history.pushState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The path, as the router wants it. */
export function usePath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, () => pathOf(current())), navigate];
}
usePath.hrefs = (href: string) => `#${href}`;

/** What follows the path: `/?open=…`. */
export function useQuery(): URLSearchParams {
  const query = useSyncExternalStore(subscribe, () => queryOf(current()));
  return useMemo(() => new URLSearchParams(query), [query]);
}

/** The place within a page, after a `#` of its own: `/tables/…/replay#12`. */
export const usePlace = (): string => useSyncExternalStore(subscribe, () => placeOf(current()));

/** Names the place one has come to; the step back leads to the page before. */
export const setPlace = (place: string): void => {
  const page = current().split('#')[0] ?? '/';
  navigate(place === '' ? page : `${page}#${place}`, { replace: true });
};

/** Changes parts of the query where one is; null takes a part away. By default the step back leads to what was before. */
export function setQuery(changes: { [name: string]: string | null }, { replace = false } = {}): void {
  const query = new URLSearchParams(queryOf(current()));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(pathOf(current()) + (text === '' ? '' : `?${text}`), { replace });
}
