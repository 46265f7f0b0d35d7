/** Builds the renderer when its sources are newer. */
import { randomBytes } from 'node:crypto';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ParlorError } from '../../shared/errors.ts';
import { isBuilt, rendererDir, root } from '../installation.ts';
import { newestChangeMs } from './newest-change.ts';

/** True if `renderer/dist` is missing, or older than its sources or the lockfile. */
export async function isRendererStale(root: string): Promise<boolean> {
  const indexFile = await stat(join(root, 'renderer', 'dist', 'index.html')).catch(() => null);
  if (!indexFile) return true;
  const lockfile = await stat(join(root, 'package-lock.json')).catch(() => null);
  const newestMs = Math.max(
    lockfile?.mtimeMs ?? 0,
    await newestChangeMs(join(root, 'renderer')),
    await newestChangeMs(join(root, 'shared')),
  );
  return newestMs > indexFile.mtimeMs;
}

/** The folder of the window's files; in a checkout, stale files are rebuilt first. */
export const ensureRenderer = async (): Promise<string> => (isBuilt ? rendererDir : buildRenderer(root));

/**
 * Builds `renderer/dist` if it is stale and returns it. Builds into a temporary folder which is then renamed, so that concurrent
 * starts do not interfere.
 */
export async function buildRenderer(root: string): Promise<string> {
  const dist = join(root, 'renderer', 'dist');
  if (!(await isRendererStale(root))) return dist;
  const startedAt = new Date();
  const suffix = randomBytes(4).toString('hex');
  const newDist = `${dist}-${suffix}`;
  const oldDist = `${dist}-${suffix}-old`;
  try {
    const renderer = join(root, 'renderer');
    await runVite(renderer, { outDir: newDist });
    await runVite(join(renderer, 'picture'), { outDir: join(newDist, 'picture') });
    // Sources saved during the build must count as newer.
    await utimes(join(newDist, 'index.html'), startedAt, startedAt);
    await rename(dist, oldDist).catch(() => {
      // There is none yet.
    });
    await rename(newDist, dist).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start has put its build in place, which is just as new.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(newDist, { recursive: true, force: true });
    await rm(oldDist, { recursive: true, force: true });
  }
  return dist;
}

/** Rebuilds `renderer/dist` whenever a source changes, until the process exits. */
export async function watchRenderer(): Promise<void> {
  if (isBuilt) throw new ParlorError('unknown_option', '--dev needs a checkout with the sources.');
  await runVite(join(root, 'renderer'), { outDir: rendererDir, watch: {} });
}

/** `folder` has the page and its configuration. */
async function runVite(folder: string, options: { outDir: string; watch?: object }): Promise<void> {
  const { build } = await import('vite');
  try {
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'silent',
      build: { ...options, emptyOutDir: true },
    });
  } catch (cause) {
    const text = stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause));
    throw new ParlorError('internal', `The window's page does not build. ${text}`, undefined, { cause });
  }
}
