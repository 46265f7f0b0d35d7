/**
 * `npm run unit`: runs Vitest with the given arguments. Without a file filter, the programs that tests start are built first. In CI,
 * failed files run again on their own, at most twice: a test that passes only then is flaky, which is a bug, but says nothing about the
 * change under test. Every failure is printed.
 */
import { type CliOptions, parseCLI, startVitest } from 'vitest/node';
import { startBuiltPrograms } from '../../packaging/testing/programs.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
// More failed files than this are not flaky tests.
const maxFiles = 5;

if (filter.length === 0) startBuiltPrograms();

let failed = await failedFiles(filter, options);
for (
  let round = 0;
  process.env.CI && round < 2 && failed && failed.length > 0 && failed.length <= maxFiles;
  round += 1
) {
  console.log(`\nRunning again: ${failed.join(', ')}\n`);
  failed = await failedFiles(failed, options);
}
process.exit(failed?.length === 0 ? 0 : 1);

/** Returns the failed files; null if the run failed as a whole, outside any file. */
async function failedFiles(paths: string[], options: CliOptions): Promise<string[] | null> {
  process.exitCode = 0;
  const vitest = await startVitest(paths, options);
  const files = new Set(vitest.state.getFailedFilepaths());
  // An error thrown outside a test fails the run without failing the file.
  const errors = vitest.state.getUnhandledErrors() as { VITEST_TEST_PATH?: string }[];
  for (const { VITEST_TEST_PATH } of errors) if (VITEST_TEST_PATH) files.add(VITEST_TEST_PATH);
  const attributable = files.size > 0 && errors.every((error) => error.VITEST_TEST_PATH);
  const passed = process.exitCode === 0 && files.size === 0;
  await vitest.close();
  return passed ? [] : attributable ? [...files] : null;
}
