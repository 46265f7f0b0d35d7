/** Caches compiled code across starts, which halves the run time of short commands. */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { privateFolder } from './private-folder.ts';
import { userFolder } from './user-folders.ts';

/** For this process and, through the environment, its child processes. Call it before other imports. Failures are ignored. */
export function enableCodeCache(env: NodeJS.ProcessEnv): void {
  const directory = env.NODE_COMPILE_CACHE ?? makeCacheFolder();
  if (directory === null) return;
  enableCompileCache(directory);
  env.NODE_COMPILE_CACHE = directory;
}

/** Null if there is none, or another user could put code there. */
function makeCacheFolder(): string | null {
  const cacheFolder = userFolder('cache');
  if (cacheFolder === null) return null;
  // Node's default is in the shared temporary folder, where other users could plant files.
  const directory = join(cacheFolder, 'compiled');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch {
    return null;
  }
  return privateFolder(directory);
}
