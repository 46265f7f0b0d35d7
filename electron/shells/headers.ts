/** The response headers of Parlor's own page and of boards, the same in both shells. */

import { randomBytes } from 'node:crypto';
import { bundleConfinement } from '../../shared/bundle/confinement.ts';

/** What the page's own style elements carry; a new one for every page. */
export function freshNonce(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * The app's content security policy. `connect` are sources beside 'self', `frames` is where boards are framed from.
 * Styles need the nonce; scripts only ever come from the app's own files, and strings never become markup.
 */
export function appPolicy({ nonce, connect, frames }: { nonce: string; connect: string[]; frames: string }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** For every answer of the app's origin, errors too. */
export const appHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
} as const;

/** For every answer of a board's origin. The bytes are public, so any origin may read them: the board's own is opaque, and
 * its module scripts would not load otherwise. */
export function boardHeaders(ancestors: string): Record<string, string> {
  return {
    ...bundleConfinement(ancestors),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  };
}
