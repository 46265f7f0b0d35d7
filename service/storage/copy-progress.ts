/** How an unfinished `service copy` is recognized, which must be run again before the database is used. */
import { ParlorError } from '../../shared/errors.ts';

/** A table that exists only until the copy is complete; holds its source and position. */
export const progressTable = 'copy_progress';

export const unfinishedCopyError = (name: string) =>
  new ParlorError('data_dir_unusable', `The copy into ${name} is not finished. Run "service copy" again.`);
