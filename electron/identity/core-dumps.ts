import { writeFile } from 'node:fs/promises';

let filterWrite: Promise<void> | undefined;

/**
 * Excludes the memory of this process and its children, and so every key, from core dumps; see core(5). Only Linux writes core dumps by
 * default. The setting lasts until the process exits, so further calls do nothing.
 */
export const excludeMemoryFromCoreDumps = (): Promise<void> => {
  filterWrite ??= writeFile('/proc/self/coredump_filter', '0').catch(() => {
    // Not Linux.
  });
  return filterWrite;
};
