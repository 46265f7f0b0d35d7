/** Lists that come page by page. */
import type { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { wholeNumber } from './arguments.ts';

export interface PageFlags {
  limit: string;
  cursor?: string;
}

export function pageOptions(command: Command): Command {
  return command
    .option('--limit <n>', 'at most so many, 1 to 100', '20')
    .option('--cursor <text>', 'go on where the page before ended: its next_cursor');
}

export function pageOf({ limit, cursor }: PageFlags): { limit: number; cursor?: string } {
  if (cursor !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(cursor)) {
    throw new ParlorError('bad_arguments', '--cursor wants the next_cursor of a page.');
  }
  return { limit: wholeNumber('--limit', limit, 1, 100), ...(cursor === undefined ? {} : { cursor }) };
}

/** Says how to go on, where there is more. */
export function printNext(next_cursor: string | null): void {
  if (next_cursor) process.stdout.write(`next_cursor: ${next_cursor}\n`);
}
