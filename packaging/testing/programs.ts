/** Programs for tests that start many processes: built ones load in a third of the time. */
import { execFileSync } from 'node:child_process';
import { cp, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { newestChangeMs } from '../../electron/shells/newest-change.ts';
import { root } from '../imports.ts';

const programsFolder = join(root, '.cache/programs');
/** Written last. */
const lastFile = join(programsFolder, 'THIRD-PARTY-LICENCES.txt');
const sources = ['electron', 'packaging', 'renderer', 'resources', 'service', 'shared'];

/** Whether the programs are missing, or older than their sources or the lockfile. */
async function areStale(): Promise<boolean> {
  const built = await stat(lastFile).catch(() => null);
  if (!built) return true;
  const changesMs = [
    (await stat(join(root, 'package-lock.json'))).mtimeMs,
    ...(await Promise.all(sources.map((folder) => newestChangeMs(join(root, folder))))),
  ];
  return Math.max(...changesMs) > built.mtimeMs;
}

/**
 * Builds all programs if they are stale. From now on, this process and its children start them instead of the sources
 * (electron/installation.ts).
 */
export async function startBuiltPrograms(): Promise<void> {
  if (await areStale()) {
    const startedAt = new Date();
    // In its own process, because Vite's build sets NODE_ENV.
    execFileSync(process.execPath, [join(root, 'packaging/build.ts'), programsFolder], { stdio: 'inherit' });
    // Sources saved during the build must count as newer.
    await utimes(lastFile, startedAt, startedAt);
  }
  process.env.PARLOR_PROGRAMS = programsFolder;
}

/** Writes what `npm run dist` writes, from the programs of this run if there are any. */
export async function writeProgram(outDir: string): Promise<void> {
  if (process.env.PARLOR_PROGRAMS === programsFolder) await cp(programsFolder, outDir, { recursive: true });
  // Imported here, because electron/installation.ts locates the programs when it is loaded.
  else await (await import('../build.ts')).buildProgram(outDir);
}
