import { writeFile } from 'node:fs/promises';

let filtered: Promise<void> | undefined;

/**
 * Leaves the memory of this process and its children, and with it every key, out of core dumps: core(5). Only Linux writes any by default.
 * The setting lasts until the process exits, so further calls do nothing.
 */
export const leaveMemoryOutOfCoreDumps = (): Promise<void> => {
  filtered ??= writeFile('/proc/self/coredump_filter', '0').catch(() => {});
  return filtered;
};
