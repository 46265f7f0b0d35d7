import { permissionsPolicy } from '../permissions-policy.ts';

/** The first Chromium that supports `Connection-Allowlist`; in others, boards stay closed. */
export const minimumChromium = 152;

/**
 * Response headers that confine a UI bundle in every shell. `sandbox` makes its origin opaque even as a top-level page, and
 * Connection-Allowlist blocks what a content security policy cannot: WebRTC, preconnect, self-navigation. `ancestors`: a
 * `frame-ancestors` source list.
 */
export function boardSecurityHeaders(ancestors: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "media-src 'self'",
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-src 'none'",
      "worker-src 'none'",
      `frame-ancestors ${ancestors}`,
      'sandbox allow-scripts',
    ].join('; '),
    'Permissions-Policy': permissionsPolicy(),
    'Connection-Allowlist': '(response-origin)',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}
