/** Writes a file 30 times; each version consists of one repeated byte. Prints the outcome of each write: `kept N` or `failed N CODE`. */
import { writeSync } from 'node:fs';
import { writeFileAtomic } from '../atomic-write.ts';

const path = process.argv[2] ?? '';
for (let version = 1; version <= 30; version += 1) {
  const outcome = await writeFileAtomic(path, new Uint8Array(100_000).fill(version), { backup: true }).then(
    () => `kept ${version}`,
    (error: NodeJS.ErrnoException) => `failed ${version} ${error.code}`,
  );
  writeSync(1, `${outcome}\n`);
}
