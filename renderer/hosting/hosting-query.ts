import { isHex64 } from '../../shared/signing/hex.ts';
/** The URL parameters that open a hosting sheet. */

export interface HostingSheetProps {
  /** The game of a new table, or `lastGame`, or empty until picked; null if no table is being made. */
  protocolId: string | null;
  /** Id of an own waiting table. */
  postId: string | null;
  /** Public key of the only player who may join; null if the form asks. */
  guestKey: string | null;
}

/**
 * Reads `?host` for a new table, `?host=<protocol id>` for one of that game, `?host=last` for one of the game played last,
 * `&for=<public key>` for a challenge, `?mine=<post id>` for a waiting table.
 */
export function readHostingQuery(query: URLSearchParams): HostingSheetProps | null {
  const [protocolId, postId, guestKey] = [query.get('host'), query.get('mine'), query.get('for')];
  if (protocolId === null && postId === null) return null;
  return { protocolId, postId, guestKey: guestKey !== null && isHex64(guestKey) ? guestKey : null };
}
