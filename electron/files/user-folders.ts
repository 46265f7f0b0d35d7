/** The platform's folders of this user. */

// It looks for the home folder when it is loaded, and throws for a user who has neither HOME nor an entry in the list of users, as in
// some containers.
const envPaths = await import('env-paths').then(
  (module) => module.default,
  () => null,
);

/** Null for a user without a home folder. */
export const userFolder = (kind: 'data' | 'cache'): string | null => envPaths?.('parlor', { suffix: '' })[kind] ?? null;
