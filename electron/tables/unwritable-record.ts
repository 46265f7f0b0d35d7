/** Why a table failed that this computer could not record. */

import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { refusalOf } from '../files/foreign-file.ts';

const reasons: Record<string, string> = {
  ENOSPC: 'the disk of this computer is full',
  EDQUOT: 'the disk of this computer is full',
  EIO: 'the disk of this computer reported an error',
  EFBIG: 'its files on this computer have reached their largest size',
  EROFS: 'the disk of this computer is read-only',
  EACCES: 'Parlor may not write to its data folder',
  EPERM: 'Parlor may not write to its data folder',
  EMFILE: 'too many files are open on this computer',
  ENFILE: 'too many files are open on this computer',
};

/** `error`: of a file operation. */
export function unwritableRecord(error: unknown): Problem {
  const reason = refusalOf(error) ?? (error as NodeJS.ErrnoException | null)?.code ?? 'unknown';
  const text = reasons[reason] ?? 'its files on this computer cannot be written';
  return { code: 'data_dir_unusable', message: `This table could not be recorded: ${text}.`, detail: { reason } };
}

/** As `toProblem`, but an error of a file operation says what is wrong with the disk. */
export function tableProblem(error: unknown): Problem {
  const isOfFile = !(error instanceof ParlorError) && (error as NodeJS.ErrnoException | null)?.syscall !== undefined;
  return isOfFile ? unwritableRecord(error) : toProblem(error);
}
