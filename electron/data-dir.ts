/** Where Parlor keeps its data on this computer; `files/data-dir.ts` makes the folder and closes it to others. */
import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** `--data-dir`, else PARLOR_DATA_DIR, else the platform's folder for application data; always absolute. */
export function chooseDataDir(option: string | undefined, env: NodeJS.ProcessEnv): string {
  return resolve(option || env.PARLOR_DATA_DIR || envPaths('parlor', { suffix: '' }).data);
}
