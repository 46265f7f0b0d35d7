/** Programs for tests that start many processes: built ones load in a third of the time. */
import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../imports.ts';

const programsFolder = join(root, '.cache/programs');

/** Builds all programs. From now on, this process and its children start them instead of the sources (electron/installation.ts). */
export function startBuiltPrograms(): void {
  // In its own process, because Vite's build sets NODE_ENV.
  execFileSync(process.execPath, [join(root, 'packaging/build.ts'), programsFolder], { stdio: 'inherit' });
  process.env.PARLOR_PROGRAMS = programsFolder;
}

/** Writes what `npm run dist` writes, from the programs of this run if there are any. */
export async function writeProgram(outDir: string): Promise<void> {
  if (process.env.PARLOR_PROGRAMS === programsFolder) await cp(programsFolder, outDir, { recursive: true });
  // Imported here, because electron/installation.ts locates the programs when it is loaded.
  else await (await import('../build.ts')).buildProgram(outDir);
}
