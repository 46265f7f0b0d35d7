/**
 * `npm run unit`: runs Vitest with the given arguments. Without a file filter, the programs that tests start are built first. Fails if a
 * named project does not exist, which Vitest ignores as long as another one does.
 */
import { join } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';
import { root } from '../../packaging/imports.ts';
import { startBuiltPrograms } from '../../packaging/testing/programs.ts';

// Workers, and the hundreds of processes that tests start, load in half the time if Node finds their files compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/parlor/compile');
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
if (options.project !== undefined) await requireProjects([options.project].flat());
if (filter.length === 0) await startBuiltPrograms();
const vitest = await startVitest(filter, options);
await vitest.exit();

async function requireProjects(names: string[]): Promise<void> {
  const { default: config } = await import('../../vitest.config.ts');
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : null,
  );
  for (const name of names)
    if (!projects.includes(name)) throw new Error(`There is no project ${name}, only ${projects.join(', ')}.`);
}
