/** What an import of a board changed. */
import { z } from 'zod';
import { studioProblemSchema } from './problems.ts';

/** The kinds of changes, in English; `{file}` is the new file, `{source}` an attribute or encoding. Windows translate the codes. */
export const boardMoveTexts = {
  script: 'a script was moved into {file}',
  style: 'a style sheet was moved into {file}',
  handler: '{source} was moved into {file}',
  policy: 'a content security policy was removed; boards have that of Parlor',
  encoding: 'the encoding was changed from {source} to UTF-8',
  kept_style: 'a style sheet stayed in the page, where it works, because a script uses it',
} as const;
export const boardMoveCodes = Object.keys(boardMoveTexts) as (keyof typeof boardMoveTexts)[];

export const boardMoveSchema = z.object({
  code: z.enum(boardMoveCodes),
  /** The page, and its line before the import, from 1. */
  page: z.string(),
  line: z.int(),
  /** The new file; empty for none. */
  file: z.string(),
  source: z.string(),
});
export type BoardMove = z.infer<typeof boardMoveSchema>;

export const boardImportSchema = z.object({
  /** Paths of new and changed files below ui/. */
  written: z.array(z.string()),
  moves: z.array(boardMoveSchema),
  /** What can't work or was left out. */
  problems: z.array(studioProblemSchema),
});
export type BoardImport = z.infer<typeof boardImportSchema>;

export const boardMoveText = ({ code, file, source }: Pick<BoardMove, 'code' | 'file' | 'source'>): string =>
  boardMoveTexts[code].replace('{file}', file).replace('{source}', source);
