/** Writes one file again and again, each version one repeated byte, until it is killed. */
import { writeSync } from 'node:fs';
import { writeFileAtomic } from '../atomic-file.ts';

const path = process.argv[2] ?? '';
for (let version = 1; ; version += 1) {
  writeSync(1, `writing ${version}\n`);
  await writeFileAtomic(path, new Uint8Array(100_000).fill(version % 256), { backup: true });
}
