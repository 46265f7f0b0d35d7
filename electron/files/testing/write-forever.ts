/** Writes a file until it is killed; each version consists of one repeated byte. Prints a line before each write. */
import { writeSync } from 'node:fs';
import { writeFileAtomic } from '../atomic-write.ts';

const path = process.argv[2] ?? '';
for (let version = 1; ; version += 1) {
  writeSync(1, `writing ${version}\n`);
  await writeFileAtomic(path, new Uint8Array(100_000).fill(version % 256), { backup: true });
}
