/**
 * Links to one invitation. Their grammar is defined only here:
 * - `<community>/join/<post_id>`: for people; opens in any browser, where the community's page links to the app.
 * - `parlor://join/<post_id>?server=<community>`: opens the app. Without `server` it refers to the reader's own community.
 * - `<post_id>` alone: also in the reader's own community.
 */
import { postIdPattern } from '../signing/grammar.ts';
import { trimSlashes } from './address.ts';

export interface JoinLink {
  post_id: string;
  /** Base address of the community; null for the reader's own. */
  server: string | null;
}

/** The URL scheme that the operating system opens with Parlor. */
export const appScheme = 'parlor';

const fullPostId = new RegExp(`^${postIdPattern}$`);
const standalonePostId = new RegExp(`(?<![0-9a-z-])${postIdPattern}(?![0-9a-z-])`, 'i');
const appLinkStart = /^parlor:\/\/join\//i;
/** Printable ASCII without quotes and angle brackets; in other scripts, punctuation may follow a link directly. */
const urlText = '[!#-&(-;=?-_a-~]+';
const linkPattern = new RegExp(`(?:parlor://join/|https?://${urlText}/join/)${urlText}`, 'gi');
const trailingPunctuation = /[.,;:!?)\]}]+$/;
/** Without credentials, query or fragment. */
const baseAddress = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:\/[^\s?#@]*)?$/i;

export const isPostId = (text: string): boolean => fullPostId.test(text);

/** The link to share. */
export const joinLink = (post_id: string, server: string): string => `${trimSlashes(server)}/join/${post_id}`;

/** The link that the operating system opens with Parlor. */
export const appLink = (post_id: string, server: string | null): string =>
  `${appScheme}://join/${post_id}${server === null ? '' : `?server=${encodeURIComponent(trimSlashes(server))}`}`;

/** Whether `text` starts like an app link; it may still be invalid. */
export const isAppLink = (text: string): boolean => appLinkStart.test(text);

/** Parses one link or a bare id; null for anything else. */
export function parseJoinLink(text: string): JoinLink | null {
  const input = text.trim();
  if (isPostId(input.toLowerCase())) return { post_id: input.toLowerCase(), server: null };
  const appMatch = /^parlor:\/\/join\/([^/?#\s]+)\/?(?:\?([^#\s]*))?$/i.exec(input);
  const webMatch = /^(https?:\/\/[^\s?#]+)\/join\/([^/?#\s]+)\/?$/i.exec(input);
  const post_id = (appMatch?.[1] ?? webMatch?.[2] ?? '').toLowerCase();
  const server = webMatch?.[1] ?? serverOf(appMatch?.[2] ?? '');
  if (!isPostId(post_id) || (server !== null && !baseAddress.test(server))) return null;
  return { post_id, server: server === null ? null : trimSlashes(server) };
}

/** Every link in running text, in order; null for an invalid one. */
export const findJoinLinks = (text: string): (JoinLink | null)[] =>
  Array.from(text.matchAll(linkPattern), ([link]) => parseJoinLink(link.replace(trailingPunctuation, '')));

/** The first post id in running text that is not part of a longer token; null if there is none. */
export const findPostId = (text: string): string | null => standalonePostId.exec(text)?.[0].toLowerCase() ?? null;

/** Null if the query has no server; empty, which is not an address, if it cannot be decoded. */
function serverOf(query: string): string | null {
  const value = /(?:^|&)server=([^&]*)/.exec(query)?.[1];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
