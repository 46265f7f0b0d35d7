/** The mark of a database that `service copy` has not finished. */
import { ParlorError } from '../../shared/errors.ts';

/** Holds the source and the position of the copy. */
export const progressTable = 'copy_progress';

export const unfinishedCopy = (name: string) =>
  new ParlorError('data_dir_unusable', `The copy into ${name} is not finished. Run "service copy" again.`);
