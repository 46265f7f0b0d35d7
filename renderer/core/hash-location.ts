/** The window's route: path, query and fragment, all kept in `location.hash`, so that Back and reload work in every shell. */
import { useMemo, useSyncExternalStore } from 'react';

const currentAddress = (): string => `/${location.hash.replace(/^#?\/?/, '')}`;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? '/';
const queryOf = (address: string): string => address.split('#')[0]?.split('?')[1] ?? '';
const fragmentOf = (address: string): string => address.split('#')[1] ?? '';

function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#/${to.replace(/^#?\/?/, '')}`;
  if (hash === (location.hash || '#/')) return;
  if (replace) history.replaceState(history.state, '', hash);
  else history.pushState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The path of the page that the window shows. */
export const currentPath = (): string => pathOf(currentAddress());

/** The path and `navigate`, in the form wouter's Router expects. */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, currentPath), navigate];
}
useHashPath.hrefs = (href: string) => `#${href}`;

/** The query after the path: `/?open=…`. */
export function useQuery(): URLSearchParams {
  const query = useSyncExternalStore(subscribe, () => queryOf(currentAddress()));
  return useMemo(() => new URLSearchParams(query), [query]);
}

/** One parameter of the query, null without it. Components that use it don't re-render when another one changes. */
export const useQueryParameter = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(queryOf(currentAddress())).get(name));

/** The fragment within a page, after a second `#`: `/tables/…/replay#12`. */
export const useFragment = (): string => useSyncExternalStore(subscribe, () => fragmentOf(currentAddress()));

/** Replaces the fragment; Back still leads to the previous page. */
export const setFragment = (fragment: string): void => {
  const page = currentAddress().split('#')[0] ?? '/';
  navigate(fragment === '' ? page : `${page}#${fragment}`, { replace: true });
};

/** Changes the given query parameters; null removes one. Adds a history entry unless `replace` is set. */
export function setQuery(changes: { [name: string]: string | null }, { replace = false } = {}): void {
  const query = new URLSearchParams(queryOf(currentAddress()));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(currentPath() + (text === '' ? '' : `?${text}`), { replace });
}
