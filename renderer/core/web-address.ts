/** Community addresses, as people paste and share them. */
import { isLoopbackHost } from '../../shared/community/address.ts';

/** Whether two addresses name the same community; `localhost` and `127.0.0.1` are equal. */
export function sameCommunity(a: string, b: string): boolean {
  return isWebAddress(a) && isWebAddress(b) && plain(a) === plain(b);
}

/** Whether only this computer can reach the address. */
export function isLoopback(server: string): boolean {
  return isWebAddress(server) && isLoopbackHost(new URL(server).hostname);
}

export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** The text as an address, with https as the default scheme. */
export const withScheme = (text: string): string => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);

function plain(server: string): string {
  const { protocol, hostname, port, pathname } = new URL(server);
  return `${protocol}//${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port}${pathname.replace(/\/+$/, '')}`;
}
