/** Addresses of communities and relays: typed, pasted and shared. */

interface Address {
  protocol: string;
  username: string;
  password: string;
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

/** Whether the text can be the address of a community: http or https, without credentials. */
export function isCommunityAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Whether the text is the address of a community that only this computer can reach. */
export function isLoopbackAddress(text: string): boolean {
  return isCommunityAddress(text) && isLoopbackHost(new URL(text).hostname);
}

/** Prepends `https://` to an address without a scheme. */
export const addScheme = (text: string): string => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);

/** Removes trailing slashes. */
export const trimSlashes = (text: string): string => text.replace(/\/+$/, '');

/**
 * Parses an address typed or pasted by a person, who may omit `https://`, and may copy quotes, brackets or the end of a sentence with
 * it. Null if it isn't an address.
 */
export function parseTypedAddress(input: string): string | null {
  const text = input
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^[\s"'`<(«“‘「]+|[\s"'`>)»”’」.,;:!?。、]+$/gu, '');
  const address = addScheme(text);
  return text !== '' && isCommunityAddress(address) ? trimSlashes(address) : null;
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
