/**
 * Links and record files from other programs. Any program may start Parlor with any arguments, so a link only opens a sheet, where the
 * user confirms, and a record is only shown.
 */
import { resolve } from 'node:path';
import { isAppLink, parseJoinLink } from '../../../shared/community/join-links.ts';
import { recordExtension, recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { readForeignText } from '../../files/foreign-file.ts';

/** Characters. Longer arguments are ignored. */
const maxLength = 2048;

/** The window path that shows the first link among the arguments; null if there is none. */
export function findLinkPath(args: readonly string[]): string | null {
  const link = args.find((argument) => argument.length <= maxLength && isLink(argument));
  return link === undefined ? null : `/?link=${encodeURIComponent(link)}`;
}

/** A link of Parlor's own scheme counts even if it is invalid, so that the user sees why; a web address only if it is valid. */
const isLink = (argument: string): boolean => isAppLink(argument) || parseJoinLink(argument)?.server != null;

/** The path of the first record file among the arguments, relative ones from `folder`; null if there is none. */
export function findRecordFile(args: readonly string[], folder: string): string | null {
  const file = args.find((argument) => !argument.startsWith('-') && argument.endsWith(`.${recordExtension}`));
  return file === undefined || isAppLink(file) ? null : resolve(folder, file);
}

/** Rejects `file_refused`, such as for a pipe, which would never end. */
export const readRecordFile = (path: string): Promise<string> => readForeignText(path, { maxBytes: recordMaxBytes });
