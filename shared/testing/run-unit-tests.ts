/** `npm run unit`: runs Vitest with the given arguments. Without a file filter, the programs that tests start are built first. */
import { parseCLI, startVitest } from 'vitest/node';
import { startBuiltPrograms } from '../../packaging/testing/programs.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
if (filter.length === 0) await startBuiltPrograms();
const vitest = await startVitest(filter, options);
await vitest.exit();
