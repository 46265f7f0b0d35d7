/**
 * For the `catch` of a read: `value` if there is no such file. Any other error, as of a failing disk or too many open files, says nothing
 * about the file, and is thrown again.
 */
export const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
