/** Limits of a UI bundle, enforced by clients and the service. */
export const bundleLimits = {
  fileBytes: 512 * 1024,
  totalBytes: 5 * 1024 * 1024,
  files: 100,
  pathCharacters: 255,
} as const;
