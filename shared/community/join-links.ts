/**
 * Links to one invitation. Their grammar is defined only here:
 * - `<community>/join/<post_id>`: for people; opens in any browser, where the community's page links to the app.
 * - `parlor://join/<post_id>?server=<community>`: opens the app. Without `server` it refers to the reader's own community.
 * - `<post_id>` alone: also in the reader's own community.
 */
import { postIdPattern } from '../signing/grammar.ts';
import { asciiHost, defaultScheme, isCommunityAddress, parseTypedAddress, pastedText, trimSlashes } from './address.ts';

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
/** A host name or address, with an optional port. */
const hostText = '(?:[a-z0-9][a-z0-9.-]*|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?';
/** The same in any script, which is only certain to be a host after a scheme. */
const anyHostText = hostText.replace('[a-z0-9][a-z0-9.-]*', '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}.-]*');
/** Without credentials, query or fragment. */
const baseAddress = new RegExp(`^https?://${hostText}(?:/[^\\s?#@]*)?$`, 'i');

/** A port above 65535 passes the pattern, but not `URL`. */
const isBaseAddress = (text: string): boolean => baseAddress.test(text) && isCommunityAddress(text);

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
  const written = webMatch?.[1] ?? serverOf(appMatch?.[2] ?? '');
  const server = written === null ? null : trimSlashes(asciiHost(written));
  return isPostId(post_id) && (server === null || isBaseAddress(server)) ? { post_id, server } : null;
}

/** Every link in running text, in order; null for an invalid one. */
export const findJoinLinks = (text: string): (JoinLink | null)[] =>
  Array.from(text.matchAll(linkPattern), ([link]) => parseJoinLink(link.replace(trailingPunctuation, '')));

/** Running text in which `words` stand for every link. */
export const withoutJoinLinks = (text: string, words: string): string =>
  text.replace(linkPattern, (found) => {
    const link = found.replace(trailingPunctuation, '');
    return parseJoinLink(link) ? `${words}${found.slice(link.length)}` : found;
  });

/** An app link, or a web link with or without its scheme, up to the id; what follows the id belongs to the surrounding text. */
const pastedLink = new RegExp(
  [
    `parlor:/{0,3}join/(?<appId>${postIdPattern})(?![0-9a-z-])(?:/?\\?(?<query>[!#-&*-;=?-_a-{}~]*))?`,
    `(?:(?<scheme>https?://)|(?<![\\p{L}\\p{N}_@%./-]))(?<base>${anyHostText}(?:/${urlText}?)?)/join/(?<webId>${postIdPattern})(?![0-9a-z-])`,
  ].join('|'),
  'giu',
);
const pastedId = new RegExp(`(?<![\\w/=.%-])${postIdPattern}(?![\\w-])`, 'i');
/** A line break, with the quotation marks of a reply or the soft line break of quoted-printable text (RFC 2045, section 6.7). */
const wrap = /=?\s*[\r\n]+[\s>|]*/g;
/** The same in a field of one line, from which the line break itself is gone. Words of a sentence are joined as well. */
const flattenedWrap = /[\s>|]+/g;
/** A link inside another one, as mail filters and search engines write it. */
const encodedLink = /(?:https?|parlor)%3A(?:%2F|\/){2}[\w.~%-]+/i;

/**
 * The link in what a person pasted or typed: in a sentence, in quotes, brackets or markup, with tracking parameters, without the
 * scheme, or wrapped over lines. The first one, if there are several. Null if there is none.
 */
export function parsePastedLink(pasted: string): JoinLink | null {
  const text = pastedText(pasted);
  const unwrapped = text.replace(wrap, '');
  for (const links of [
    // With a scheme first: the end of a host that is broken over lines would be another one.
    readPastedLinks(text, { needsScheme: true }),
    readPastedLinks(unwrapped, { needsScheme: true }),
    readPastedLinks(text),
    readPastedLinks(unwrapped),
    // Without its scheme, a link would take the words before it for the name of its host.
    readPastedLinks(text.replace(flattenedWrap, ''), { needsScheme: true }),
  ]) {
    const [first] = links;
    if (first) return links.find(({ post_id, server }) => post_id === first.post_id && server !== null) ?? first;
  }
  const [encoded] = encodedLink.exec(text) ?? [];
  if (encoded !== undefined) return parsePastedLink(decode(encoded) ?? '');
  const post_id = (pastedId.exec(text) ?? pastedId.exec(unwrapped))?.[0].toLowerCase();
  return post_id === undefined ? null : { post_id, server: null };
}

/** `cut`: the id of the table is missing or incomplete. `other`: not an invite link. */
export type PastedLinkFault = 'empty' | 'cut' | 'other';

/** Why `parsePastedLink` finds no link. */
export function pastedLinkFault(pasted: string): PastedLinkFault {
  const text = pastedText(pasted).trim();
  if (text === '') return 'empty';
  return /parlor:\/{0,3}(?:join|$)|\/join(?:\/(?!\S*[^\w-])|$)|^[0-9a-f]{8}-[0-9a-f-]*$/i.test(text) ? 'cut' : 'other';
}

/**
 * The address of a community that a person typed or pasted, alone or in a link to one of its tables. Null for anything else, such as
 * a link without a community.
 */
export function parsePastedCommunity(pasted: string): string | null {
  const link = parsePastedLink(pasted);
  return link ? link.server : parseTypedAddress(pasted);
}

function readPastedLinks(text: string, { needsScheme = false } = {}): JoinLink[] {
  return Array.from(text.matchAll(pastedLink), ({ groups = {} }) => {
    const { appId, query, scheme, base = '', webId } = groups;
    if (appId === undefined && scheme === undefined && (needsScheme || !isBaseAddress(`https://${base}`))) return null;
    if (appId === undefined)
      return parseJoinLink(`${scheme?.toLowerCase() ?? defaultScheme(base)}${base}/join/${webId}`);
    const server = query?.replace(query.includes('[') ? /[.,;:!?)}*_~|]+$/ : /[.,;:!?)}\]*_~|]+$/, '');
    return parseJoinLink(`${appScheme}://join/${appId}${server ? `?${server}` : ''}`);
  }).filter((link) => link !== null);
}

/** The first post id in running text that is not part of a longer token; null if there is none. */
export const findPostId = (text: string): string | null => standalonePostId.exec(text)?.[0].toLowerCase() ?? null;

/** Null if the query has no server; empty, which is not an address, if it cannot be decoded. */
function serverOf(query: string): string | null {
  const value = /(?:^|&)server=([^&]*)/.exec(query)?.[1];
  return value === undefined ? null : (decode(value) ?? '');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
