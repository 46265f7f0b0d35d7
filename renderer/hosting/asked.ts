/** What of hosting the window's address asks for. */

export interface HostingSheetProps {
  /** The game of a new table, empty while it is picked; null where none is made. */
  host: string | null;
  /** A waiting table of one's own. */
  mine: string | null;
}

/** What the address asks for: `?host` for a new table, `?host=<protocol id>` for one of that game, `?mine=<post id>` for one that waits. */
export function hostingSheetOf(query: URLSearchParams): HostingSheetProps | null {
  const [host, mine] = [query.get('host'), query.get('mine')];
  return host === null && mine === null ? null : { host, mine };
}
