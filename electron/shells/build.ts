/** Builds the renderer when its sources are newer. */
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ParlorError } from '../../shared/errors.ts';
import { built, rendererDir, root } from '../installation.ts';

/** Newest modification time below `dir`, milliseconds, without tests and build output. */
async function newestBelow(dir: string): Promise<number> {
  let newest = 0;
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!/^(dist.*|testing|node_modules|\.cache)$/.test(entry.name))
        newest = Math.max(newest, await newestBelow(path));
    } else if (!/\.test\.tsx?$/.test(entry.name)) newest = Math.max(newest, (await stat(path)).mtimeMs);
  }
  return newest;
}

/** True if `renderer/dist` is missing, or older than its sources or the lockfile. */
export async function rendererIsStale(root: string): Promise<boolean> {
  const built = await stat(join(root, 'renderer', 'dist', 'index.html')).catch(() => null);
  if (!built) return true;
  const lockfile = await stat(join(root, 'package-lock.json')).catch(() => null);
  const newest = Math.max(
    lockfile?.mtimeMs ?? 0,
    await newestBelow(join(root, 'renderer')),
    await newestBelow(join(root, 'shared')),
  );
  return newest > built.mtimeMs;
}

/** The folder of the window's files; in a checkout, stale files are rebuilt first. */
export const obtainRenderer = async (): Promise<string> => (built ? rendererDir : buildRenderer(root));

/**
 * Builds `renderer/dist` if it is stale and returns it. Builds into a temporary folder which is then renamed, so that concurrent
 * starts do not interfere.
 */
export async function buildRenderer(root: string): Promise<string> {
  const dist = join(root, 'renderer', 'dist');
  if (!(await rendererIsStale(root))) return dist;
  const started = new Date();
  const suffix = randomBytes(4).toString('hex');
  const fresh = `${dist}-${suffix}`;
  const old = `${dist}-${suffix}-old`;
  try {
    await runVite(root, { outDir: fresh });
    // Sources saved during the build must count as newer.
    await utimes(join(fresh, 'index.html'), started, started);
    await rename(dist, old).catch(() => {});
    await rename(fresh, dist).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start has put its build in place, which is just as new.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return dist;
}

/** Rebuilds `renderer/dist` whenever a source changes, until the process exits. */
export async function watchRenderer(): Promise<void> {
  if (built) throw new ParlorError('unknown_option', '--dev needs a checkout with the sources.');
  await runVite(root, { outDir: rendererDir, watch: {} });
}

async function runVite(root: string, options: { outDir: string; watch?: object }): Promise<void> {
  const { build } = await import('vite');
  const renderer = join(root, 'renderer');
  try {
    await build({
      root: renderer,
      configFile: join(renderer, 'vite.config.ts'),
      logLevel: 'silent',
      build: { ...options, emptyOutDir: true },
    });
  } catch (cause) {
    const text = stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause));
    throw new ParlorError('internal', `The window's page does not build. ${text}`, undefined, { cause });
  }
}
