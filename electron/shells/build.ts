/** Builds the renderer when it is older than what it is made of. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ParlorError } from '../../shared/errors.ts';

/** Newest modification below `dir`, milliseconds; tests and built files do not count. */
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

/** True where `renderer/dist` is missing or older than renderer, shared or the dependencies. */
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

/**
 * Brings `renderer/dist` up to date and returns it. An installed Parlor has no sources beside it: what is there is
 * taken. The build goes to a folder of its own and is then put in place, so that two starts at once do not mix.
 */
export async function buildRenderer(root: string): Promise<string> {
  const dist = join(root, 'renderer', 'dist');
  if (!existsSync(join(root, 'renderer', 'vite.config.ts')) || !(await rendererIsStale(root))) return dist;
  const started = new Date();
  const mark = randomBytes(4).toString('hex');
  const fresh = `${dist}-${mark}`;
  const old = `${dist}-${mark}-old`;
  try {
    await runVite(root, { outDir: fresh });
    // A source saved while it was being built is newer than this.
    await utimes(join(fresh, 'index.html'), started, started);
    await rename(dist, old).catch(() => {});
    await rename(fresh, dist).catch((error: NodeJS.ErrnoException) => {
      // Another start put its build there in between; it is as new.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return dist;
}

/** Builds `renderer/dist` again whenever a source changes, as long as the process lives. */
export async function watchRenderer(root: string): Promise<void> {
  await runVite(root, { outDir: join(root, 'renderer', 'dist'), watch: {} });
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
    const words = stripVTControlCharacters(cause instanceof Error ? cause.message : String(cause));
    throw new ParlorError('internal', `The window's page does not build. ${words}`, undefined, { cause });
  }
}
