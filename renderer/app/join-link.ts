/** The link that leads to one open table: `parlor://join/<post_id>?server=<url>`. */
import { isLoopbackHost } from '../../shared/community/address.ts';

export interface JoinLink {
  post_id: string;
  /** Address of its community; null where only the id was given. */
  server: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const joinLink = (post_id: string, server: string): string =>
  `parlor://join/${post_id}?server=${encodeURIComponent(trimmed(server))}`;

/** What a person pasted, as a link or a bare id; null where it is neither. */
export function readJoinLink(text: string): JoinLink | null {
  const pasted = text.trim();
  const id = pasted.toLowerCase();
  if (uuid.test(id)) return { post_id: id, server: null };
  const found = /^parlor:\/\/join\/([^/?#]+)\/?\?([^#]*)$/i.exec(pasted);
  const post_id = found?.[1]?.toLowerCase() ?? '';
  const server = new URLSearchParams(found?.[2]).get('server');
  if (!uuid.test(post_id) || server === null || !isWebAddress(server)) return null;
  return { post_id, server: trimmed(server) };
}

/** Whether two addresses are the same community; this computer has two names. */
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

const trimmed = (server: string) => server.replace(/\/+$/, '');

function plain(server: string): string {
  const { protocol, hostname, port, pathname } = new URL(server);
  return `${protocol}//${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port}${trimmed(pathname)}`;
}
