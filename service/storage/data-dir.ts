import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Creates a data directory with its parents unless it exists. Throws for the data folder of a member, in which the app keeps a key. */
export async function prepareDataDir(path: string): Promise<void> {
  await makeDirectory(path);
  if (existsSync(join(path, 'identity.json')))
    throw new Error(`it is the data folder of a member. Choose another, such as ${join(path, 'service')}.`);
}

/** Node's own option `recursive` tries forever where a parent takes no new directories, such as /proc. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((await stat(path).catch(() => null))?.isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}
