/** Errors of calls that need an unlocked key. */
import { ParlorError } from '../../shared/errors.ts';

export const keyLockedError = (): ParlorError =>
  new ParlorError('identity_locked', 'The key is locked. Enter the passphrase to unlock it.');

export const keyMissingError = (): ParlorError =>
  new ParlorError('identity_missing', 'There is no key on this computer yet. Create one first.');
