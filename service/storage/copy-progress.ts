/** Detects a database that `service copy` has not finished copying. */
import { ParlorError } from '../../shared/errors.ts';

/** A table that exists only until the copy is complete; holds its source and position. */
export const progressTable = 'copy_progress';

export const unfinishedCopy = (name: string) =>
  new ParlorError('data_dir_unusable', `The copy into ${name} is not finished. Run "service copy" again.`);
