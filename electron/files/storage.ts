/** Measures how much space each kind of data uses in the data directory. */
import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Storage, storageParts } from '../../shared/bridge/contract.ts';

type PartId = Storage['parts'][number]['id'];

/** Skips files that are deleted in the meantime, and folders of other users, which may not be readable. */
export async function measureStorage(dataDir: string): Promise<Storage> {
  const parts = new Map(storageParts.map((id) => [id, { id, bytes: 0, files: 0 }]));
  for await (const path of filesBelow(dataDir)) {
    const size = await stat(path).then(
      (status) => status.size,
      () => null,
    );
    const part = parts.get(partOf(relative(dataDir, path).split(sep)));
    if (size === null || !part) continue;
    part.bytes += size;
    part.files += 1;
  }
  const free_bytes = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
  return { path: dataDir, free_bytes, parts: [...parts.values()] };
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** `names`: segments of a path below the data directory. */
function partOf(names: readonly string[]): PartId {
  // Further identities have the same layout as the top level.
  const [topName = '', ...otherNames] = names[0] === 'identities' ? names.slice(2) : names;
  if (['tables', 'reports', 'sessions'].includes(topName)) return 'records';
  if (/^(letters|contacts|drafts)\.sealed|^inbox-export/.test(topName)) return 'messages';
  if (topName === 'protocols' || topName === 'consents.json') return 'protocols';
  if (topName.startsWith('identity')) return 'keys';
  if (otherNames.length === 0) return topName.endsWith('.log') ? 'logs' : 'other';
  if (topName === 'community') return 'community';
  return topName === 'house' ? 'house' : 'other';
}
