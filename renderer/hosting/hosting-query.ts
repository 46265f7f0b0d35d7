import { isHex64 } from '../../shared/signing/grammar.ts';
/** The URL parameters that open a hosting sheet. */

export interface HostingSheetProps {
  /** The game of a new table, empty until picked; null if no table is being made. */
  host: string | null;
  /** Id of an own waiting table. */
  mine: string | null;
  /** Public key of the only player who may join; null if the form asks. */
  guest: string | null;
}

/**
 * Reads `?host` for a new table, `?host=<protocol id>` for one of that game, `&for=<public key>` for a challenge,
 * `?mine=<post id>` for a waiting table.
 */
export function hostingSheetOf(query: URLSearchParams): HostingSheetProps | null {
  const [host, mine, guest] = [query.get('host'), query.get('mine'), query.get('for')];
  if (host === null && mine === null) return null;
  return { host, mine, guest: guest !== null && isHex64(guest) ? guest : null };
}
