/** Every feature Chromium lets a document be denied; a board needs none of them. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

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
    'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'Connection-Allowlist': '(response-origin)',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}
