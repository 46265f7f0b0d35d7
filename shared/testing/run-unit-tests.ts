/** `npm run unit`: runs Vitest with the given arguments. Without a file filter, the programs that tests start are built first. */
import { join } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';
import { root } from '../../packaging/imports.ts';
import { startBuiltPrograms } from '../../packaging/testing/programs.ts';

// Workers, and the hundreds of processes that tests start, load in half the time if Node finds their files compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/parlor/compile');
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
if (filter.length === 0) await startBuiltPrograms();
const vitest = await startVitest(filter, options);
await vitest.exit();
