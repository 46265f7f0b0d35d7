/**
 * Whether a host name or address is loopback; IPv6 with or without a URL's brackets (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3;
 * RFC 6761, 6.3).
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || /^(127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}
