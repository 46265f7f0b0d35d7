/** Options of paged lists. */
import type { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { parseWholeNumber } from './arguments.ts';

export interface PageFlags {
  limit: string;
  cursor?: string;
}

export function pageOptions(command: Command): Command {
  return command
    .option('--limit <n>', 'number of entries, 1 to 100', '20')
    .option('--cursor <text>', 'continue after the previous page: its next_cursor');
}

export function parsePage({ limit, cursor }: PageFlags): { limit: number; cursor?: string } {
  if (cursor !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(cursor)) {
    throw new ParlorError('bad_arguments', '--cursor must be the next_cursor of a page.');
  }
  return { limit: parseWholeNumber('--limit', limit, 1, 100), ...(cursor === undefined ? {} : { cursor }) };
}
