import { writeFile } from 'node:fs/promises';

/**
 * Leaves the memory of this process and its children, and with it the key, out of core dumps: core(5). Only Linux writes any by
 * default.
 */
export async function leaveMemoryOutOfCoreDumps(): Promise<void> {
  await writeFile('/proc/self/coredump_filter', '0').catch(() => {});
}
