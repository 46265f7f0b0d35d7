/**
 * What confines a UI bundle, wherever it is served. `sandbox` keeps it opaque even as a page of its own, and
 * Connection-Allowlist stops what a policy cannot: WebRTC, preconnect, navigation of itself. `ancestors`: who may frame it,
 * as a `frame-ancestors` source list.
 */
export function bundleConfinement(ancestors: string): Record<string, string> {
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
    'Connection-Allowlist': '(response-origin)',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}
