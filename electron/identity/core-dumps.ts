import { writeFile } from 'node:fs/promises';

let filtered: Promise<void> | undefined;

/**
 * Excludes the memory of this process and its children, and so every key, from core dumps; see core(5). Only Linux writes core dumps by
 * default. The setting lasts until the process exits, so further calls do nothing.
 */
export const excludeMemoryFromCoreDumps = (): Promise<void> => {
  filtered ??= writeFile('/proc/self/coredump_filter', '0').catch(() => {});
  return filtered;
};
