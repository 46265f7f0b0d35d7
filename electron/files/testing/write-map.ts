/** Updates a sealed map until it is killed: each update sets a key of its own and one shared key. Prints what is durable. */
import { writeSync } from 'node:fs';
import { z } from 'zod';
import { openSealedMap } from '../sealed-map.ts';

const map = await openSealedMap({
  path: process.argv[2] ?? '',
  key: new Uint8Array(32).fill(1),
  purpose: 'things',
  schema: z.string(),
});
for (let count = Number(map.entries.get('last') ?? -1) + 1; ; count += 1) {
  await map.update(() => [
    [`${count}`, 'x'.repeat(3000)],
    ['last', `${count}`],
  ]);
  writeSync(1, `${count}\n`);
}
