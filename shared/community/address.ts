/** Addresses of communities and relays: typed, pasted and shared. */

interface Address {
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
}
/** Available in every runtime, but not declared by TypeScript's ECMAScript library. */
declare const URL: { new (text: string): Address; canParse(text: string): boolean };

/**
 * Whether a host name or address is loopback; IPv6 with or without a URL's brackets (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3;
 * RFC 6761, 6.3).
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || /^(127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}

/** A host name or address as `URL` writes it: in ASCII (RFC 5891, 4), IPv6 in brackets. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])$/;

/** Whether the text can be the address of a community: http or https, without credentials, and with a port that exists. */
export function isCommunityAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.port !== '0' &&
    hostName.test(url.hostname)
  );
}

/** An address whose host is written in ASCII, as it is resolved (RFC 5891, 4); unchanged if that can't be done. */
export const asciiHost = (address: string): string =>
  address.replace(/^(https?:\/\/)([^/?#@:]*[^\0-\x7F][^/?#@:]*)/i, (whole, scheme: string, host: string) =>
    URL.canParse(`https://${host}`) ? `${scheme}${new URL(`https://${host}`).hostname}` : whole,
  );

/** Whether the text is the address of a community that only this computer can reach. */
export function isLoopbackAddress(text: string): boolean {
  return isCommunityAddress(text) && isLoopbackHost(new URL(text).hostname);
}

/** Prepends `https://` to an address without a scheme. */
export const addScheme = (text: string): string => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);

/** Removes trailing slashes. */
export const trimSlashes = (text: string): string => text.replace(/\/+$/, '');

/** Hosts that no public authority certifies: addresses, this computer, and names within a network (RFC 6762, 3; RFC 8375, 3). */
const isUncertifiedHost = (host: string): boolean =>
  /^(?:[^.]+|[0-9.]+|\[.*\]|.+\.(?:local|lan|home\.arpa|localhost))$/i.test(host);

/** The scheme of an address that is written without one: `http://` if its host can hardly have a certificate. */
export const defaultScheme = (address: string): 'http://' | 'https://' =>
  isUncertifiedHost(/^(?:\[[^\]]*\]|[^:/?#]*)/.exec(address)?.[0] ?? '') ? 'http://' : 'https://';

/** Whether an address probably names a computer on the same network, by a name within it or by a number. */
export const isWithinNetwork = (address: string): boolean => isUncertifiedHost(new URL(address).hostname);

/** UTF-16 units; the rest is ignored. */
const pastedMaxLength = 20_000;

/** Invisible characters come along from web pages and chats, full-width ones from input methods. */
export const pastedText = (pasted: string): string =>
  pasted
    .slice(0, pastedMaxLength)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('&amp;', '&');

const addressWithScheme = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()«»“”„‘’‚「」『』*|\\^{}、。]+/i;
/** Between words, also in Chinese. */
const wordBreak = /[\s"'`<>()«»“”„‘’‚「」『』*|，：；。、！？（）]+/u;
/** With one slash or none. */
const schemeWritten = /\b(https?):\/{0,2}(?=[\p{L}\p{N}[])/giu;
/** A name with a dot or a port, this computer, or an address in brackets. A single word could be any. */
const writtenHost = /[\p{L}\p{N}]\.(?:\p{L}{2}|\d)|^[\p{L}\p{N}-]+:\d|^localhost\b|^\[[0-9a-f:.]+\]/iu;
/** What surrounds an address in a sentence or in markup. */
const surroundings = /^[^\p{L}\p{N}[]+|[^\p{L}\p{N}\]/]+$/gu;

/**
 * The address of a community in what a person typed or pasted: alone or in a sentence, in quotes, brackets or markup, with or without
 * its scheme. The first one, if there are several. Without query and fragment. Null if there is none.
 */
export function parseTypedAddress(input: string): string | null {
  const text = pastedText(input).replace(schemeWritten, '$1://');
  const [address] = addressWithScheme.exec(text) ?? [];
  if (address !== undefined) return baseOf(address.replace(surroundings, ''));
  const words = input.slice(0, pastedMaxLength).split(wordBreak).map(bareWord);
  const typed = words.find((word) => writtenHost.test(word));
  return typed === undefined ? null : baseOf(`${defaultScheme(typed)}${typed}`);
}

const bareWord = (word: string): string =>
  pastedText(word)
    .replace(surroundings, '')
    .replace(/^\[([^\]:]*)\]?$/, '$1');

function baseOf(address: string): string | null {
  if (!isCommunityAddress(address)) return null;
  const { protocol, host, pathname } = new URL(address);
  return trimSlashes(`${protocol}//${host}${pathname}`);
}

/** Whether two addresses name the same community; `localhost` and `127.0.0.1` are equal. */
export function sameCommunity(a: string, b: string): boolean {
  return isCommunityAddress(a) && isCommunityAddress(b) && normalizeAddress(a) === normalizeAddress(b);
}

function normalizeAddress(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return trimSlashes(`${protocol}//${host}:${port}${pathname}`);
}
