/** What the engine made of Parlor's own files is kept for the next start: without it a short command takes twice as long. */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** For this process and, by the environment, for its helpers. Call it before the rest is imported. Where it can't be kept nothing is lost. */
export function keepCompiled(env: NodeJS.ProcessEnv): void {
  // Node's own default lies in the shared temporary folder, where another user could put something else in its place.
  const directory = env.NODE_COMPILE_CACHE ?? join(envPaths('parlor', { suffix: '' }).cache, 'compiled');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(directory);
  env.NODE_COMPILE_CACHE = directory;
}
