/** The response headers of Parlor's own page and of boards, the same in both shells. */

import { randomBytes } from 'node:crypto';
import { boardSecurityHeaders } from '../../shared/bundle/security-headers.ts';
import { type Feature, permissionsPolicy } from '../../shared/permissions-policy.ts';

/** The nonce of the page's style elements; new for every page load. */
export function createNonce(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * The app's content security policy. `connectSources`: besides 'self'. `frameSources`: origins of boards. Styles require the nonce;
 * scripts are loaded from the app's files only, and trusted types prevent markup from strings.
 */
export function appPolicy({
  nonce,
  connectSources,
  frameSources,
}: {
  nonce: string;
  connectSources: string[];
  frameSources: string;
}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    `frame-src ${frameSources}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Features that the window itself uses: notification sounds, reading QR codes, copying, and moving the focus. */
export const appFeatures: readonly Feature[] = [
  'autoplay',
  'camera',
  'clipboard-write',
  'focus-without-user-activation',
];

/** For every response of the app's origin, including errors. */
export const appHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': permissionsPolicy(appFeatures),
  'Cache-Control': 'no-store',
} as const;

/** For every response of a board's origin. Any origin may read the bytes, which are public: a board's own origin is opaque, so its
 * module scripts are cross-origin. */
export function boardHeaders(ancestors: string): Record<string, string> {
  return {
    ...boardSecurityHeaders(ancestors),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  };
}
