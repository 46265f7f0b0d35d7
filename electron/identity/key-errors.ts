/** Errors of calls that need an unlocked key. */
import { ParlorError, type Problem } from '../../shared/errors.ts';

export const keyLockedError = (): ParlorError =>
  new ParlorError('identity_locked', 'The key is locked. Enter the passphrase to unlock it.');

export const keyMissingError = (): ParlorError =>
  new ParlorError('identity_missing', 'There is no key on this computer yet. Create one first.');

/** Why there is no account: its own problem, or no unlocked key. */
export const accountError = (isLocked: boolean, problem: Problem | null): ParlorError => {
  if (problem) return new ParlorError(problem.code, problem.message, problem.detail);
  return isLocked ? keyLockedError() : keyMissingError();
};
